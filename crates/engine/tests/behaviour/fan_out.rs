//! Fan-outs: any width, bounds that hold, and what one failure does to the others.

use jurat_engine::RunOutcome;
use serde_json::{Value as Json, json};

use crate::test_engine::{Ended, Rig, run};

#[test]
fn a_fan_out_over_nothing_is_done_at_once() {
    let end = wide(0, &json!({}));
    assert_eq!(
        (end.outcome, end.count("each"), end.count("after")),
        (RunOutcome::Completed, 0, 1)
    );
}

#[test]
fn a_fan_out_over_one_is_one() {
    assert_eq!(wide(1, &json!({})).state["log"], json!(["each@0#0"]));
}

#[test]
fn a_thousand_results_merge_in_the_order_of_their_elements() {
    let end = wide(1000, &json!({}));
    let names: Vec<String> = (0..1000).map(|index| format!("each@0#{index}")).collect();
    assert_eq!(end.state["log"], json!(names));
    assert_eq!(end.state["saw"], json!(names));
}

#[test]
fn a_fan_out_over_its_bound_fails_and_says_both_numbers() {
    let end = wide(5, &json!({"for_each": {"items": "params.list", "max": 4}}));
    assert_eq!((end.outcome, end.count("each")), (RunOutcome::Failed, 0));
    let why = "stage `each`: `for_each` gave 5 elements; the limit is 4";
    assert!(end.reasons.iter().any(|reason| reason == why), "{:?}", end.reasons);
}

#[test]
fn fail_fast_cancels_the_siblings_and_keeps_the_finished() {
    let with = json!({"on_failure": "fail_fast",
        "with": {"signs": "log", "only": 1, "sleep_ms": 50, "fails": "permanent"}});
    let rig = Rig::with_workers(1);
    let end = rig.run(fan(4, &with));
    assert_eq!((end.outcome, &end.state["log"]), (RunOutcome::Failed, &json!(["each@0#0"])));
    assert_eq!(end.count("each"), 2);
}

#[test]
fn wait_all_lets_the_siblings_finish_and_fails_then() {
    let end = one_fails(&json!("wait_all"));
    let kept = json!(["each@0#0", "each@0#2", "each@0#3"]);
    assert_eq!((end.outcome, &end.state["log"]), (RunOutcome::Failed, &kept));
    assert_eq!(end.count("after"), 0);
}

#[test]
fn continue_goes_on_with_enough() {
    let end = one_fails(&json!({"continue": {"min": 3}}));
    let kept = json!(["each@0#0", "each@0#2", "each@0#3"]);
    assert_eq!((end.outcome, &end.state["saw"]), (RunOutcome::Incomplete, &kept));
    assert_eq!(end.reasons, ["stage `each@0#1` failed: never"]);
}

#[test]
fn continue_without_a_loss_is_complete() {
    let end = run(fan(4, &json!({"on_failure": {"continue": {"min": 3}}})));
    assert_eq!((end.outcome, end.reasons), (RunOutcome::Completed, vec![]));
}

#[test]
fn together_they_may_not_put_more_into_a_channel_than_it_holds() {
    for (max, outcome) in [(4, RunOutcome::Completed), (3, RunOutcome::Failed)] {
        let mut definition = fan(4, &json!({}));
        definition["channels"] =
            json!({"log": {"type": "array", "reducer": "append", "max_items": max}});
        let end = run(definition);
        assert_eq!(end.outcome, outcome, "{:?}", end.reasons);
        let why = "stage `each`: channel `log` would hold 4 elements; `max_items` is 3";
        assert_eq!(max == 3, end.reasons.iter().any(|reason| reason == why));
    }
}

#[test]
fn nothing_is_seen_of_an_optional_fan_out_that_puts_too_much_into_a_channel() {
    for more in [
        json!({"required": false}),
        // One of them fails as well: what the others wrote is still too much.
        json!({"required": false, "on_failure": "wait_all",
               "with": {"signs": "log", "only": 1, "fails": "permanent"}}),
    ] {
        let end = run(overfull(&more, &json!("all")));
        let before = json!(["before@0#0"]);
        assert_eq!((&end.state["saw"], &end.state["log"]), (&before, &before), "{more}");
        assert_eq!(end.outcome, RunOutcome::Incomplete);
        let why = end.reasons.iter().any(|why| why.contains("`max_items` is 3"));
        assert!(why, "{:?}", end.reasons);
        assert_eq!((end.end.progress.completed, end.end.progress.total), (2, 3));
    }
}

