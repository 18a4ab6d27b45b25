//! Attempts that fail: which are repeated, what is said, and what the pool survives.

use std::time::{Duration, Instant};

use jurat_engine::{EventCause, InboxMessage, RunOutcome};
use serde_json::{Value as Json, json};

use crate::test_engine::{Ended, Rig, run};

#[test]
fn a_transient_failure_is_repeated_until_it_works() {
    let end = one(&json!({"retry_limit": 3, "retry_backoff_ms": 10,
        "with": {"fails": "transient", "until": 2, "writes": {"n": 7}}}));
    assert_eq!((end.outcome, &end.state["n"]), (RunOutcome::Completed, &json!(7)));
    assert_eq!(end.count("it"), 3);
}

#[test]
fn pauses_between_attempts_are_in_the_journal_and_grow() {
    let end = one(&json!({"retry_limit": 3, "retry_backoff_ms": 20,
        "with": {"fails": "transient", "until": 3}}));
    let pause = |event: &jurat_engine::Event| match &event.cause {
        EventCause::Failed(failed) => failed.retry_in_ms,
        _ => None,
    };
    let pauses: Vec<u64> = end.events.iter().filter_map(pause).collect();
    assert!(pauses.is_sorted() && pauses.len() == 3, "{pauses:?}");
}

#[test]
fn the_retry_limit_ends_it() {
    let end = one(&json!({"retry_limit": 2, "retry_backoff_ms": 1,
        "with": {"fails": "transient"}}));
    assert_eq!((end.outcome, end.count("it")), (RunOutcome::Failed, 3));
}

#[test]
fn a_permanent_failure_is_not_repeated() {
    let end = one(&json!({"retry_limit": 5, "with": {"fails": "permanent"}}));
    assert_eq!((end.outcome, end.count("it")), (RunOutcome::Failed, 1));
    assert_eq!(end.reasons[0], "stage `it@0#0` failed: never");
}

#[test]
fn a_panic_is_a_failed_attempt_that_is_not_repeated() {
    let rig = Rig::with_workers(1);
    let stage = json!({"id": "it", "run": "do", "retry_limit": 5, "with": {"fails": "panic"}});
    let end = rig.run(json!({"stages": [stage]}));
    assert_eq!((end.outcome, end.count("it")), (RunOutcome::Failed, 1));
    let said = ("it@0#0 panic".to_owned(), "the stage function panicked: as asked".to_owned());
    assert_eq!(end.failures(), [said]);
    assert_eq!(rig.run(fine()).outcome, RunOutcome::Completed);
}

#[test]
fn a_panic_in_a_stage_that_waits_is_the_same() {
    for run in ["wait", "panic_first"] {
        let rig = Rig::with_workers(1);
        let stage = json!({"id": "it", "run": run, "with": {"fails": "panic"}});
        let end = rig.run(json!({"stages": [stage]}));
        assert_eq!(end.outcome, RunOutcome::Failed, "{run}");
        assert_eq!(end.failures()[0].0, "it@0#0 panic", "{run}");
        assert_eq!(rig.run(fine()).outcome, RunOutcome::Completed, "{run}");
    }
}

#[test]
fn a_stage_that_computes_too_long_is_abandoned_and_its_result_refused() {
    let rig = Rig::with_workers(1);
    let end = rig.run(json!({"stages": [
        {"id": "it", "run": "do", "timeout_ms": 50, "required": false, "writes": ["n"],
         "with": {"sleep_ms": 400, "writes": {"n": 9}}},
        {"id": "next", "run": "do", "depends_on": ["it"], "with": {"sleep_ms": 700}},
    ]}));
    assert_eq!(end.failures(), [("it@0#0 timeout".into(), "it took too long".into())]);
    assert_eq!((end.outcome, &end.state["n"]), (RunOutcome::Incomplete, &json!(0)));
    assert!(end.has("late it@0#0"), "{:#?}", end.kinds());
}

