//! Forks: a run continued from any of its events ends as it did.

use jurat_engine::{EngineError, Event, RunOutcome, RunStore, chain_faults, repeated_acts};
use serde_json::{Value as Json, json};

use crate::test_engine::Rig;

#[test]
fn a_fork_at_any_event_ends_in_the_same_state() {
    let rig = Rig::new();
    let workflow = rig.workflow(winding());
    let end = rig.ended(&rig.start(&workflow, json!({})));
    assert_eq!(end.outcome, RunOutcome::Incomplete, "{:?}", end.reasons);
    let last = end.events.len() as u64;
    for at in 1..last {
        let fork = rig.engine.fork(end.run, at, &workflow, (rig.id(), false)).unwrap();
        let forked = rig.ended(&fork);
        assert_eq!((forked.outcome, &forked.state), (end.outcome, &end.state), "at {at}");
        assert_eq!(chain_faults(&rig.store, forked.run).unwrap(), (vec![], 0));
        let parent = rig.store.run(forked.run).unwrap().unwrap().new_run.parent;
        assert_eq!(parent, Some((end.run, at)));
    }
    let over = rig.engine.fork(end.run, last, &workflow, (rig.id(), false)).err();
    assert!(matches!(over, Some(EngineError::Over { .. })), "{over:?}");
    let beyond = rig.engine.fork(end.run, last + 1, &workflow, (rig.id(), false)).err();
    assert!(matches!(beyond, Some(EngineError::NoEvent { .. })), "{beyond:?}");
}

#[test]
fn a_fork_leaves_its_parent_as_it_was() {
    let rig = Rig::new();
    let workflow = rig.workflow(winding());
    let end = rig.ended(&rig.start(&workflow, json!({})));
    rig.ended(&rig.engine.fork(end.run, 3, &workflow, (rig.id(), false)).unwrap());
    assert_eq!(rig.events(end.run), end.events);
}

/// A fan-out, an optional failure, a route, a long value and a loop.
fn winding() -> Json {
    json!({
        "params": {"list": {"type": "array", "default": [1, 2, 3]}},
        "channels": {"kept": {"type": "array", "reducer": "append", "across_epochs": "keep"}},
        "stages": [
            {"id": "each", "run": "do", "for_each": "params.list", "writes": ["log", "kept"],
             "with": {"signs": "log", "writes": {"kept": ["x".repeat(5000)]}}},
            {"id": "bad", "run": "do", "depends_on": ["each"], "required": false,
             "with": {"fails": "permanent"}},
            {"id": "fork", "run": "do", "depends_on": ["bad"], "writes": ["n"],
             "with": {"counts": "n"},
             "route": [{"when": "epoch == 0", "to": "left"}, {"to": "right"}]},
            {"id": "left", "run": "do", "depends_on": ["fork"], "writes": ["log"],
             "with": {"signs": "log"}},
            {"id": "right", "run": "do", "depends_on": ["fork"], "writes": ["log"],
             "with": {"signs": "log"}},
            {"id": "check", "run": "do", "depends_on": ["left", "right"], "writes": ["saw"],
             "with": {"copies": ["log", "saw"]}},
            {"id": "last", "run": "pass", "depends_on": ["check"]},
        ],
        "loop_back": [{"from": "check", "to": "each", "when": "true", "limit": 1}],
    })
}

#[test]
fn acts_that_a_fork_would_do_again_are_named() {
    let rig = Rig::new();
    let workflow = rig.workflow(json!({"stages": [
        {"id": "first", "run": "do"},
        {"id": "send", "run": "do", "depends_on": ["first"], "effect": "external"},
        {"id": "between", "run": "do", "depends_on": ["send"]},
        {"id": "post", "run": "do", "depends_on": ["between"], "effect": "external"},
        {"id": "last", "run": "do", "depends_on": ["post"]},
    ]}));
    let end = rig.ended(&rig.start(&workflow, json!({})));
    let plan = rig.plan(end.run);
    let again = |at| repeated_acts(&rig.store, &plan, (end.run, at)).unwrap();
    let done = |stage: &str| {
        let is_it =
            |event: &Event| event.cause.kind() == "completed" && event.cause.subject() == stage;
        end.events.iter().position(is_it).unwrap() as u64 + 1
    };
    assert_eq!(again(1), ["send", "post"]);
    assert_eq!(again(done("first@0#0")), ["send", "post"]);
    // What is done at the event is kept.
    assert_eq!(again(done("send@0#0")), ["post"]);
    assert!(again(done("post@0#0")).is_empty());
}

#[test]
fn an_act_that_failed_or_was_cut_off_may_have_been_done() {
    let rig = Rig::new();
    let workflow = rig.workflow(json!({"stages": [
        {"id": "send", "run": "do", "effect": "external", "with": {"fails": "permanent"}},
    ]}));
    let end = rig.ended(&rig.start(&workflow, json!({})));
    assert_eq!(end.outcome, RunOutcome::Failed);
    let last = end.events.len() as u64;
    let acts = repeated_acts(&rig.store, &rig.plan(end.run), (end.run, last)).unwrap();
    assert_eq!(acts, ["send"]);
}
