//! A run of an audit to its end, with readers in children and research over whatever a test gives it.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use jurat_engine::{
    Engine, EngineOptions, FixedClock, MemoryStore, RunId, RunOutcome, RunRequest, RunStore,
    WaitResult,
};
use jurat_immigration_audit::{
    SYSTEM,
    matter_reader::{LocalMatterReader, MatterReader, ReadMatter},
    model::AuditReport,
    research::{NoResearchDesk, ResearchDesk},
};
use jurat_ingest::ChildLauncher;
use jurat_system::{ServiceRegistry, System, SystemSet, catalog::WorkflowCatalog};
use serde::Deserialize as _;
use serde_json::{Value as Json, json};

/// What makes this program a child that reads one file.
pub(crate) const CHILD: &str = "read-in-child";

static SYSTEMS: [System; 1] = [SYSTEM];
pub(crate) const ALL: SystemSet = SystemSet(&SYSTEMS);

pub(crate) const WORKFLOWS: [&str; 6] = [
    "risk_audit",
    "initial_assessment",
    "final_review",
    "refusal_analysis",
    "document_list",
    "client_guidance",
];
pub(crate) const TIERS: [&str; 3] = ["guest", "pro", "ultra"];
pub(crate) const AS_OF: &str = "2026-01-09";

/// A run at its end: the outcome, the final state.
pub(crate) struct AuditedFolder {
    pub(crate) outcome: RunOutcome,
    pub(crate) reasons: Vec<String>,
    pub(crate) state: Json,
}

impl AuditedFolder {
    pub(crate) fn report(&self) -> AuditReport {
        AuditReport::deserialize(&self.state["report"])
            .unwrap_or_else(|error| panic!("{error}: {:?} {:?}", self.outcome, self.reasons))
    }
}

/// An audit of a folder; a visitor's visa is asked for where nothing else is said.
#[derive(Clone)]
pub(crate) struct AskedAudit<'a> {
    pub(crate) workflow: &'a str,
    pub(crate) tier: &'a str,
    pub(crate) application: &'a str,
    pub(crate) folder: &'a Path,
    pub(crate) desk: Arc<dyn ResearchDesk>,
}

impl<'a> AskedAudit<'a> {
    pub(crate) fn new((workflow, tier): (&'a str, &'a str), folder: &'a Path) -> Self {
        Self {
            workflow,
            tier,
            application: "visitor",
            folder,
            desk: Arc::new(NoResearchDesk),
        }
    }

    pub(crate) fn catalog(&self) -> WorkflowCatalog {
        let services = ServiceRegistry::default()
            .with::<dyn MatterReader>(Arc::new(KeptReadings))
            .with::<dyn ResearchDesk>(Arc::clone(&self.desk));
        WorkflowCatalog::new(ALL, &services)
    }

    pub(crate) fn request(&self) -> RunRequest {
        let params = BTreeMap::from([
            ("folder".to_owned(), json!(self.folder)),
            ("tier".to_owned(), json!(self.tier)),
            ("application_type".to_owned(), json!(self.application)),
            ("as_of".to_owned(), json!(AS_OF)),
        ]);
        RunRequest {
            run: RunId::from_number(1),
            params,
            input: BTreeMap::new(),
        }
    }

    /// Runs it, and checks its bundle: a bundle that does not hold is an error.
    pub(crate) fn run(&self) -> AuditedFolder {
        let store = MemoryStore::default();
        let engine = engine(Arc::new(store.clone()));
        let handle = self.catalog().start(&engine, self.workflow, self.request()).unwrap();
        let WaitResult::Ended(end) = handle.wait() else { panic!("it did not end") };
        let state = handle.state();
        let run = RunId::from_number(1);
        if let Some(finished) = ALL.finished((run, self.workflow), &state).unwrap() {
            finished
                .bundle(ALL, &store, (&[], None))
                .unwrap_or_else(|wrong| panic!("{} {}: {wrong}", self.workflow, self.tier));
        }
        AuditedFolder { outcome: end.outcome, reasons: end.reasons, state }
    }
}

pub(crate) fn engine(store: Arc<dyn RunStore>) -> Engine {
    let options = EngineOptions {
        workers: 2,
        clock: Arc::new(FixedClock(0)),
        snapshot_every: 64,
    };
    Engine::new(store, options).unwrap()
}

/// Runs a workflow over files.
pub(crate) fn audited(workflow: &str, tier: &str, files: &[(&str, &str)]) -> AuditedFolder {
    let folder = folder_of(files);
    AskedAudit::new((workflow, tier), folder.path()).run()
}

/// Files in a folder of their own.
pub(crate) fn folder_of(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

static READ: Mutex<BTreeMap<String, ReadMatter>> = Mutex::new(BTreeMap::new());

/// Reads each folder once: eighteen runs are over the same.
#[derive(Default)]
struct KeptReadings;

impl MatterReader for KeptReadings {
    fn read(&self, folder: &str) -> Result<ReadMatter, String> {
        if let Some(read) = READ.lock().unwrap_or_else(PoisonError::into_inner).get(folder) {
            return Ok(read.clone());
        }
        let read = local_reader().read(folder)?;
        READ.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(folder.to_owned(), read.clone());
        Ok(read)
    }

    fn pack_text(&self, path: &str) -> Result<String, String> {
        local_reader().pack_text(path)
    }
}

/// Who reads files in children of this program.
pub(crate) fn local_reader() -> LocalMatterReader {
    LocalMatterReader::new(Box::new(|| Ok(launcher())))
}

pub(crate) fn launcher() -> ChildLauncher {
    ChildLauncher {
        program: std::env::current_exe().unwrap(),
        args: vec![CHILD.into()],
    }
}
