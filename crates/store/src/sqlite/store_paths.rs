//! Where things lie inside a store's folder.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use jurat_engine::{RunId, StoreError};

use super::{error::io_error, owner_only};

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
        owner_only::make_folder(&self.locks).map_err(|error| io_error(&self.locks, &error))
    }

    /// Takes from others what an older version let them read.
    pub(super) fn tighten(&self) -> Result<(), StoreError> {
        let log = ["", "-wal", "-shm"].map(|suffix| beside(&self.database, suffix));
        for path in log.iter().chain([&self.locks]) {
            owner_only::tighten(path).map_err(|error| io_error(path, &error))?;
        }
        Ok(())
    }

    /// A database while it is being made; it takes its name once it is whole.
    pub(super) fn unfinished(&self) -> PathBuf {
        self.dir.join("runs.sqlite.new")
    }

    /// Room that is set aside for a full disk.
    pub(super) fn reserve(&self) -> PathBuf {
        self.dir.join("reserve")
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
