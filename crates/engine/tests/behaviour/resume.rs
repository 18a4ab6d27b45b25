//! Runs taken over from an owner that let go, failed or died.

use std::{ops::RangeInclusive, sync::Arc, time::Duration};

use jurat_engine::{
    Engine, EngineError, RunHandle, RunOutcome, RunRequest, RunStore, WaitResult, Workflow,
    chain_faults,
};
use serde_json::{Value as Json, json};

use crate::{
    failing_store::Mortal,
    test_engine::{Rig, engine},
};

#[test]
fn a_run_that_was_let_go_goes_on_without_repeating_what_is_done() {
    let rig = Rig::new();
    let workflow = rig.workflow(json!({"stages": [
        {"id": "a", "run": "do", "writes": ["log"], "with": {"signs": "log"}},
        {"id": "b", "run": "do", "depends_on": ["a"], "writes": ["log"],
         "with": {"signs": "log", "sleep_ms": 200}},
        {"id": "c", "run": "do", "depends_on": ["b"], "writes": ["log"],
         "with": {"signs": "log"}},
    ]}));
    let handle = rig.start(&workflow, json!({}));
    while rig.done.count("b") == 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
    handle.let_go();
    assert!(matches!(handle.wait(), WaitResult::LetGo));
    let end = rig.ended(&rig.engine.resume(handle.run(), &workflow).unwrap());
    assert_eq!(end.state["log"], json!(["a@0#0", "b@0#0", "c@0#0"]));
    assert_eq!((end.count("a"), end.count("b"), end.count("c")), (1, 2, 1));
    assert!(end.has("released") && end.has("resumed"));
}

#[test]
fn a_run_that_ended_is_only_looked_at() {
    let rig = Rig::new();
    let workflow = rig.workflow(json!({"stages": [{"id": "a", "run": "do"}]}));
    let first = rig.ended(&rig.start(&workflow, json!({})));
    let again = rig.ended(&rig.engine.resume(first.run, &workflow).unwrap());
    assert_eq!((again.events.len(), again.count("a")), (first.events.len(), 1));
}

#[test]
fn a_failed_run_is_tried_again_where_it_failed_and_keeps_what_finished() {
    let rig = Rig::new();
    let workflow = rig.workflow(json!({
        "params": {"list": {"type": "array", "default": [1, 2, 3]}},
        "stages": [
            {"id": "a", "run": "do"},
            {"id": "each", "run": "do", "depends_on": ["a"], "for_each": "params.list",
             "on_failure": "wait_all", "writes": ["log"],
             "with": {"signs": "log", "only": 1, "fails": "permanent", "mends": true}},
            {"id": "last", "run": "do", "depends_on": ["each"], "writes": ["saw"],
             "with": {"copies": ["log", "saw"]}},
        ],
    }));
    let first = rig.ended(&rig.start(&workflow, json!({})));
    assert_eq!((first.outcome, first.count("last")), (RunOutcome::Failed, 0));
    rig.done.mend();
    let again = rig.ended(&rig.engine.resume(first.run, &workflow).unwrap());
    assert_eq!(again.outcome, RunOutcome::Completed, "{:?}", again.reasons);
    assert_eq!(again.state["saw"], json!(["each@0#0", "each@0#1", "each@0#2"]));
    assert_eq!((again.count("a"), again.count("each"), again.count("last")), (1, 4, 1));
}

#[test]
fn a_failed_run_goes_on_with_what_became_ready_while_it_failed() {
    let rig = Rig::new();
    let workflow = rig.workflow(json!({"stages": [
        {"id": "bad", "run": "do", "with": {"fails": "permanent", "mends": true}},
        {"id": "slow", "run": "do", "with": {"sleep_ms": 200}},
        {"id": "next", "run": "do", "depends_on": ["slow"]},
    ]}));
    let first = rig.ended(&rig.start(&workflow, json!({})));
    assert_eq!((first.outcome, first.count("next")), (RunOutcome::Failed, 0));
    rig.done.mend();
    let again = rig.ended(&rig.engine.resume(first.run, &workflow).unwrap());
    assert_eq!(
        (again.outcome, again.count("slow"), again.count("next")),
        (RunOutcome::Completed, 1, 1)
    );
}

