//! A store that things happen to: its process dies, or someone changes what it holds.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use jurat_canon::Hash;
use jurat_engine::{
    AppendError, ForgetScope, InboxMessage, MemoryStore, RunAppend, RunId, RunLease, RunRow,
    RunStore, SealedEvent, StoreError,
};

/// What someone does to an event.
pub(crate) type Forgery = Arc<dyn Fn(&mut SealedEvent) + Send + Sync>;

/// A memory store that can be made to refuse every commit, and to show events changed.
#[derive(Clone)]
pub(crate) struct Mortal {
    store: MemoryStore,
    forgery: Option<Forgery>,
    dead: Arc<AtomicBool>,
    commits: Arc<AtomicUsize>,
    /// Commits take so long; without it they are done in place.
    pause: Option<Duration>,
}

impl Mortal {
    pub(crate) fn of(store: &MemoryStore, forgery: Option<Forgery>) -> Self {
        Self {
            store: store.clone(),
            forgery,
            dead: Arc::default(),
            commits: Arc::default(),
            pause: None,
        }
    }

    /// A store whose commits are left to the writer, like those of a disk.
    pub(crate) fn slow(store: &MemoryStore, pause: Duration) -> Self {
        Self { pause: Some(pause), ..Self::of(store, None) }
    }

    /// How many commits were made.
    pub(crate) fn commits(&self) -> usize {
        self.commits.load(Ordering::SeqCst)
    }

    pub(crate) fn die(&self) {
        self.dead.store(true, Ordering::SeqCst);
    }

    pub(crate) fn rise(&self) {
        self.dead.store(false, Ordering::SeqCst);
    }
}

impl RunStore for Mortal {
    fn claim(&self, run: RunId, new: bool) -> Result<Box<dyn RunLease>, StoreError> {
        self.store.claim(run, new)
    }

    fn commit(&self, batch: &[RunAppend]) -> Result<Vec<Result<(), AppendError>>, StoreError> {
        if self.dead.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("dead".into()));
        }
        self.commits.fetch_add(1, Ordering::SeqCst);
        if let Some(pause) = self.pause {
            std::thread::sleep(pause);
        }
        self.store.commit(batch)
    }

    fn is_instant(&self) -> bool {
        self.pause.is_none()
    }

    fn run(&self, run: RunId) -> Result<Option<RunRow>, StoreError> {
        self.store.run(run)
    }

    fn runs(&self) -> Result<Vec<RunRow>, StoreError> {
        self.store.runs()
    }

    fn events(&self, run: RunId, from: u64, n: usize) -> Result<Vec<SealedEvent>, StoreError> {
        let mut events = self.store.events(run, from, n)?;
        if let Some(forgery) = &self.forgery {
            for event in &mut events {
                forgery(event);
            }
        }
        Ok(events)
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
