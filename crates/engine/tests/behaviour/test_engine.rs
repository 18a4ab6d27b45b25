//! An engine in memory, a definition from JSON, and a run that may not take for ever.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::AtomicU64, atomic::Ordering},
    time::{Duration, Instant},
};

use jurat_engine::{
    Engine, EngineOptions, Event, EventCause, FixedClock, InboxMessage, MemoryStore,
    RedecideResult, RunEnd, RunHandle, RunId, RunOutcome, RunRequest, RunStore, StageOverview,
    StateOperation, WaitResult, Workflow, WorkflowPlan, load, load_run, pinned_definition,
    redecide, replay,
};
use serde_json::{Value as Json, json};

use crate::scripted_stage::{Done, registry};

/// Long enough on a busy machine; a run that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(20);

/// An engine and what its stages did.
pub(crate) struct Rig {
    pub(crate) store: MemoryStore,
    pub(crate) engine: Engine,
    pub(crate) done: Done,
    next: AtomicU64,
}

/// A run that ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) run: RunId,
    pub(crate) outcome: RunOutcome,
    pub(crate) reasons: Vec<String>,
    pub(crate) state: Json,
    pub(crate) events: Vec<Event>,
    pub(crate) calls: Vec<String>,
    pub(crate) end: RunEnd,
}

impl Rig {
    pub(crate) fn new() -> Self {
        Self::with_workers(4)
    }

    pub(crate) fn with_workers(workers: usize) -> Self {
        let store = MemoryStore::default();
        let engine = engine(Arc::new(store.clone()), workers);
        Self {
            store,
            engine,
            done: Done::default(),
            next: AtomicU64::new(1),
        }
    }

    pub(crate) fn id(&self) -> RunId {
        RunId::from_number(self.next.fetch_add(1, Ordering::Relaxed).into())
    }

    /// Binds a definition; the channels that all tests use need not be written out.
    pub(crate) fn workflow(&self, definition: Json) -> Arc<Workflow> {
        let checked = load(&complete(definition).to_string());
        let checked = checked.unwrap_or_else(|found| panic!("refused: {found}"));
        Arc::new(Workflow::bind(checked, &registry(&self.done)).unwrap())
    }

    pub(crate) fn start(&self, workflow: &Arc<Workflow>, params: Json) -> RunHandle {
        let run = self.id();
        let params: BTreeMap<String, Json> = serde_json::from_value(params).unwrap();
        let request = RunRequest { run, params, input: BTreeMap::new() };
        self.engine.start(workflow, request).unwrap()
    }

    pub(crate) fn run(&self, definition: Json) -> Ended {
        self.run_with(definition, json!({}))
    }

    pub(crate) fn run_with(&self, definition: Json, params: Json) -> Ended {
        let handle = self.start(&self.workflow(definition), params);
        self.ended(&handle)
    }

    /// Waits for the end of a run.
    pub(crate) fn ended(&self, handle: &RunHandle) -> Ended {
        let end = match handle.wait_for(PATIENCE) {
            Some(WaitResult::Ended(end)) => end,
            other => panic!("{other:?}; journal: {:#?}", self.events(handle.run())),
        };
        self.decided_again(handle.run());
        Ended {
            run: handle.run(),
            outcome: end.outcome,
            reasons: end.reasons.clone(),
            state: handle.state(),
            events: self.events(handle.run()),
            calls: self.done.calls(),
            end,
        }
    }

    /// Where the stages of a run stand, as whoever reads the store sees it.
    pub(crate) fn stages(&self, run: RunId) -> Vec<StageOverview> {
        load_run(&self.store, run, &self.plan(run), None).unwrap().stages()
    }

    /// What a run is pinned to.
    pub(crate) fn plan(&self, run: RunId) -> Arc<WorkflowPlan> {
        let row = self.store.run(run).unwrap().unwrap();
        let text = pinned_definition(&self.store, row.new_run.definition).unwrap();
        Arc::new(WorkflowPlan::new(load(&text).unwrap()))
    }

    /// Whatever a test did, its journal says what the causes lead to.
    fn decided_again(&self, run: RunId) {
        let Some(row) = self.store.run(run).unwrap() else { return };
        let text = pinned_definition(&self.store, row.new_run.definition).unwrap();
        let plan = Arc::new(WorkflowPlan::new(load(&text).unwrap()));
        let again = redecide(&self.store, run, &plan).unwrap();
        assert!(
            !matches!(again, RedecideResult::Unlike(_)),
            "{again:?}: {:#?}",
            self.events(run)
        );
        // A stage that fails until the world is mended depends on more than its input.
        if !text.contains("mends") {
            self.executed_again(run, &text);
        }
    }

