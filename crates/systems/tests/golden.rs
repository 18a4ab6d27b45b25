//! Final outputs of the sample under a fixed clock, byte for byte. `JURAT_UPDATE=1` rewrites them.
#![expect(clippy::unwrap_used, clippy::panic)]

use std::{collections::BTreeMap, env, fs, path::PathBuf, sync::Arc};

use jurat_engine::{
    Engine, EngineOptions, FixedClock, MemoryStore, RunEnd, RunId, RunRequest, StageRegistry,
    WaitResult, Workflow, load,
};
use jurat_system::ServiceRegistry;
use jurat_systems::ALL;
use serde_json::{Value as Json, json};

#[test]
fn the_default_run() {
    check("default", json!({}));
}

#[test]
fn a_retry_leaves_no_trace() {
    check("default", json!({ "flaky": true }));
}

#[test]
fn a_guest_runs_out_of_passes() {
    check("guest_incomplete", json!({ "tier": "guest", "target": 1 }));
}

#[test]
fn a_recount_shares_the_counter() {
    check("recount", json!({ "tier": "ultra", "recount": true }));
}

#[test]
fn a_lost_harvest_is_refused() {
    check("refused", json!({ "bruised": 95 }));
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

#[track_caller]
fn check(golden: &str, params: Json) {
    let end = run(serde_json::from_value(params).unwrap());
    let found = json!({ "outcome": end.outcome, "outputs": end.outputs.unwrap() });
    let found = format!("{found:#}\n");
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../systems/orchard/golden")
        .join(golden)
        .with_extension("json");
    if updates() {
        fs::write(&path, &found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(&path).unwrap(), "{}", path.display());
}

#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says whether to rewrite")]
fn updates() -> bool {
    env::var_os("JURAT_UPDATE").is_some()
}

fn run(params: BTreeMap<String, Json>) -> RunEnd {
    let text = jurat_orchard::SYSTEM.workflows[0].text;
    let workflow = Workflow::bind(load(text).unwrap(), &registry()).unwrap();
    let options = EngineOptions {
        workers: 2,
        clock: Arc::new(FixedClock(0)),
        snapshot_every: 64,
    };
    let engine = Engine::new(Arc::new(MemoryStore::default()), options).unwrap();
    let request = RunRequest {
        run: RunId::from_number(1),
        params,
        input: BTreeMap::new(),
    };
    let handle = engine.start(&Arc::new(workflow), request).unwrap();
    match handle.wait() {
        WaitResult::Ended(end) => end,
        other => panic!("{other:?}"),
    }
}
