//! Joins and the order of things: nobody waits for what it does not rest on.

use jurat_engine::{RunOutcome, StateOperation};
use serde_json::json;

use crate::test_engine::{Ended, Rig, run};

#[test]
fn a_fast_chain_passes_a_slow_sibling() {
    let end = run(json!({"stages": [
        {"id": "slow", "run": "do", "with": {"sleep_ms": 300}},
        {"id": "fast", "run": "do"},
        {"id": "next", "run": "do", "depends_on": ["fast"]},
    ]}));
    assert!(end.place("completed next@0#0") < end.place("completed slow@0#0"));
}

#[test]
fn all_waits_for_every_input_and_sees_them_all() {
    let end = race("all");
    assert_eq!(end.state["saw"], json!(["quick@0#0", "middle@0#0", "slow@0#0"]));
}

#[test]
fn any_takes_the_first_and_cancels_the_rest() {
    let end = race("any");
    assert_eq!(end.state["saw"], json!(["quick@0#0"]));
    assert_eq!(cancelled(&end), ["middle@0#0", "slow@0#0"]);
}

#[test]
fn a_quorum_takes_as_many_as_it_needs() {
    let end = race(json!({"quorum": 2}));
    assert_eq!(end.state["saw"], json!(["quick@0#0", "middle@0#0"]));
    assert_eq!(cancelled(&end), ["slow@0#0"]);
    // Enough is all that was asked for.
    assert_eq!(end.outcome, RunOutcome::Completed);
}

#[test]
fn best_effort_takes_what_is_there_when_time_is_up() {
    let end = race(json!({"best_effort": {"after_ms": 30}}));
    assert_eq!(end.state["saw"], json!(["quick@0#0"]));
    assert!(end.has("join_due join"));
    let why = "stage `join` went on without `middle@0#0`, `slow@0#0`: its time was up";
    assert_eq!((end.outcome, end.reasons), (RunOutcome::Incomplete, vec![why.to_owned()]));
}

#[test]
fn best_effort_without_a_time_leaves_out_what_failed() {
    let end = run(json!({"stages": [
        {"id": "good", "run": "do", "writes": ["log"], "with": {"signs": "log"}},
        {"id": "bad", "run": "do", "required": false, "with": {"fails": "permanent"}},
        {"id": "join", "run": "do", "depends_on": ["good", "bad"], "join": "best_effort",
         "writes": ["saw"], "with": {"copies": ["log", "saw"]}},
    ]}));
    assert_eq!(
        (end.outcome, &end.state["saw"]),
        (RunOutcome::Incomplete, &json!(["good@0#0"]))
    );
    assert_eq!(end.reasons, ["stage `bad@0#0` failed: never"]);
}

#[test]
fn a_late_result_is_kept_and_never_merged() {
    let rig = Rig::new();
    let end = rig.run(json!({"stages": [
        {"id": "quick", "run": "do", "writes": ["log"],
         "with": {"signs": "log", "sleep_ms": 200}},
        {"id": "slow", "run": "do", "writes": ["log"],
         "with": {"signs": "log", "sleep_ms": 500}},
        {"id": "join", "run": "do", "depends_on": ["quick", "slow"], "join": "any"},
        {"id": "last", "run": "do", "depends_on": ["join"], "with": {"sleep_ms": 900}},
    ]}));
    assert!(end.has("late slow@0#0"), "{:#?}", end.kinds());
    assert_eq!(end.state["log"], json!(["quick@0#0"]));
}

#[test]
fn a_join_fires_once() {
    let end = race("any");
    assert_eq!(end.count("join"), 1);
}

