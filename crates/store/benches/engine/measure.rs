//! Clocks, folders and stores for the benches.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use jurat_canon::Hash;
use jurat_engine::{
    AppendError, Engine, EngineOptions, ForgetScope, InboxMessage, RunAppend, RunId, RunLease,
    RunRow, RunStore, SealedEvent, StoreError, SystemClock,
};
use jurat_store::{CommitDurability, SqliteStore};
use rustix::time::{ClockId, clock_gettime};

/// CPU time of this process.
pub(crate) fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap(), u32::try_from(time.tv_nsec).unwrap())
}

pub(crate) fn micros(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e8).round() / 100.0
}

pub(crate) fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1000.0
}

pub(crate) fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

pub(crate) fn engine(store: Arc<dyn RunStore>, workers: usize) -> Engine {
    let options = EngineOptions {
        workers,
        clock: Arc::new(SystemClock),
        snapshot_every: 1000,
    };
    Engine::new(store, options).unwrap()
}

pub(crate) fn sqlite(dir: &Path, durability: CommitDurability) -> Arc<Counting> {
    let store = SqliteStore::open(dir, jurat_store::SqliteOptions { durability }).unwrap();
    Arc::new(Counting { store, commits: AtomicU64::new(0) })
}

/// Bytes of the database, its log folded in.
pub(crate) fn disk(dir: &Path) -> u64 {
    let file = |path: std::path::PathBuf| std::fs::metadata(path).map_or(0, |file| file.len());
    std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| file(entry.unwrap().path()))
        .sum()
}

/// A SQLite store that counts its commits.
pub(crate) struct Counting {
    store: SqliteStore,
    commits: AtomicU64,
}

impl Counting {
    pub(crate) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }
}

impl RunStore for Counting {
    fn claim(&self, run: RunId, new: bool) -> Result<Box<dyn RunLease>, StoreError> {
        self.store.claim(run, new)
    }

    fn commit(&self, batch: &[RunAppend]) -> Result<Vec<Result<(), AppendError>>, StoreError> {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.store.commit(batch)
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
