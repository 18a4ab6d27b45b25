//! A store that stops the world at its n-th commit, before or after, so that it can be killed there.

use std::{
    io::Write,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use jurat_canon::Hash;
use jurat_engine::{
    AppendError, ForgetScope, InboxMessage, RunAppend, RunId, RunLease, RunRow, RunStore,
    SealedEvent, StoreError,
};
use jurat_store::SqliteStore;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    Never,
    Before(u64),
    After(u64),
}

pub(crate) struct Pausing {
    pub(crate) store: SqliteStore,
    pub(crate) stop: Stop,
    pub(crate) commits: AtomicU64,
}

impl Pausing {
    #[expect(clippy::disallowed_methods, reason = "the test reads it, no terminal does")]
    fn pause_if(&self, here: Stop) {
        if self.stop != here {
            return;
        }
        println!("paused");
        std::io::stdout().flush().unwrap();
        loop {
            thread::park();
        }
    }
}

impl RunStore for Pausing {
    fn claim(&self, run: RunId, new: bool) -> Result<Box<dyn RunLease>, StoreError> {
        self.store.claim(run, new)
    }

    fn commit(&self, batch: &[RunAppend]) -> Result<Vec<Result<(), AppendError>>, StoreError> {
        let number = self.commits.fetch_add(1, Ordering::SeqCst) + 1;
        self.pause_if(Stop::Before(number));
        let committed = self.store.commit(batch);
        self.pause_if(Stop::After(number));
        committed
    }

    fn run(&self, run: RunId) -> Result<Option<RunRow>, StoreError> {
        self.store.run(run)
    }

    fn runs(&self) -> Result<Vec<RunRow>, StoreError> {
        self.store.runs()
    }

    fn events(
        &self,
        run: RunId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<SealedEvent>, StoreError> {
        self.store.events(run, from, limit)
    }

    fn headers(
        &self,
        run: RunId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<SealedEvent>, StoreError> {
        self.store.headers(run, from, limit)
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
