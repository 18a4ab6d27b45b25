//! Whole runs under a fixed clock, byte for byte: the cases that a system names in `golden/cases.json`. `JURAT_UPDATE=1`
//! rewrites what they came to.
#![expect(clippy::unwrap_used, clippy::panic)]

use std::{collections::BTreeMap, env, fs, path::PathBuf, sync::Arc};

use jurat_engine::{
    Engine, EngineOptions, FixedClock, MemoryStore, RunEnd, RunId, RunRequest, StageRegistry,
    WaitResult, Workflow, load,
};
use jurat_system::{ServiceRegistry, System};
use jurat_systems::ALL;
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// A run of a system's own, and the file beside that holds what it comes to.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoldenCase {
    /// In words, what it is there to show.
    shows: String,
    workflow: String,
    #[serde(default)]
    params: BTreeMap<String, Json>,
    /// Channels that are filled before any stage.
    #[serde(default)]
    input: BTreeMap<String, Json>,
    golden: String,
}

#[test]
fn runs_come_to_the_same_bytes() {
    let mut count = 0;
    for system in ALL.0 {
        for case in cases(system) {
            check(system, case);
            count += 1;
        }
    }
    assert!(0 < count, "no system has a `golden/cases.json`");
}

#[test]
fn every_built_in_workflow_loads_under_its_name() {
    for workflow in ALL.workflows() {
        let checked = load(workflow.text).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(checked.definition.name, workflow.name);
        Workflow::bind(checked, &registry()).unwrap();
    }
}

#[test]
fn stage_functions_carry_the_name_of_their_system() {
    let all = |name: &str| {
        ALL.0
            .iter()
            .any(|system| name.starts_with(&format!("{}.", system.name)))
    };
    assert!(registry().names().all(all));
}

fn registry() -> StageRegistry {
    ALL.registry(&ServiceRegistry::default())
}

/// Systems whose runs need more than parameters have none, and tests of their own.
fn cases(system: &System) -> Vec<GoldenCase> {
    let path = golden_folder(system).join("cases.json");
    let Ok(text) = fs::read_to_string(&path) else { return Vec::new() };
    serde_json::from_str(&text).unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()))
}

fn golden_folder(system: &System) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../systems")
        .join(system.name)
        .join("golden")
}

fn check(system: &System, case: GoldenCase) {
    let path = golden_folder(system).join(&case.golden).with_extension("json");
    let shows = case.shows.clone();
    let end = run(case);
    let found = json!({ "outcome": end.outcome, "outputs": end.outputs.unwrap() });
    let found = format!("{found:#}\n");
    if updates() {
        fs::write(&path, &found).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, kept, "{shows}: {} (JURAT_UPDATE=1 rewrites it)", path.display());
}

#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says whether to rewrite")]
fn updates() -> bool {
    env::var_os("JURAT_UPDATE").is_some()
}

fn run(case: GoldenCase) -> RunEnd {
    let built_in = ALL.workflows().find(|it| it.name == case.workflow).unwrap();
    let workflow = Workflow::bind(load(built_in.text).unwrap(), &registry()).unwrap();
    let options = EngineOptions {
        workers: 2,
        clock: Arc::new(FixedClock(0)),
        snapshot_every: 64,
    };
    let engine = Engine::new(Arc::new(MemoryStore::default()), options).unwrap();
    let request = RunRequest {
        run: RunId::from_number(1),
        params: case.params,
        input: case.input,
    };
    let handle = engine.start(&Arc::new(workflow), request).unwrap();
    match handle.wait() {
        WaitResult::Ended(end) => end,
        other => panic!("{other:?}"),
    }
}
