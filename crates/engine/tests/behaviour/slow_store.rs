//! A store that takes its time: the writer commits, and only what must wait for it does.

use std::{sync::Arc, time::Duration};

use jurat_engine::{RunOutcome, RunRequest, RunStore, WaitResult, chain_faults};
use serde_json::{Value as Json, json};

use crate::{
    failing_store::Mortal,
    test_engine::{Rig, engine},
};

#[test]
fn pure_stages_run_ahead_of_the_disk() {
    let commits = check(&chain(&json!({})));
    assert!(commits <= 4, "{commits} commits for seven pure stages");
}

#[test]
fn stages_that_reach_outside_wait_for_the_disk() {
    let commits = check(&chain(&json!({"effect": "external"})));
    assert!(7 <= commits, "{commits} commits for seven external stages");
}

#[test]
fn paid_calls_wait_for_the_disk() {
    let with = json!({"pays": ["hello", 1]});
    check(&chain(&json!({"effect": "paid", "writes": ["replies"], "with": with})));
}

#[test]
fn paid_calls_of_stages_that_wait_do_too() {
    let with = json!({"pays": ["hello", 1]});
    check(&chain(
        &json!({"run": "wait", "effect": "paid", "writes": ["replies"], "with": with}),
    ));
}

#[test]
fn a_wide_fan_out_is_one_run_like_any_other() {
    let list: Vec<u32> = (0..300).collect();
    check(&json!({
        "params": {"list": {"type": "array", "default": list}},
        "stages": [
            {"id": "each", "run": "do", "for_each": "params.list", "writes": ["log"],
             "with": {"signs": "log"}},
            {"id": "last", "run": "do", "depends_on": ["each"], "writes": ["saw"],
             "with": {"copies": ["log", "saw"]}},
        ],
    }));
}

/// The same run on a slow store and in memory ends in the same state. Says how many commits
/// the slow one took.
fn check(definition: &Json) -> usize {
    let rig = Rig::new();
    let workflow = rig.workflow(definition.clone());
    let expected = rig.ended(&rig.start(&workflow, json!({})));
    let pause = Duration::from_millis(20);
    let store = Mortal::slow(&rig.store, pause);
    let owner = engine(Arc::new(store.clone()), 4);
    let (params, input) = Default::default();
    let request = RunRequest { run: rig.id(), params, input };
    let handle = owner.start(&workflow, request).unwrap();
    let Some(WaitResult::Ended(end)) = handle.wait_for(Duration::from_secs(20)) else {
        panic!("it did not end: {:#?}", rig.events(handle.run()));
    };
    assert_eq!((end.outcome, handle.state()), (RunOutcome::Completed, expected.state));
    assert_eq!(chain_faults(&store, handle.run()).unwrap(), (vec![], 0));
    assert_eq!(rig.events(handle.run()).len(), expected.events.len());
    let row = store.run(handle.run()).unwrap().unwrap();
    assert_eq!(row.summary.outcome, RunOutcome::Completed);
    store.commits()
}

fn chain(more: &Json) -> Json {
    let mut stages: Vec<Json> = Vec::new();
    for id in ["a", "b", "c", "d", "e", "f", "g"] {
        let after: Vec<Json> =
            stages.last().map(|stage| stage["id"].clone()).into_iter().collect();
        let mut stage = json!({"id": id, "run": "do", "depends_on": after});
        for (key, value) in more.as_object().unwrap() {
            stage[key] = value.clone();
        }
        stages.push(stage);
    }
    json!({"stages": stages})
}
