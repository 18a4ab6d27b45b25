//! How the parts fit together, for the binary and for tests that start it.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use jurat_engine::{EngineOptions, RunId, SystemClock};
use jurat_ingest::ChildLauncher;
use uuid::Uuid;

/// Events between two snapshots of a run, at least.
const SNAPSHOT_EVERY: u64 = 256;

/// The folder of all corpora.
pub fn corpora(store: &Path) -> PathBuf {
    store.join("corpora")
}

/// The folder of all packs that were added.
pub fn packs(store: &Path) -> PathBuf {
    store.join("packs")
}

/// The folder of clones while they are looked at.
pub fn submissions(store: &Path) -> PathBuf {
    store.join("submissions")
}

/// The folder of what was read of files of matters.
pub fn readings(store: &Path) -> PathBuf {
    store.join("readings")
}

/// How the binary's engine works.
pub fn engine_options(workers: usize) -> EngineOptions {
    EngineOptions {
        workers,
        clock: Arc::new(SystemClock),
        snapshot_every: SNAPSHOT_EVERY,
    }
}

/// A name for a new run: later ones sort after earlier ones.
pub fn new_run_id() -> RunId {
    RunId::from_bytes(*Uuid::now_v7().as_bytes())
}

/// How this program, found at `program`, starts itself as a limited child.
pub fn launcher(program: PathBuf) -> ChildLauncher {
    ChildLauncher { program, args: vec!["sandbox".into()] }
}

/// How this program, found at `program`, starts itself as the guard of a worker's command.
pub fn guard(program: PathBuf) -> ChildLauncher {
    ChildLauncher { program, args: vec!["worker-guard".into()] }
}
