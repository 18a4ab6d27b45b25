//! A store whose process dies: after so many events nothing is kept any more.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use jurat_canon::Hash;
use jurat_engine::{
    AppendError, ForgetScope, InboxMessage, MemoryStore, RunAppend, RunId, RunLease, RunRow,
    RunStore, SealedEvent, StoreError,
};

#[derive(Clone)]
pub struct MortalStore {
    pub store: MemoryStore,
    kept: Arc<AtomicUsize>,
    /// Events after which it keeps no more.
    dies_after: usize,
}

impl MortalStore {
    pub fn dying_after(events: usize) -> Self {
        Self {
            store: MemoryStore::default(),
            kept: Arc::default(),
            dies_after: events,
        }
    }

    /// Events that were kept.
    pub fn kept(&self) -> usize {
        self.kept.load(Ordering::SeqCst)
    }
}

impl RunStore for MortalStore {
    fn claim(&self, run: RunId, new: bool) -> Result<Box<dyn RunLease>, StoreError> {
        self.store.claim(run, new)
    }

    fn commit(&self, batch: &[RunAppend]) -> Result<Vec<Result<(), AppendError>>, StoreError> {
        if self.dies_after <= self.kept() {
            return Err(StoreError::Unavailable("dead".into()));
        }
        let done = self.store.commit(batch)?;
        let events = batch.iter().map(|append| append.events.len()).sum();
        self.kept.fetch_add(events, Ordering::SeqCst);
        Ok(done)
    }

    fn is_instant(&self) -> bool {
        self.store.is_instant()
    }

    fn run(&self, run: RunId) -> Result<Option<RunRow>, StoreError> {
        self.store.run(run)
    }

    fn runs(&self) -> Result<Vec<RunRow>, StoreError> {
        self.store.runs()
    }

    fn events(&self, run: RunId, from: u64, n: usize) -> Result<Vec<SealedEvent>, StoreError> {
        self.store.events(run, from, n)
    }

    fn headers(&self, run: RunId, from: u64, n: usize) -> Result<Vec<SealedEvent>, StoreError> {
        self.store.headers(run, from, n)
    }

    fn blob(&self, hash: Hash) -> Result<Option<Vec<u8>>, StoreError> {
        self.store.blob(hash)
    }

    fn snapshot(&self, run: RunId, at: u64) -> Result<Option<(u64, Hash)>, StoreError> {
        self.store.snapshot(run, at)
    }

    fn send(&self, run: RunId, message: &InboxMessage) -> Result<u64, StoreError> {
        self.store.send(run, message)
    }

    fn inbox(&self, run: RunId) -> Result<Vec<(u64, InboxMessage)>, StoreError> {
        self.store.inbox(run)
    }

    fn forget(&self, run: RunId, what: ForgetScope) -> Result<(), StoreError> {
        self.store.forget(run, what)
    }

    fn place(&self) -> String {
        self.store.place()
    }
}