#[test]
fn a_failed_quorum_tried_again_is_still_a_quorum() {
    let rig = Rig::new();
    let workflow = rig.workflow(json!({"stages": [
        {"id": "good", "run": "do"},
        {"id": "bad", "run": "do", "required": false, "with": {"fails": "permanent"}},
        {"id": "join", "run": "do", "depends_on": ["good", "bad"], "join": {"quorum": 2}},
    ]}));
    let first = rig.ended(&rig.start(&workflow, json!({})));
    let again = rig.ended(&rig.engine.resume(first.run, &workflow).unwrap());
    assert_eq!((again.outcome, again.count("join")), (RunOutcome::Failed, 0));
}

#[test]
fn a_stage_whose_route_failed_is_tried_again_with_the_inputs_it_chose() {
    let rig = Rig::new();
    let workflow = rig.workflow(json!({"stages": [
        {"id": "a", "run": "do"},
        {"id": "b", "run": "wait", "depends_on": ["a"], "with": {"sleep_ms": 60_000}},
        {"id": "it", "run": "do", "depends_on": ["a", "b"], "join": "any",
         "route": [{"when": "state.n == 1", "to": "next"}]},
        {"id": "next", "run": "do", "depends_on": ["it"]},
    ]}));
    let first = rig.ended(&rig.start(&workflow, json!({})));
    assert_eq!(first.reasons.len(), 1, "{:?}", first.reasons);
    let again = rig.ended(&rig.engine.resume(first.run, &workflow).unwrap());
    assert_eq!((again.outcome, again.count("it")), (RunOutcome::Failed, 2));
    // It fails for the same reason again, and has no other.
    assert_eq!(again.reasons, first.reasons);
}

#[test]
fn a_run_is_refused_under_another_definition() {
    let rig = Rig::new();
    let first = rig.run(json!({"stages": [{"id": "a", "run": "do"}]}));
    let changed = rig.workflow(json!({"stages": [{"id": "a", "run": "do", "x-note": 1}]}));
    let refused = rig.engine.resume(first.run, &changed).err();
    assert!(matches!(refused, Some(EngineError::OtherDefinition { .. })), "{refused:?}");
    assert!(!rig.store.run(first.run).unwrap().unwrap().owned);
}

#[test]
fn two_runs_do_not_see_each_other() {
    let rig = Rig::new();
    let workflow = rig.workflow(json!({
        "params": {"name": {"type": "array"}},
        "stages": [
            {"id": "each", "run": "do", "for_each": "params.name", "writes": ["log"],
             "with": {"signs": "log", "sleep_ms": 20}},
            {"id": "last", "run": "do", "depends_on": ["each"], "writes": ["saw"],
             "with": {"copies": ["log", "saw"]}},
        ],
    }));
    let one = rig.start(&workflow, json!({"name": [1]}));
    let two = rig.start(&workflow, json!({"name": [1, 2]}));
    assert_eq!(rig.ended(&one).state["saw"], json!(["each@0#0"]));
    assert_eq!(rig.ended(&two).state["saw"], json!(["each@0#0", "each@0#1"]));
}

#[test]
fn a_store_that_fails_stops_the_run_and_another_owner_takes_it_over() {
    let life = Life::new(json!({"stages": [external("a", 100)]}));
    let (first, handle) = life.start();
    life.dies_in(&handle, "a", 1);
    drop((handle, first));
    let (again, handle) = life.resume();
    assert_eq!(ended(&handle), RunOutcome::Completed);
    assert_eq!(chain_faults(&life.store, handle.run()).unwrap(), (vec![], 0));
    drop((handle, again));
}

#[test]
fn an_instance_that_dies_with_its_process_six_times_is_given_up_until_it_is_resumed() {
    let life = Life::new(json!({"stages": [external("a", 150)]}));
    let (owner, handle) = life.dies_alone("a", 1..=6);
    assert_eq!((ended(&handle), life.rig.done.count("a")), (RunOutcome::Failed, 6));
    assert_eq!(life.crashes(&handle), ["a@0#0"]);
    drop((handle, owner));
    let (owner, handle) = life.resume();
    assert_eq!((ended(&handle), life.rig.done.count("a")), (RunOutcome::Completed, 7));
    drop((handle, owner));
}

#[test]
fn five_kills_from_outside_blame_nobody() {
    let life = Life::new(json!({"stages": [external("a", 150)]}));
    let (owner, handle) = life.dies_alone("a", 1..=5);
    assert_eq!((ended(&handle), life.rig.done.count("a")), (RunOutcome::Completed, 6));
    assert_eq!(life.crashes(&handle), [] as [&str; 0]);
    drop((handle, owner));
}

