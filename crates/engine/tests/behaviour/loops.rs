//! Loops as epochs: what runs again, what it sees, and where an exhausted loop leads.

use jurat_engine::RunOutcome;
use serde_json::{Value as Json, json};

use crate::test_engine::{Ended, Rig, run};

#[test]
fn a_loop_repeats_exactly_the_stages_it_names() {
    for (tier, again) in [("guest", 1), ("pro", 2), ("ultra", 3)] {
        let end = Rig::new().run_with(audit("state.n < 99"), json!({"tier": tier}));
        let count = |stage: &str| end.count(stage);
        let once = ["intake", "gatekeeper", "judge", "reporter"];
        assert!(once.iter().all(|stage| count(stage) == 1), "{tier}: {:?}", end.calls);
        let repeated = ["detective", "strategist", "verifier"];
        assert!(
            repeated.iter().all(|stage| count(stage) == 1 + again),
            "{tier}: {:?}",
            end.calls
        );
        assert_eq!(end.outcome, RunOutcome::Incomplete, "{tier}");
        assert_eq!((end.end.progress.completed, end.end.progress.total), (7, 7), "{tier}");
    }
}

#[test]
fn a_loop_ends_when_its_condition_no_longer_holds() {
    let end = Rig::new().run_with(audit("state.n < 1"), json!({"tier": "ultra"}));
    assert_eq!((end.outcome, end.count("verifier")), (RunOutcome::Completed, 2));
}

#[test]
fn repeated_stages_run_one_after_the_other_as_before() {
    let end = Rig::new().run_with(audit("state.n < 1"), json!({"tier": "ultra"}));
    let expected = [
        "intake@0#0",
        "detective@0#0",
        "strategist@0#0",
        "gatekeeper@0#0",
        "verifier@0#0",
        "detective@1#0",
        "strategist@1#0",
        "verifier@1#0",
        "judge@0#0",
        "reporter@0#0",
    ];
    assert_eq!(end.calls, expected);
}

#[test]
fn a_repeated_stage_behind_one_that_is_not_sees_what_was_repeated() {
    let end = Rig::new().run_with(audit("state.n < 1"), json!({"tier": "ultra"}));
    let expected = json!([
        "intake@0#0",
        "gatekeeper@0#0",
        "verifier@0#0",
        "detective@1#0",
        "strategist@1#0"
    ]);
    assert_eq!(end.state["saw"], expected);
}

#[test]
fn what_follows_a_loop_sees_its_last_epoch() {
    let end = Rig::new().run_with(audit("state.n < 1"), json!({"tier": "ultra"}));
    let expected = json!([
        "intake@0#0",
        "gatekeeper@0#0",
        "detective@1#0",
        "strategist@1#0",
        "verifier@1#0"
    ]);
    assert_eq!(end.state["judged"], expected);
}

#[test]
fn a_channel_that_keeps_accumulates_over_epochs() {
    let end = run(json!({
        "channels": {"kept": {"type": "array", "reducer": "append", "across_epochs": "keep"}},
        "stages": [{"id": "it", "run": "do", "writes": ["log", "kept"],
                    "with": {"signs": "log", "writes": {"kept": ["x"]}}}],
        "loop_back": [{"from": "it", "to": "it", "when": "true", "limit": 2}],
    }));
    assert_eq!(end.state["log"], json!(["it@2#0"]));
    assert_eq!(end.state["kept"], json!(["x", "x", "x"]));
}

#[test]
fn an_exhausted_loop_goes_on_with_its_declared_outcome() {
    let end =
        exhausted(&json!({"outcome": "incomplete", "reason": "no more", "then": "go_on"}));
    assert_eq!(
        (end.outcome, end.count("next"), end.count("exit")),
        (RunOutcome::Incomplete, 1, 1)
    );
    assert_eq!(end.reasons, ["loop it->it: no more"]);
}

#[test]
fn an_exhausted_loop_may_stop_the_run() {
    let end = exhausted(&json!({"outcome": "refused", "then": "stop"}));
    assert_eq!(
        (end.outcome, end.count("next"), end.count("exit")),
        (RunOutcome::Refused, 0, 0)
    );
}

#[test]
fn an_exhausted_loop_may_lead_to_one_successor() {
    let end = exhausted(&json!({"then": {"stage": "exit"}}));
    assert_eq!(
        (end.outcome, end.count("next"), end.count("exit")),
        (RunOutcome::Incomplete, 0, 1)
    );
}

#[test]
fn loops_that_share_a_counter_share_its_limit() {
    let end = run(json!({
        "stages": [
            {"id": "a", "run": "do"},
            {"id": "b", "run": "do", "depends_on": ["a"]},
            {"id": "c", "run": "do", "depends_on": ["b"]},
        ],
        "loop_back": [
            {"from": "b", "to": "a", "when": "epoch < 1", "limit": 2, "counter": "again"},
            {"from": "c", "to": "b", "when": "true", "limit": 2, "counter": "again"},
        ],
        "outputs": {"again": "loops.again"},
    }));
    assert_eq!(end.calls, ["a@0#0", "b@0#0", "a@1#0", "b@1#0", "c@0#0", "b@2#0", "c@1#0"]);
    assert_eq!(end.end.outputs, Ok(json!({"again": 2})));
}

