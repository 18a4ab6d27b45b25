//! Where each stage stands once its run is over, and what counts as done of how much.

use jurat_engine::{InboxMessage, RunOutcome};
use serde_json::{Value as Json, json};

use crate::test_engine::{Ended, Rig};

#[test]
fn a_fan_out_that_a_cancellation_meets_is_cancelled_though_some_of_it_is_done() {
    let (rig, end) = cancelled_after(
        json!({"stages": [
            {"id": "before", "run": "do"},
            {"id": "each", "run": "wait", "depends_on": ["before"], "for_each": "[1, 2, 3]",
             "with": {"sleep_ms": 60_000, "only": 2}},
            {"id": "after", "run": "do", "depends_on": ["each"]},
        ]}),
        &["each@0#0", "each@0#1"],
    );
    check(&rig, &end, &["before done 1 0 0", "each cancelled 2 0 1", "after cancelled 0 0 0"]);
    assert_eq!(far(&end), (1, 3));
}

#[test]
fn a_stage_that_a_budget_passes_over_after_a_pass_shows_that_pass() {
    let rig = Rig::new();
    let end = rig.run(json!({
        "budgets": {"b": {"unit": "dispatches", "limit": 3}},
        "stages": [
            {"id": "a", "run": "do"},
            {"id": "b", "run": "do", "depends_on": ["a"]},
        ],
        "loop_back": [{"from": "b", "to": "a", "when": "true", "limit": 1}],
    }));
    let stages = rig.stages(end.run);
    let shown: Vec<_> = stages
        .iter()
        .map(|it| (&*it.stage, it.phase, it.epoch, it.passes, it.done))
        .collect();
    assert_eq!(shown, [("a", "done", 1, 2, 1), ("b", "passed", 1, 1, 1)]);
}

#[test]
fn a_cancelled_run_keeps_its_total() {
    let (rig, end) = cancelled_after(
        json!({"stages": [
            {"id": "a", "run": "do"},
            {"id": "b", "run": "do", "depends_on": ["a"]},
            {"id": "c", "run": "do", "depends_on": ["b"]},
            {"id": "left", "run": "wait", "depends_on": ["c"], "with": {"sleep_ms": 60_000}},
            {"id": "right", "run": "wait", "depends_on": ["c"], "with": {"sleep_ms": 60_000}},
        ]}),
        &["c@0#0"],
    );
    assert_eq!((far(&end), end.outcome), ((3, 5), RunOutcome::Cancelled));
    let lost = ["left cancelled 0 0 1", "right cancelled 0 0 1"];
    check(&rig, &end, &[&["a done 1 0 0", "b done 1 0 0", "c done 1 0 0"][..], &lost].concat());
}

#[test]
fn what_a_join_cuts_off_is_cancelled_and_stays_in_the_total() {
    for (join, outcome) in [
        (json!("any"), RunOutcome::Completed),
        (json!({"quorum": 1}), RunOutcome::Completed),
        (json!({"best_effort": {"after_ms": 20}}), RunOutcome::Incomplete),
    ] {
        let rig = Rig::new();
        // `behind` has not even begun.
        let end = rig.run(json!({"stages": [
            {"id": "quick", "run": "do"},
            {"id": "slow", "run": "wait", "with": {"sleep_ms": 60_000}},
            {"id": "behind", "run": "do", "depends_on": ["slow"]},
            {"id": "join", "run": "do", "depends_on": ["quick", "behind"], "join": join},
        ]}));
        let phases = [
            "quick done 1 0 0",
            "slow cancelled 0 0 1",
            "behind cancelled 0 0 0",
            "join done 1 0 0",
        ];
        check(&rig, &end, &phases);
        assert_eq!((far(&end), end.outcome), ((2, 4), outcome));
    }
}

#[test]
fn a_fan_out_of_which_a_join_took_enough_is_done_and_says_what_was_cut() {
    let rig = Rig::new();
    let end = rig.run(json!({"stages": [
        {"id": "each", "run": "wait", "for_each": "[1, 2, 3]",
         "with": {"sleep_ms": 60_000, "only": 2}},
        {"id": "join", "run": "do", "depends_on": ["each"], "join": {"quorum": 2}},
    ]}));
    check(&rig, &end, &["each done 2 0 1", "join done 1 0 0"]);
    assert_eq!((far(&end), end.outcome), ((2, 2), RunOutcome::Completed));
}

#[test]
fn skipped_is_what_a_condition_or_a_route_leaves_out() {
    let rig = Rig::new();
    let end = rig.run(json!({"stages": [
        {"id": "fork", "run": "do", "route": [{"when": "state.n == 0", "to": "yes"}, {"to": "no"}]},
        {"id": "yes", "run": "do", "depends_on": ["fork"]},
        {"id": "no", "run": "do", "depends_on": ["fork"]},
        {"id": "never", "run": "do", "depends_on": ["yes"], "when": "state.n == 1"},
    ]}));
    let phases =
        ["fork done 1 0 0", "yes done 1 0 0", "no skipped 0 0 0", "never skipped 0 0 0"];
    check(&rig, &end, &phases);
    assert_eq!(far(&end), (2, 2));
}

#[test]
fn a_budget_that_stops_the_run_takes_nothing_from_the_total() {
    for then in ["stop", "go_on"] {
        let rig = Rig::new();
        let end = rig.run(json!({
            "budgets": {"b": {"unit": "dispatches", "limit": 1, "on_exhausted": {"then": then}}},
            "stages": [
                {"id": "a", "run": "do"},
                {"id": "b", "run": "do", "depends_on": ["a"]},
                {"id": "c", "run": "do", "depends_on": ["b"]},
            ],
        }));
        assert_eq!((far(&end), end.outcome), ((1, 3), RunOutcome::Incomplete), "{then}");
        let last = if then == "stop" { "c cancelled 0 0 0" } else { "c passed 0 0 0" };
        check(&rig, &end, &["a done 1 0 0", "b passed 0 0 0", last]);
    }
}

#[test]
fn a_stage_of_a_failed_run_waits_to_be_resumed() {
    let rig = Rig::new();
    let end = rig.run(json!({"stages": [
        {"id": "bad", "run": "do", "with": {"fails": "permanent"}},
        {"id": "next", "run": "do", "depends_on": ["bad"]},
    ]}));
    check(&rig, &end, &["bad failed 0 1 0", "next waiting 0 0 0"]);
    assert_eq!(far(&end), (0, 2));
}

/// A run that is cancelled as soon as these instances are done.
fn cancelled_after(definition: Json, done: &[&str]) -> (Rig, Ended) {
    let rig = Rig::new();
    let handle = rig.start(&rig.workflow(definition), json!({}));
    for at in done {
        rig.until(handle.run(), |event| {
            (event.cause.kind(), event.cause.subject()) == ("completed", *at)
        });
    }
    let cancel = InboxMessage::Cancel { author: "ann".into(), reason: None };
    rig.send(handle.run(), &cancel);
    let end = rig.ended(&handle);
    (rig, end)
}

/// Each stage with its phase, and how many of its instances are done, failed and cancelled.
#[track_caller]
fn check(rig: &Rig, end: &Ended, expected: &[&str]) {
    let stages = rig.stages(end.run);
    let phase = |stage: &jurat_engine::StageOverview| {
        let counts = format!("{} {} {}", stage.done, stage.failed, stage.cancelled);
        format!("{} {} {counts}", stage.stage, stage.phase)
    };
    assert_eq!(stages.iter().map(phase).collect::<Vec<_>>(), expected);
}

fn far(end: &Ended) -> (u32, u32) {
    (end.end.progress.completed, end.end.progress.total)
}