#[test]
fn whoever_is_at_work_beside_it_is_not_blamed_for_a_death() {
    let life = Life::new(json!({"stages": [external("a", 150), external("b", 150)]}));
    let (mut owner, mut handle) = life.start();
    // Twice both are in flight; from then on each is alone, and only the first is died in.
    for (a, b) in [(1, 1), (2, 2)] {
        life.begun("b", b);
        life.dies_in(&handle, "a", a);
        drop((handle, owner));
        (owner, handle) = life.resume();
    }
    for times in 3..=8 {
        life.dies_in(&handle, "a", times);
        assert_eq!(life.rig.done.count("b"), 2, "nothing runs beside a suspect");
        drop((handle, owner));
        (owner, handle) = life.resume();
    }
    assert_eq!(ended(&handle), RunOutcome::Failed);
    assert_eq!(life.crashes(&handle), ["a@0#0"]);
    drop((handle, owner));
}

#[test]
fn an_orderly_stop_is_no_crash() {
    let life = Life::new(json!({"stages": [external("a", 150)]}));
    let (mut owner, mut handle) = life.start();
    for times in 1..=3 {
        life.begun("a", times);
        handle.let_go();
        drop((handle, owner));
        (owner, handle) = life.resume();
    }
    assert_eq!(ended(&handle), RunOutcome::Completed);
    drop((handle, owner));
}

#[test]
fn a_run_that_died_while_failing_still_ends_as_failed() {
    let life = Life::new(json!({"stages": [
        external("slow", 400),
        {"id": "bad", "run": "do", "with": {"fails": "permanent", "sleep_ms": 50}},
    ]}));
    let (owner, handle) = life.start();
    life.rig.until(handle.run(), |event| event.cause.kind() == "failed");
    life.dies_in(&handle, "slow", 1);
    drop((handle, owner));
    let (owner, handle) = life.resume();
    assert_eq!(ended(&handle), RunOutcome::Failed);
    drop((handle, owner));
}

/// A run whose owners die.
struct Life {
    rig: Rig,
    store: Mortal,
    workflow: Arc<Workflow>,
}

impl Life {
    fn new(definition: Json) -> Self {
        let rig = Rig::new();
        let store = Mortal::of(&rig.store, None);
        let workflow = rig.workflow(definition);
        Self { rig, store, workflow }
    }

    fn start(&self) -> (Engine, RunHandle) {
        let owner = engine(Arc::new(self.store.clone()), 2);
        let (params, input) = Default::default();
        let request = RunRequest { run: self.rig.id(), params, input };
        let handle = owner.start(&self.workflow, request).unwrap();
        (owner, handle)
    }

    fn resume(&self) -> (Engine, RunHandle) {
        self.store.rise();
        let run = self.store.runs().unwrap()[0].run;
        let owner = engine(Arc::new(self.store.clone()), 2);
        let handle = owner.resume(run, &self.workflow).unwrap();
        (owner, handle)
    }

    /// Waits for an attempt to begin.
    fn begun(&self, stage: &str, times: usize) {
        while self.rig.done.count(stage) < times {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn dies_in(&self, handle: &RunHandle, stage: &str, times: usize) {
        self.begun(stage, times);
        self.store.die();
        let stopped = handle.wait_for(Duration::from_secs(20));
        assert!(matches!(stopped, Some(WaitResult::Fault(_))), "{stopped:?}");
    }

    /// The owner after all of these died in one instance, with nothing else in flight.
    fn dies_alone(&self, stage: &str, times: RangeInclusive<usize>) -> (Engine, RunHandle) {
        let (mut owner, mut handle) = self.start();
        for times in times {
            self.dies_in(&handle, stage, times);
            drop((handle, owner));
            (owner, handle) = self.resume();
        }
        (owner, handle)
    }

    fn crashes(&self, handle: &RunHandle) -> Vec<String> {
        let crashed = |event: jurat_engine::Event| match event.cause {
            jurat_engine::EventCause::Failed(failed) => {
                (failed.class == jurat_engine::FailureClass::Crashed).then_some(failed.at)
            }
            _ => None,
        };
        self.rig
            .events(handle.run())
            .into_iter()
            .filter_map(crashed)
            .collect()
    }
}

/// A stage that is announced in the journal before it begins.
fn external(id: &str, sleep_ms: u64) -> Json {
    json!({"id": id, "run": "do", "effect": "external", "with": {"sleep_ms": sleep_ms}})
}

fn ended(handle: &RunHandle) -> RunOutcome {
    match handle.wait_for(Duration::from_secs(20)) {
        Some(WaitResult::Ended(end)) => end.outcome,
        other => panic!("{other:?}"),
    }
}
