//! One question, from the search to the checked bundle, through the engine.

use std::{collections::BTreeMap, fs, path::Path, sync::Arc, time::Duration};

use jurat_canon::Hash;
use jurat_compose::EvidenceReport;
use jurat_engine::{
    Engine, EngineOptions, FixedClock, RunHandle, RunId, RunRequest, RunStore, WaitResult,
    Workflow, load,
};
use jurat_evidence_first::SYSTEM;
use jurat_model::SourceExhibit;
use jurat_retrieve::library::{OpenCorpus, PassageRetriever};
use jurat_store::{CommitDurability, SqliteStore};
use jurat_system::{ServiceRegistry, attach_audits::attached};
use jurat_systems::ALL;
use rustix::time::{ClockId, clock_gettime};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json, json};

use crate::{corpus::NAME, proving};

/// CPU time spent so far, and what was taken for what.
pub(crate) struct Watch {
    last: Duration,
    pub(crate) times: Map<String, Json>,
}

impl Watch {
    pub(crate) fn start() -> Self {
        Self { last: cpu(), times: Map::new() }
    }

    /// What was spent since the last lap.
    pub(crate) fn lap(&mut self, name: &str) {
        let spent = cpu().saturating_sub(self.last);
        self.times.insert(name.to_owned(), json!(spent.as_secs_f64() * 1e3));
        self.last = cpu();
    }
}

/// Asks as `jurat ask --report … --bundle …` does, and measures.
pub(crate) fn whole(folder: &Path, question: &str) -> Json {
    let mut watch = Watch::start();
    let library = OpenCorpus::open(folder, NAME).unwrap();
    let services = ServiceRegistry::default().with::<dyn PassageRetriever>(Arc::new(library));
    let runs = tempfile::tempdir().unwrap();
    let options = jurat_store::SqliteOptions { durability: CommitDurability::Full };
    let store: Arc<dyn RunStore> = Arc::new(SqliteStore::open(runs.path(), options).unwrap());
    let engine = engine(&store);
    watch.lap("open");
    let handle = run(&engine, &services, question);
    let state = handle.state();
    let (report, exhibits): (EvidenceReport, Vec<SourceExhibit>) =
        (channel(&state, "report"), channel(&state, "exhibits"));
    watch.lap("answer");
    let files = proving::rendered(&report, &exhibits);
    watch.lap("render");
    let bundle = proving::bundle(handle.run(), &*store, &files);
    watch.lap("bundle");
    proving::check(&bundle);
    watch.lap("verify");
    json!({
        "times": watch.times,
        "hash": Hash::of(&bundle).to_string(),
        "result": report.result,
        "exhibit_bytes": exhibits.iter().map(|one| one.text.len()).sum::<usize>(),
        "bundle_bytes": bundle.len(),
        "peak_mb": peak(),
    })
}

fn engine(store: &Arc<dyn RunStore>) -> Engine {
    let options = EngineOptions {
        workers: 2,
        clock: Arc::new(FixedClock(0)),
        snapshot_every: 256,
    };
    Engine::new(Arc::clone(store), options).unwrap()
}

fn run(engine: &Engine, services: &ServiceRegistry, question: &str) -> RunHandle {
    let checked = load(&attached(SYSTEM.workflows[0].text).unwrap()).unwrap();
    let workflow = Workflow::bind(checked, &ALL.registry(services)).unwrap();
    let params = [("question", question), ("corpus", NAME)];
    let params = params.map(|(name, value)| (name.to_owned(), json!(value)));
    let request = RunRequest {
        run: RunId::from_number(1),
        params: params.into(),
        input: BTreeMap::new(),
    };
    let handle = engine.start(&Arc::new(workflow), request).unwrap();
    let stopped = handle.wait();
    assert!(matches!(stopped, WaitResult::Ended(_)), "{stopped:?}");
    handle
}

fn channel<T: DeserializeOwned>(state: &Json, name: &str) -> T {
    serde_json::from_value(state[name].clone()).unwrap()
}

/// CPU time of this process, all threads.
fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap(), u32::try_from(time.tv_nsec).unwrap())
}

/// The most memory that this process had, in megabytes; 0 where the system does not say.
fn peak() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kib.unwrap_or_default() * 1.024 / 1000.0
}
