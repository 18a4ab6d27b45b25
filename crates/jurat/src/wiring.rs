//! How the parts fit together, for the binary and for tests that bring their own store.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use jurat_engine::{Options, Registry, RunId, SystemClock, Workflow};
use jurat_evidence_first::library::{Corpora, Library};
use jurat_ingest::Launcher;
use jurat_system::{Services, catalog::Catalog};
use jurat_systems::ALL;
use uuid::Uuid;

/// Events between two snapshots of a run, at least.
const SNAPSHOT_EVERY: u64 = 256;

/// The stage functions of all systems.
pub fn registry(services: &Services) -> Registry {
    ALL.registry(services)
}

/// What stages reach outside by: the corpora below a folder, by words alone; no model, no
/// submissions.
pub fn services(store: &Path) -> Services {
    let corpora = Corpora::new(corpora(store), Box::new(|| Ok(None)));
    Services::default().with::<dyn Library>(Arc::new(corpora))
}

/// The folder of all corpora.
pub fn corpora(store: &Path) -> PathBuf {
    store.join("corpora")
}

/// A built-in workflow ready to run, or what is wrong with it.
pub fn workflow(name: &str) -> Result<Arc<Workflow>, String> {
    let catalog = Catalog::new(ALL, &services(Path::new(".")));
    catalog.workflow(name).map_err(|error| error.to_string())
}

/// How the binary's engine works.
pub fn engine_options(workers: usize) -> Options {
    Options {
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
pub fn launcher(program: PathBuf) -> Launcher {
    Launcher { program, args: vec!["sandbox".into()] }
}