#[test]
fn a_stage_outside_waits_for_the_last_epoch_if_it_has_not_started() {
    let end = run(json!({
        "stages": [
            {"id": "a", "run": "do", "writes": ["log"], "with": {"signs": "log"}},
            {"id": "b", "run": "do", "depends_on": ["a"]},
            {"id": "slow", "run": "do", "with": {"sleep_ms": 400}},
            {"id": "out", "run": "do", "depends_on": ["a", "slow"], "writes": ["saw"],
             "with": {"copies": ["log", "saw"]}},
        ],
        "loop_back": [{"from": "b", "to": "a", "when": "true", "limit": 1}],
    }));
    assert_eq!((&end.state["saw"], end.count("out")), (&json!(["a@1#0"]), 1));
}

#[test]
fn a_branch_that_was_skipped_is_open_again_in_the_next_epoch() {
    let end = run(json!({
        "stages": [
            {"id": "a", "run": "do", "writes": ["n"], "with": {"counts": "n"},
             "route": [{"when": "epoch == 0", "to": "b"}, {"to": "give_up"}]},
            {"id": "b", "run": "do", "depends_on": ["a"]},
            {"id": "give_up", "run": "do", "depends_on": ["a"]},
            {"id": "last", "run": "do", "depends_on": ["give_up"]},
        ],
        "loop_back": [{"from": "b", "to": "a", "when": "true", "limit": 3}],
    }));
    assert_eq!(end.calls, ["a@0#0", "b@0#0", "a@1#0", "give_up@0#0", "last@0#0"]);
}

#[test]
fn a_loop_back_to_a_join_that_did_not_wait_for_all_goes_round() {
    let end = run(json!({
        "stages": [
            {"id": "quick", "run": "do"},
            {"id": "slow", "run": "wait", "with": {"sleep_ms": 60_000}},
            {"id": "join", "run": "do", "depends_on": ["quick", "slow"], "join": "any"},
            {"id": "check", "run": "do", "depends_on": ["join"]},
        ],
        "loop_back": [{"from": "check", "to": "join", "when": "true", "limit": 1}],
    }));
    assert_eq!(
        (end.outcome, end.count("join")),
        (RunOutcome::Incomplete, 2),
        "{:?}",
        end.reasons
    );
}

#[test]
fn a_repeated_quorum_still_counts_inputs_from_outside_the_loop() {
    let end = run(json!({
        "stages": [
            {"id": "outside", "run": "do", "writes": ["log"], "with": {"signs": "log"}},
            {"id": "a", "run": "do", "depends_on": ["outside"], "writes": ["log"],
             "with": {"signs": "log"}},
            {"id": "join", "run": "do", "depends_on": ["outside", "a"], "join": {"quorum": 2},
             "writes": ["saw"], "with": {"copies": ["log", "saw"]}},
        ],
        "loop_back": [{"from": "join", "to": "a", "when": "true", "limit": 1}],
    }));
    assert_eq!(end.outcome, RunOutcome::Incomplete, "{:?}", end.reasons);
    assert_eq!(end.state["saw"], json!(["outside@0#0", "a@1#0"]));
}

#[test]
fn a_fan_out_that_is_narrower_the_second_time_leaves_nothing_behind() {
    for (again, expected) in [(json!([1]), json!(["each@1#0"])), (json!([]), json!([]))] {
        let end = run(json!({
            "params": {"first": {"type": "array", "default": [1, 2, 3]},
                       "again": {"type": "array", "default": again}},
            "channels": {"log": {"type": "array", "reducer": "append", "default": []}},
            "stages": [
                {"id": "each", "run": "do", "for_each": "epoch == 0 ? params.first : params.again",
                 "writes": ["log"], "with": {"signs": "log"}},
                {"id": "after", "run": "do", "depends_on": ["each"], "writes": ["saw"],
                 "with": {"copies": ["log", "saw"]}},
            ],
            "loop_back": [{"from": "after", "to": "each", "when": "true", "limit": 1}],
        }));
        assert_eq!((&end.state["log"], &end.state["saw"]), (&expected, &expected));
    }
}

fn exhausted(on_exhausted: &Json) -> Ended {
    run(json!({
        "stages": [
            {"id": "it", "run": "do"},
            {"id": "next", "run": "do", "depends_on": ["it"]},
            {"id": "exit", "run": "do", "depends_on": ["it"]},
        ],
        "loop_back": [{"from": "it", "to": "it", "when": "true", "limit": 1,
                       "on_exhausted": on_exhausted}],
    }))
}

/// The seven stages of an audit: the verifier may send the run back to the detective.
fn audit(when: &str) -> Json {
    let stage = |id: &str, after: &str| {
        json!({"id": id, "run": "do", "depends_on": if after.is_empty() { vec![] } else { vec![after] },
               "writes": ["log"], "with": {"signs": "log"}})
    };
    let mut verifier = stage("verifier", "gatekeeper");
    verifier["writes"] = json!(["log", "saw", "n"]);
    verifier["with"] = json!({"signs": "log", "copies": ["log", "saw"], "counts": "n"});
    let mut judge = stage("judge", "verifier");
    judge["writes"] = json!(["judged"]);
    judge["with"] = json!({"copies": ["log", "judged"]});
    let limits = json!({"guest": 1, "pro": 2, "ultra": 3});
    json!({
        "params": {"tier": {"type": "string"}},
        "channels": {"judged": {}},
        "stages": [
            stage("intake", ""), stage("detective", "intake"), stage("strategist", "detective"),
            stage("gatekeeper", "strategist"), verifier, judge, stage("reporter", "judge"),
        ],
        "loop_back": [{"from": "verifier", "to": "detective", "when": when,
            "repeats": ["detective", "strategist", "verifier"],
            "limit": {"param": "tier", "values": limits}}],
    })
}
