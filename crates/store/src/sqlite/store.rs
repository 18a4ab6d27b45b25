//! The store itself: its connections, its check, its copies.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{Mutex, PoisonError},
};

use rusqlite::Connection;

use jurat_engine::{ForgetScope, RunId, RunStore, StoreError};

use super::{
    backup, error::store_error, integrity_check, open, read_connections::ReadConnectionPool,
    retention, store_paths::StorePaths, store_statistics,
};
use crate::{DatabaseProblem, SqliteOptions, StoreStatistics};

/// A folder with a `SQLite` database of runs.
#[derive(Debug)]
pub struct SqliteStore {
    // Readers close before the writer: only a connection that may write folds the write-ahead
    // log back into the database when it is the last to go.
    readers: ReadConnectionPool,
    writer: Mutex<Connection>,
    files: StorePaths,
}

impl SqliteStore {
    pub fn open(dir: &Path, options: SqliteOptions) -> Result<Self, StoreError> {
        let files = StorePaths::at(dir);
        let writer = open::writer(&files, options)?;
        let readers = ReadConnectionPool::of(&files.database);
        Ok(Self { readers, writer: Mutex::new(writer), files })
    }

    /// Everything wrong with the database that can be seen without knowing what events mean.
    pub fn check(&self) -> Vec<DatabaseProblem> {
        match self.read(integrity_check::problems) {
            Ok(problems) => problems,
            Err(error) => vec![DatabaseProblem::of(self.place(), error)],
        }
    }

    /// Copies the database as it is now into the folder `to`, which then opens as a store.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let target = StorePaths::at(to);
        backup::prepare(&target)?;
        let copied = self.readers.lend(|db| backup::copy(db, &target));
        backup::finish(&target, copied)
    }

    /// Forgets runs that nobody owns, many at a time, and gives their room back to the disk: the
    /// number of bytes.
    pub fn forget_all(&self, runs: &[RunId], what: ForgetScope) -> Result<u64, StoreError> {
        retention::forget_all(self, runs, what)
    }

    /// The runs whose payloads were forgotten.
    pub fn pruned(&self) -> Result<BTreeSet<RunId>, StoreError> {
        self.read(retention::pruned)
    }

    pub fn stats(&self) -> Result<StoreStatistics, StoreError> {
        self.read(store_statistics::count)
    }

    pub(super) fn files(&self) -> &StorePaths {
        &self.files
    }

    pub(super) fn read<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.readers
            .lend(work)
            .map_err(|error| store_error(&self.files.database, &error))
    }

    pub(super) fn write<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        // A panic inside `work` rolled its transaction back, so the connection is still good.
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        work(&writer).map_err(|error| store_error(&self.files.database, &error))
    }
}