#[test]
fn a_join_that_takes_results_one_by_one_sees_no_more_of_a_channel_than_it_holds() {
    for join in [json!({"quorum": 4}), json!("best_effort")] {
        let end = run(overfull(&json!({"required": false}), &join));
        assert_eq!((end.outcome, end.count("after")), (RunOutcome::Failed, 0), "{join}");
        assert_eq!(end.state["log"], json!(["before@0#0"]));
    }
}

/// Four elements for a channel that holds three, one of them there before.
fn overfull(more: &Json, join: &Json) -> Json {
    let mut definition = fan(4, more);
    definition["channels"] =
        json!({"log": {"type": "array", "reducer": "append", "max_items": 3}});
    definition["stages"][0]["with"] = json!({"signs": "log"});
    definition["stages"][2]["join"] = join.clone();
    definition
}

#[test]
fn branches_may_not_put_more_into_a_channel_than_it_holds() {
    let end = run(json!({
        "channels": {"log": {"type": "array", "reducer": "append", "max_items": 1}},
        "stages": [
            {"id": "left", "run": "do", "writes": ["log"], "with": {"signs": "log"}},
            {"id": "right", "run": "do", "writes": ["log"], "with": {"signs": "log"}},
            {"id": "both", "run": "do", "depends_on": ["left", "right"]},
        ],
    }));
    assert_eq!((end.outcome, end.count("both")), (RunOutcome::Failed, 0));
    let why = "stage `both`: channel `log` would hold 2 elements; `max_items` is 1";
    assert!(end.reasons.iter().any(|reason| reason == why), "{:?}", end.reasons);
}

#[test]
fn a_patch_that_is_too_long_is_refused() {
    let end = run(json!({
        "channels": {"log": {"type": "array", "reducer": "append", "max_items": 2}},
        "stages": [
            {"id": "a", "run": "do", "writes": ["log"], "with": {"writes": {"log": [1, 2]}}},
            {"id": "b", "run": "do", "depends_on": ["a"], "writes": ["log"],
             "with": {"writes": {"log": [3]}}},
        ],
    }));
    assert_eq!((end.outcome, &end.state["log"]), (RunOutcome::Failed, &json!([1, 2])));
    let why = "stage `b@0#0` failed: its patch is refused: channel `log` would hold 3 elements; \
               `max_items` is 2";
    assert_eq!(end.reasons[0], why);
}

#[test]
fn continue_fails_with_too_few() {
    let end = one_fails(&json!({"continue": {"min": 4}}));
    assert_eq!((end.outcome, end.count("after")), (RunOutcome::Failed, 0));
}

#[test]
fn an_optional_fan_out_that_fails_is_passed_and_what_finished_is_kept() {
    let with = json!({"on_failure": "wait_all", "required": false,
        "with": {"signs": "log", "only": 1, "fails": "permanent"}});
    let end = run(fan(3, &with));
    let kept = json!(["each@0#0", "each@0#2"]);
    assert_eq!((end.outcome, &end.state["saw"]), (RunOutcome::Incomplete, &kept));
}

#[test]
fn an_optional_stage_that_cannot_start_hands_on_what_it_would_have_seen() {
    let with = json!({"for_each": {"items": "params.list", "max": 1}, "required": false});
    let end = run(fan(3, &with));
    assert_eq!(
        (end.outcome, &end.state["saw"]),
        (RunOutcome::Incomplete, &json!(["before@0#0"]))
    );
}

fn one_fails(policy: &Json) -> Ended {
    let with = json!({"on_failure": policy,
        "with": {"signs": "log", "only": 1, "fails": "permanent"}});
    run(fan(4, &with))
}

fn wide(width: usize, more: &Json) -> Ended {
    let mut definition = fan(width, more);
    definition["stages"][0]["with"] = json!({});
    run(definition)
}

/// `before` → `each` of `width` elements → `after`, which writes what it sees to `saw`.
fn fan(width: usize, more: &Json) -> Json {
    let list: Vec<usize> = (0..width).collect();
    let mut each = json!({"id": "each", "run": "do", "depends_on": ["before"],
        "for_each": "params.list", "writes": ["log"], "with": {"signs": "log"}});
    for (key, value) in more.as_object().unwrap() {
        each[key] = value.clone();
    }
    let cannot_start = more["for_each"].is_object();
    let signs = if cannot_start { json!({"signs": "log"}) } else { json!({}) };
    json!({
        "params": {"list": {"type": "array", "default": list}},
        "stages": [
            {"id": "before", "run": "do", "writes": ["log"], "with": signs},
            each,
            {"id": "after", "run": "do", "depends_on": ["each"], "writes": ["saw"],
             "with": {"copies": ["log", "saw"]}},
        ],
    })
}