    /// Whatever a test did, its journal suffices to do it again, and nothing is paid for it.
    fn executed_again(&self, run: RunId, definition: &str) {
        let world = Done::default();
        let workflow = Workflow::bind(load(definition).unwrap(), &registry(&world)).unwrap();
        let replayed = replay(&self.store, run, &Arc::new(workflow)).unwrap();
        assert!(replayed.same, "{replayed:#?}: {:#?}", self.events(run));
        assert_eq!(world.paid(), [] as [&str; 0]);
    }

    pub(crate) fn events(&self, run: RunId) -> Vec<Event> {
        let sealed = self.store.events(run, 1, usize::MAX).unwrap();
        let parse = |sealed: &jurat_engine::SealedEvent| {
            serde_json::from_slice(sealed.payload.as_ref().unwrap()).unwrap()
        };
        sealed.iter().map(parse).collect()
    }

    /// Sends a word, as soon as the run can be spoken to.
    pub(crate) fn send(&self, run: RunId, message: &InboxMessage) {
        self.until(run, |_| true);
        self.store.send(run, message).unwrap();
    }

    /// Waits until the journal of a run holds what is looked for.
    pub(crate) fn until(&self, run: RunId, found: impl Fn(&Event) -> bool) {
        let since = Instant::now();
        while !self.events(run).iter().any(&found) {
            assert!(since.elapsed() < PATIENCE, "it never came: {:#?}", self.events(run));
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// An engine on a store.
pub(crate) fn engine(store: Arc<dyn RunStore>, workers: usize) -> Engine {
    let clock = Arc::new(FixedClock(0));
    Engine::new(store, EngineOptions { workers, clock, snapshot_every: 1000 }).unwrap()
}

/// Runs a definition on an engine of its own.
pub(crate) fn run(definition: Json) -> Ended {
    Rig::new().run(definition)
}

/// Fills in a name and the channels that all tests use.
pub(crate) fn complete(mut definition: Json) -> Json {
    let usual = json!({
        "log": {"type": "array", "reducer": "append"},
        "list": {"type": "array"},
        "replies": {"type": "array", "reducer": "append"},
        "n": {"type": "int", "default": 0},
        "saw": {},
        "said": {"type": "object"},
    });
    if definition.get("name").is_none() {
        definition["name"] = json!("test");
    }
    let mut channels = usual;
    if let Some(more) = definition.get("channels").and_then(Json::as_object) {
        for (name, channel) in more {
            channels[name] = channel.clone();
        }
    }
    definition["channels"] = channels;
    definition
}

impl Ended {
    /// Kinds of events, with the instance where there is one.
    pub(crate) fn kinds(&self) -> Vec<String> {
        let name = |event: &Event| format!("{} {}", event.cause.kind(), event.cause.subject());
        self.events
            .iter()
            .map(|event| name(event).trim_end().to_owned())
            .collect()
    }

    /// Place of an event in the journal.
    pub(crate) fn place(&self, kind: &str) -> usize {
        let found = self.kinds().iter().position(|found| found == kind);
        found.unwrap_or_else(|| panic!("no `{kind}` in {:#?}", self.kinds()))
    }

    pub(crate) fn has(&self, kind: &str) -> bool {
        self.kinds().iter().any(|found| found == kind)
    }

    pub(crate) fn ops(&self) -> Vec<&StateOperation> {
        self.events.iter().flat_map(|event| &event.ops).collect()
    }

    /// Failed attempts: instance, class and words.
    pub(crate) fn failures(&self) -> Vec<(String, String)> {
        let failed = |event: &Event| match &event.cause {
            EventCause::Failed(failed) => {
                let class = serde_json::to_value(failed.class).unwrap();
                let class = class.as_str().unwrap().to_owned();
                Some((format!("{} {class}", failed.at), failed.message.clone()))
            }
            _ => None,
        };
        self.events.iter().filter_map(failed).collect()
    }

    pub(crate) fn count(&self, stage: &str) -> usize {
        self.calls
            .iter()
            .filter(|call| call.split('@').next() == Some(stage))
            .count()
    }
}
