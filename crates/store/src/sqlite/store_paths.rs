//! Where things lie inside a store's folder.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use jurat_engine::{RunId, StoreError};

use super::error::io_error;

#[derive(Debug, Clone)]
pub(super) struct StorePaths {
    pub(super) dir: PathBuf,
    pub(super) database: PathBuf,
    pub(super) locks: PathBuf,
}

impl StorePaths {
    pub(super) fn at(dir: &Path) -> Self {
        Self {
            dir: dir.into(),
            database: dir.join("runs.sqlite"),
            locks: dir.join("locks"),
        }
    }

    pub(super) fn make_folders(&self) -> Result<(), StoreError> {
        fs::create_dir_all(&self.locks).map_err(|error| io_error(&self.locks, &error))
    }

    /// A database while it is being made; it takes its name once it is whole.
    pub(super) fn unfinished(&self) -> PathBuf {
        self.dir.join("runs.sqlite.new")
    }

    /// Held while the database is made or its format changed.
    pub(super) fn format_lock(&self) -> PathBuf {
        self.locks.join("format.lock")
    }

    /// Held by the owner of `run`.
    pub(super) fn run_lock(&self, run: RunId) -> PathBuf {
        self.locks.join(format!("{run}.lock"))
    }
}

/// A file that `SQLite` keeps beside `database`, such as `-wal`.
pub(super) fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(database);
    name.push(suffix);
    name.into()
}
