//! The adapter: each question of the port goes to the file that answers it.

use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};

use rusqlite::Connection;

use jurat_canon::Hash;
use jurat_engine::{
    Append, Forget, Lease, Message, Refused, RunId, RunRow, RunStore, SealedEvent, StoreError,
};

use super::{
    backup, check, commit, error::store_error, files::Files, inbox, lease, open, read,
    readers::Readers, retention, stats,
};
use crate::{Options, Problem, Stats};

/// A folder with a `SQLite` database of runs.
#[derive(Debug)]
pub struct SqliteStore {
    // Readers close before the writer: only a connection that may write folds the write-ahead
    // log back into the database when it is the last to go.
    readers: Readers,
    writer: Mutex<Connection>,
    files: Files,
}

impl SqliteStore {
    /// Opens the store in `dir`, and makes it where there is none.
    pub fn open(dir: &Path, options: Options) -> Result<Self, StoreError> {
        let files = Files::at(dir);
        let writer = open::writer(&files, options)?;
        let readers = Readers::of(&files.database);
        Ok(Self { readers, writer: Mutex::new(writer), files })
    }

    /// Everything wrong with the database that can be seen without knowing what events mean.
    pub fn check(&self) -> Vec<Problem> {
        match self.read(check::problems) {
            Ok(problems) => problems,
            Err(error) => vec![Problem::of(self.place(), error)],
        }
    }

    /// Copies the database as it is now into the folder `to`, which then opens as a store.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let target = Files::at(to);
        backup::prepare(&target)?;
        let copied = self.readers.lend(|db| backup::copy(db, &target));
        backup::finish(&target, copied)
    }

    /// How much there is.
    pub fn stats(&self) -> Result<Stats, StoreError> {
        self.read(stats::count)
    }

    pub(super) fn files(&self) -> &Files {
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

impl RunStore for SqliteStore {
    fn claim(&self, run: RunId, new: bool) -> Result<Box<dyn Lease>, StoreError> {
        Ok(Box::new(lease::claim(self, run, new)?))
    }

    fn commit(&self, batch: &[Append]) -> Result<Vec<Result<(), Refused>>, StoreError> {
        self.write(|db| commit::commit(db, batch))
    }

    fn run(&self, run: RunId) -> Result<Option<RunRow>, StoreError> {
        read::run(self, run)
    }

    fn runs(&self) -> Result<Vec<RunRow>, StoreError> {
        read::runs(self)
    }

    fn events(
        &self,
        run: RunId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<SealedEvent>, StoreError> {
        self.read(|db| read::events(db, run, from, limit))
    }

    fn headers(
        &self,
        run: RunId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<SealedEvent>, StoreError> {
        self.read(|db| read::headers(db, run, from, limit))
    }

    fn blob(&self, hash: Hash) -> Result<Option<Vec<u8>>, StoreError> {
        read::blob(self, hash)
    }

    fn snapshot(&self, run: RunId, at: u64) -> Result<Option<(u64, Hash)>, StoreError> {
        self.read(|db| read::snapshot(db, run, at))
    }

    fn send(&self, run: RunId, message: &Message) -> Result<u64, StoreError> {
        inbox::send(self, run, message)
    }

    fn inbox(&self, run: RunId) -> Result<Vec<(u64, Message)>, StoreError> {
        self.read(|db| inbox::waiting(db, run))
    }

    fn forget(&self, run: RunId, what: Forget) -> Result<(), StoreError> {
        retention::forget(self, run, what)
    }

    fn place(&self) -> String {
        self.files.database.display().to_string()
    }
}