#[test]
fn a_stage_that_waits_too_long_is_dropped() {
    let since = Instant::now();
    let end = one(&json!({"run": "wait", "timeout_ms": 50, "with": {"sleep_ms": 60_000}}));
    assert_eq!((end.outcome, end.failures().len()), (RunOutcome::Failed, 1));
    assert!(since.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_timeout_is_repeated() {
    let end = one(&json!({"timeout_ms": 40, "retry_limit": 1, "retry_backoff_ms": 1,
        "with": {"sleep_ms": 250}}));
    assert_eq!((end.outcome, end.count("it")), (RunOutcome::Failed, 2));
}

#[test]
fn a_pool_of_one_survives_a_stuck_stage_and_a_cancelled_one() {
    let rig = Rig::with_workers(1);
    let stuck = json!({"stages": [
        {"id": "it", "run": "do", "timeout_ms": 20, "with": {"sleep_ms": 5000}},
    ]});
    assert_eq!(rig.run(stuck).outcome, RunOutcome::Failed);
    // Long enough for the cancellation to come first on a machine with other work.
    let slow = rig.workflow(json!({"stages": [
        {"id": "it", "run": "do", "with": {"sleep_ms": 2000}},
    ]}));
    let cancelled = rig.start(&slow, json!({}));
    std::thread::sleep(Duration::from_millis(50));
    rig.send(cancelled.run(), &cancel());
    assert_eq!(rig.ended(&cancelled).outcome, RunOutcome::Cancelled);
    let since = Instant::now();
    assert_eq!(rig.run(fine()).outcome, RunOutcome::Completed);
    assert!(since.elapsed() < Duration::from_secs(4), "it waited for the stuck stage");
}

#[test]
fn a_cancelled_run_ends_and_says_by_whom() {
    let rig = Rig::new();
    let slow = rig.workflow(json!({"stages": [
        {"id": "one", "run": "do", "with": {"sleep_ms": 300}},
        {"id": "two", "run": "wait", "with": {"sleep_ms": 60_000}},
        {"id": "three", "run": "do", "depends_on": ["one"]},
    ]}));
    let handle = rig.start(&slow, json!({}));
    rig.send(handle.run(), &cancel());
    let end = rig.ended(&handle);
    assert_eq!((end.outcome, end.count("three")), (RunOutcome::Cancelled, 0));
    assert_eq!(end.reasons, ["cancelled by ann: enough"]);
}

#[test]
fn an_optional_stage_that_fails_is_passed_over() {
    let end = run(json!({"stages": [
        {"id": "it", "run": "do", "required": false, "with": {"fails": "permanent"}},
        {"id": "next", "run": "do", "depends_on": ["it"]},
    ]}));
    assert_eq!((end.outcome, end.count("next")), (RunOutcome::Incomplete, 1));
    assert_eq!(end.reasons, ["stage `it@0#0` failed: never"]);
    let progress = end.end.progress;
    assert_eq!((progress.completed, progress.total, progress.percentage), (1, 2, 50));
}

#[test]
fn an_optional_stage_that_is_not_wanted_is_no_failure() {
    let end = run(json!({"stages": [
        {"id": "it", "run": "do", "required": false, "when": "state.n == 1"},
        {"id": "next", "run": "do", "depends_on": ["it"]},
    ]}));
    assert_eq!((end.outcome, end.reasons), (RunOutcome::Completed, vec![]));
    assert_eq!((end.end.progress.completed, end.end.progress.total), (1, 1));
}

#[test]
fn a_stage_whose_route_fails_does_not_count_as_completed() {
    let end = run(json!({"stages": [
        {"id": "it", "run": "do", "required": false,
         "route": [{"when": "state.n == 1", "to": "next"}]},
        {"id": "next", "run": "do", "depends_on": ["it"]},
        {"id": "other", "run": "do"},
    ]}));
    assert_eq!((end.outcome, end.count("next")), (RunOutcome::Incomplete, 0));
    assert!(end.reasons[0].contains("no branch of its route holds"), "{:?}", end.reasons);
    assert_eq!((end.end.progress.completed, end.end.progress.total), (1, 2));
}

#[test]
fn a_required_failure_lets_what_is_in_flight_finish_and_starts_nothing() {
    let end = run(json!({"stages": [
        {"id": "bad", "run": "do", "with": {"fails": "permanent", "sleep_ms": 30}},
        {"id": "slow", "run": "do", "writes": ["n"], "with": {"sleep_ms": 300, "writes": {"n": 1}}},
        {"id": "next", "run": "do", "depends_on": ["slow"]},
    ]}));
    assert_eq!((end.outcome, end.count("next")), (RunOutcome::Failed, 0));
    assert_eq!(end.state["n"], 1);
}

#[test]
fn a_stage_started_by_the_event_that_fails_the_run_does_not_hang_it() {
    let end = run(json!({
        "params": {"list": {"type": "array", "default": [1, 2, 3]}},
        "stages": [
            {"id": "first", "run": "do"},
            {"id": "good", "run": "do", "depends_on": ["first"]},
            {"id": "bad", "run": "do", "depends_on": ["first"],
             "for_each": {"items": "params.list", "max": 2}},
        ],
    }));
    assert_eq!(end.outcome, RunOutcome::Failed);
}

#[test]
fn a_route_without_a_branch_that_holds_fails_and_says_so() {
    let end = run(json!({"stages": [
        {"id": "it", "run": "do", "route": [{"when": "state.n == 1", "to": "next"}]},
        {"id": "next", "run": "do", "depends_on": ["it"]},
    ]}));
    let why = "stage `it`: no branch of its route holds; add a last one without `when`";
    assert_eq!((end.outcome, end.reasons[0].as_str()), (RunOutcome::Failed, why));
}

#[test]
fn a_condition_that_cannot_be_evaluated_fails_its_stage_and_says_which() {
    let end = run(json!({"stages": [
        {"id": "it", "run": "do", "when": "state.said.answer == 1"},
    ]}));
    assert_eq!((end.outcome, end.count("it")), (RunOutcome::Failed, 0));
    assert!(end.reasons[0].contains("state.said.answer == 1"), "{:?}", end.reasons);
}

#[test]
fn a_patch_of_a_channel_that_is_not_there_is_refused() {
    refused(
        &json!({"writes": {"nowhere": 1}}),
        "its patch of channel `nowhere` is refused: there is no such channel",
    );
}

#[test]
fn a_patch_of_a_channel_that_is_not_listed_is_refused() {
    refused(
        &json!({"writes": {"saw": 1}}),
        "its patch of channel `saw` is refused: the stage does not list it in `writes`",
    );
}

#[test]
fn a_patch_of_the_wrong_type_is_refused() {
    refused(
        &json!({"writes": {"n": "x"}}),
        "its patch of channel `n` is refused: expected a whole number",
    );
    refused(
        &json!({"writes": {"log": 1}}),
        "its patch of channel `log` is refused: expected a list",
    );
}

fn refused(with: &Json, why: &str) {
    let end = one(&json!({"retry_limit": 3, "writes": ["n", "log"], "with": with}));
    assert_eq!(end.outcome, RunOutcome::Failed);
    assert_eq!(end.failures(), [("it@0#0 permanent".to_owned(), why.to_owned())]);
}

fn cancel() -> InboxMessage {
    InboxMessage::Cancel {
        author: "ann".into(),
        reason: Some("enough".into()),
    }
}

fn fine() -> Json {
    json!({"stages": [{"id": "fine", "run": "do"}]})
}

fn one(more: &Json) -> Ended {
    let mut stage = json!({"id": "it", "run": "do", "writes": ["n"]});
    for (key, value) in more.as_object().unwrap() {
        stage[key] = value.clone();
    }
    run(json!({"stages": [stage]}))
}
