//! The adapter: each question of the port goes to the file that answers it.

use jurat_canon::Hash;
use jurat_engine::{
    AppendError, ForgetScope, InboxMessage, RunAppend, RunId, RunLease, RunRow, RunStore,
    SealedEvent, StoreError,
};

use super::{commit, inbox, lease, retention, run_queries, store::SqliteStore};

impl RunStore for SqliteStore {
    fn claim(&self, run: RunId, new: bool) -> Result<Box<dyn RunLease>, StoreError> {
        Ok(Box::new(lease::claim(self, run, new)?))
    }

    fn commit(&self, batch: &[RunAppend]) -> Result<Vec<Result<(), AppendError>>, StoreError> {
        self.write(|db| commit::commit(db, batch))
    }

    fn run(&self, run: RunId) -> Result<Option<RunRow>, StoreError> {
        run_queries::run(self, run)
    }

    fn runs(&self) -> Result<Vec<RunRow>, StoreError> {
        run_queries::runs(self)
    }

    fn events(
        &self,
        run: RunId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<SealedEvent>, StoreError> {
        self.read(|db| run_queries::events(db, run, from, limit))
    }

    fn headers(
        &self,
        run: RunId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<SealedEvent>, StoreError> {
        self.read(|db| run_queries::headers(db, run, from, limit))
    }

    fn blob(&self, hash: Hash) -> Result<Option<Vec<u8>>, StoreError> {
        run_queries::blob(self, hash)
    }

    fn snapshot(&self, run: RunId, at: u64) -> Result<Option<(u64, Hash)>, StoreError> {
        self.read(|db| run_queries::snapshot(db, run, at))
    }

    fn send(&self, run: RunId, message: &InboxMessage) -> Result<u64, StoreError> {
        inbox::send(self, run, message)
    }

    fn inbox(&self, run: RunId) -> Result<Vec<(u64, InboxMessage)>, StoreError> {
        self.read(|db| inbox::waiting(db, run))
    }

    fn forget(&self, run: RunId, what: ForgetScope) -> Result<(), StoreError> {
        retention::forget(self, run, what)
    }

    fn place(&self) -> String {
        self.files().database.display().to_string()
    }
}