#[test]
fn a_quorum_that_cannot_be_had_fails_and_says_so() {
    let end = run(json!({"stages": [
        {"id": "good", "run": "do"},
        {"id": "bad", "run": "do", "required": false, "with": {"fails": "permanent"}},
        {"id": "join", "run": "do", "depends_on": ["good", "bad"], "join": {"quorum": 2}},
    ]}));
    assert_eq!(end.outcome, RunOutcome::Failed);
    let why = "stage `join`: 1 of the 2 inputs it needs came";
    assert!(end.reasons.iter().any(|reason| reason == why), "{:?}", end.reasons);
    assert_eq!(end.end.short_joins, ["join"]);
}

#[test]
fn a_join_that_fails_with_all_its_inputs_is_not_short_of_any() {
    let end = run(json!({"stages": [
        {"id": "good", "run": "do"},
        {"id": "join", "run": "do", "depends_on": ["good"], "join": "any",
         "with": {"fails": "permanent"}},
    ]}));
    assert_eq!((end.outcome, end.end.short_joins.len()), (RunOutcome::Failed, 0));
}

#[test]
fn two_tokens_at_once_still_start_the_clock_of_a_join() {
    let end = run(json!({"stages": [
        {"id": "first", "run": "do"},
        {"id": "left", "run": "pass", "depends_on": ["first"]},
        {"id": "right", "run": "pass", "depends_on": ["first"]},
        {"id": "slow", "run": "do", "with": {"sleep_ms": 1500}},
        {"id": "join", "run": "do", "depends_on": ["left", "right", "slow"],
         "join": {"best_effort": {"after_ms": 30}}},
    ]}));
    assert!(end.has("join_due join"), "{:#?}", end.kinds());
}

#[test]
fn a_quorum_of_a_fan_out_is_enough_whatever_its_policy_wants() {
    let end = run(json!({
        "params": {"list": {"type": "array", "default": [1, 2, 3, 4, 5]}},
        "stages": [
            {"id": "many", "run": "do", "for_each": "params.list",
             "on_failure": {"continue": {"min": 3}}, "with": {"sleep_ms": 20}},
            {"id": "join", "run": "do", "depends_on": ["many"], "join": {"quorum": 2}},
        ],
    }));
    assert_eq!(end.outcome, RunOutcome::Completed, "{:?}", end.reasons);
}

#[test]
fn a_stage_whose_inputs_are_all_skipped_is_skipped() {
    let end = branches("state.n == 1");
    assert_eq!(end.calls, ["fork@0#0", "no@0#0", "both@0#0"]);
}

#[test]
fn an_all_join_runs_if_one_input_was_taken() {
    let end = branches("state.n == 0");
    assert_eq!(end.calls, ["fork@0#0", "yes@0#0", "after_yes@0#0", "both@0#0"]);
}

fn branches(when: &str) -> Ended {
    run(json!({"stages": [
        {"id": "fork", "run": "do", "route": [{"when": when, "to": "yes"}, {"to": "no"}]},
        {"id": "yes", "run": "do", "depends_on": ["fork"]},
        {"id": "after_yes", "run": "do", "depends_on": ["yes"]},
        {"id": "no", "run": "do", "depends_on": ["fork"]},
        {"id": "both", "run": "do", "depends_on": ["after_yes", "no"]},
    ]}))
}

/// Three inputs, each much longer than the one before.
fn race(join: impl Into<serde_json::Value>) -> Ended {
    let entrant = |id: &str, sleep_ms: u64| {
        json!({"id": id, "run": "do", "writes": ["log"],
               "with": {"signs": "log", "sleep_ms": sleep_ms}})
    };
    run(json!({"stages": [
        entrant("quick", 0),
        entrant("middle", 150),
        entrant("slow", 900),
        {"id": "join", "run": "do", "depends_on": ["quick", "middle", "slow"],
         "join": join.into(), "writes": ["saw"], "with": {"copies": ["log", "saw"]}},
    ]}))
}

fn cancelled(end: &Ended) -> Vec<String> {
    let cancelled = |op: &&StateOperation| match op {
        StateOperation::Cancel { instances } => Some(instances.clone()),
        _ => None,
    };
    end.ops().iter().filter_map(cancelled).flatten().collect()
}
