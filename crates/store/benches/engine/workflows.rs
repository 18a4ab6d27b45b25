//! The workflows that are measured: a chain, a fan-out, a loop.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use jurat_engine::{
    Channel, Engine, Patch, RunHandle, RunId, RunOutcome, RunRequest, StageRegistry, StageSpec,
    WaitResult, Workflow, load,
};
use serde_json::{Value as Json, json};

const COUNT: Channel<u64> = Channel::new("count");
const LIST: Channel<Vec<Json>> = Channel::new("list");

/// Seven stages that each count one.
pub(crate) fn chain(effect: &str) -> Arc<Workflow> {
    let stage = |n: usize| {
        let before = if n == 0 { vec![] } else { vec![format!("s{}", n - 1)] };
        json!({"id": format!("s{n}"), "run": "count", "depends_on": before, "effect": effect,
            "writes": ["count"]})
    };
    bind(&json!({
        "name": "chain",
        "channels": {"count": {"type": "int", "reducer": "sum"}},
        "stages": (0..7).map(stage).collect::<Vec<_>>(),
        "outputs": {"count": "state.count"},
    }))
}

/// A list, one instance per element, a join.
pub(crate) fn fan_out() -> Arc<Workflow> {
    bind(&json!({
        "name": "fan",
        "channels": {"list": {"type": "array", "reducer": "append"},
            "items": {"type": "array"}},
        "stages": [
            {"id": "each", "run": "list", "for_each": "state.items", "writes": ["list"]},
            {"id": "join", "run": "pass", "depends_on": ["each"]},
        ],
    }))
}

/// One stage, over and over.
pub(crate) fn looping(limit: u64, run: &str, bytes: usize) -> Arc<Workflow> {
    bind(&json!({
        "name": "loop",
        "channels": {
            "count": {"type": "int", "reducer": "sum", "across_epochs": "keep"},
            "list": {"type": "array", "reducer": "append", "across_epochs": "keep"},
            "big": {"type": "string"},
        },
        "stages": [{"id": "again", "run": run, "with": {"bytes": bytes},
            "writes": ["count", "list"]}],
        "loop_back": [{"from": "again", "to": "again", "when": "true", "limit": limit,
            "on_exhausted": {"outcome": "completed"}}],
    }))
}

fn bind(definition: &Json) -> Arc<Workflow> {
    let checked = load(&definition.to_string()).unwrap();
    let specs = [
        StageSpec::compute("count", |_, _: &Json| Ok(Patch::of(COUNT, 1))),
        StageSpec::compute("list", |_, _: &Json| Ok(Patch::of(LIST, vec![json!(1)]))),
        StageSpec::compute("tick", |_, _: &Json| {
            ticks().push(Instant::now());
            Ok(Patch::of(COUNT, 1).and(LIST, vec![json!("0123456789".repeat(10))]))
        }),
        StageSpec::compute("grow", |ctx, with: &Json| {
            let bytes = with["bytes"].as_u64().unwrap_or(0);
            Ok(Patch::of(LIST, vec![json!(noise(u64::from(ctx.epoch()), bytes))]))
        }),
    ];
    Arc::new(Workflow::bind(checked, &StageRegistry::of(specs)).unwrap())
}

/// When each step of a loop began.
pub(crate) fn ticks() -> MutexGuard<'static, Vec<Instant>> {
    static TICKS: Mutex<Vec<Instant>> = Mutex::new(Vec::new());
    TICKS.lock().unwrap()
}

/// Text that no codec can shorten much: 85 different characters, each as likely.
pub(crate) fn noise(seed: u64, bytes: u64) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from(b'(' + u8::try_from(state % 85).unwrap())
    };
    (0..bytes).map(|_| next()).collect()
}

/// Runs a workflow on the caller's thread and checks that it did its work.
pub(crate) fn run(engine: &Engine, workflow: &Arc<Workflow>) {
    let (_, stopped) = engine.run(workflow, request(json!({}))).unwrap();
    check(&stopped);
}

/// Starts a run under a new name.
pub(crate) fn start(engine: &Engine, workflow: &Arc<Workflow>, input: Json) -> RunHandle {
    engine.start(workflow, request(input)).unwrap()
}

fn request(input: Json) -> RunRequest {
    static RUNS: AtomicU64 = AtomicU64::new(1);
    let run = RunId::from_number(u128::from(RUNS.fetch_add(1, Ordering::Relaxed)));
    let input = serde_json::from_value(input).unwrap();
    RunRequest { run, params: BTreeMap::new(), input }
}

/// Waits for a run and checks that it did its work.
pub(crate) fn finish(handle: &RunHandle) {
    check(&handle.wait());
}

fn check(stopped: &WaitResult) {
    match stopped {
        WaitResult::Ended(end) if end.outcome == RunOutcome::Completed => {}
        other => unreachable!("the run stopped: {other:?}"),
    }
}
