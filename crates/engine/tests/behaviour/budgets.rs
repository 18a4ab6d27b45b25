//! Budgets: what they count, and the outcome declared for when they are spent.

use jurat_engine::RunOutcome;
use serde_json::{Value as Json, json};

use crate::test_engine::{Ended, Rig, run};

#[test]
fn a_budget_of_dispatches_passes_over_what_it_cannot_afford() {
    let end = chain(&json!({"unit": "dispatches", "limit": 2}), &json!({}));
    assert_eq!((end.outcome, end.calls.len()), (RunOutcome::Incomplete, 2));
    assert_eq!(end.reasons, ["budget b: the limit of 2 dispatches is reached"]);
}

#[test]
fn a_fan_out_starts_as_many_as_its_budget_pays_for() {
    for (limit, begun, outcome) in [
        (5, 5, RunOutcome::Completed),
        (3, 3, RunOutcome::Incomplete),
        (0, 0, RunOutcome::Incomplete),
    ] {
        let end = run(tasting(limit, &json!({})));
        assert_eq!((end.count("taste"), end.count("write")), (begun, 1), "limit {limit}");
        assert_eq!(end.outcome, outcome, "limit {limit}");
        let names: Vec<String> = (0..begun).map(|index| format!("taste@0#{index}")).collect();
        let log = if begun == 0 { json!(null) } else { json!(names) };
        assert_eq!(end.state["log"], log);
    }
}

#[test]
fn what_a_budget_does_not_pay_for_is_said() {
    let end = run(tasting(3, &json!({"reason": "no sips left"})));
    let expected =
        ["budget b: no sips left", "stage `taste`: 2 of 5 elements were not started"];
    assert_eq!(end.reasons, expected);
}

#[test]
fn a_budget_that_stops_the_run_starts_none_of_a_fan_out_that_is_too_wide() {
    let end = run(tasting(3, &json!({"then": "stop", "outcome": "refused"})));
    assert_eq!((end.outcome, end.count("taste")), (RunOutcome::Refused, 0));
}

fn tasting(limit: u32, on_exhausted: &Json) -> Json {
    json!({
        "budgets": {"b": {"unit": "dispatches", "limit": limit, "stages": ["taste"],
                          "on_exhausted": on_exhausted}},
        "stages": [
            {"id": "taste", "run": "do", "for_each": "[1, 2, 3, 4, 5]", "writes": ["log"],
             "with": {"signs": "log"}},
            {"id": "write", "run": "do", "depends_on": ["taste"]},
        ],
    })
}

#[test]
fn a_budget_counts_the_stages_it_names() {
    let budget = json!({"unit": "dispatches", "limit": 1, "stages": ["a"]});
    let end = chain(&budget, &json!({}));
    assert_eq!((end.outcome, end.calls.len()), (RunOutcome::Completed, 4));
}

#[test]
fn a_budget_may_count_the_first_pass_only() {
    let budget = json!({"unit": "dispatches", "limit": 4, "epochs": "first"});
    let end = looped(&budget);
    assert_eq!((end.count("a"), end.count("d")), (3, 3));
    assert_eq!(end.reasons, ["loop d->a: the limit of 2 is reached"]);
}

#[test]
fn a_budget_of_all_passes_is_spent_by_a_loop() {
    let end = looped(&json!({"unit": "dispatches", "limit": 6}));
    assert_eq!((end.calls.len(), end.outcome), (6, RunOutcome::Incomplete));
}

#[test]
fn a_spent_budget_may_stop_the_run_with_its_words() {
    let on_exhausted = json!({"then": "stop", "outcome": "refused", "reason": "too dear"});
    let budget = json!({"unit": "dispatches", "limit": 2, "on_exhausted": on_exhausted});
    let end = chain(&budget, &json!({}));
    assert_eq!((end.outcome, end.calls.len()), (RunOutcome::Refused, 2));
    assert_eq!(end.reasons, ["budget b: too dear"]);
}

#[test]
fn what_stages_spend_is_counted() {
    let end = chain(&json!({"unit": "coins", "limit": 10}), &json!({"spends": 5}));
    assert_eq!((end.outcome, end.calls.len()), (RunOutcome::Incomplete, 2));
}

#[test]
fn a_paid_call_that_a_budget_does_not_allow_is_never_made() {
    let rig = Rig::new();
    let end = rig.run(json!({
        "budgets": {"b": {"unit": "coins", "limit": 10}},
        "stages": [
            {"id": "cheap", "run": "do", "effect": "paid", "writes": ["replies"],
             "with": {"pays": ["hello", 6]}},
            {"id": "dear", "run": "do", "effect": "paid", "depends_on": ["cheap"],
             "writes": ["replies"], "with": {"pays": ["world", 6]}},
            {"id": "free", "run": "do", "depends_on": ["dear"]},
        ],
    }));
    assert_eq!(rig.done.paid(), ["hello"]);
    assert_eq!(end.outcome, RunOutcome::Incomplete, "{:?}", end.reasons);
    assert!(end.failures()[0].1.contains("budget `b` does not allow this call"));
    assert_eq!(end.reasons, ["budget b: the limit of 10 coins is reached"]);
}

#[test]
fn a_budget_of_time_ends_a_run_that_takes_too_long() {
    let end = run(json!({
        "budgets": {"b": {"unit": "wall_ms", "limit": 100, "on_exhausted": {"then": "stop"}}},
        "stages": [{"id": "it", "run": "wait", "with": {"sleep_ms": 60_000}}],
    }));
    assert_eq!((end.outcome, end.has("wall_spent b")), (RunOutcome::Incomplete, true));
}

#[test]
fn a_budget_of_time_may_let_a_run_go_on_without_what_it_counts() {
    let end = run(json!({
        "budgets": {"b": {"unit": "wall_ms", "limit": 50, "stages": ["extra"]}},
        "stages": [
            {"id": "it", "run": "do", "with": {"sleep_ms": 300}},
            {"id": "extra", "run": "do", "depends_on": ["it"]},
            {"id": "last", "run": "do", "depends_on": ["extra"]},
        ],
    }));
    assert_eq!((end.count("extra"), end.count("last")), (0, 1));
    assert_eq!(end.outcome, RunOutcome::Incomplete);
}

fn chain(budget: &Json, with: &Json) -> Ended {
    run(four(budget, with))
}

fn looped(budget: &Json) -> Ended {
    let mut definition = four(budget, &json!({}));
    definition["loop_back"] = json!([{"from": "d", "to": "a", "when": "true", "limit": 2}]);
    run(definition)
}

fn four(budget: &Json, with: &Json) -> Json {
    json!({"budgets": {"b": budget}, "stages": [
        {"id": "a", "run": "do", "with": with},
        {"id": "b", "run": "do", "depends_on": ["a"], "with": with},
        {"id": "c", "run": "do", "depends_on": ["b"], "with": with},
        {"id": "d", "run": "do", "depends_on": ["c"], "with": with},
    ]})
}

#[test]
fn a_paid_fan_out_does_what_its_budget_pays_for_and_the_run_goes_on() {
    let end = Rig::with_workers(4).run(json!({
        "params": {"list": {"type": "array", "default": [1, 2, 3, 4]}},
        "budgets": {"b": {"unit": "coins", "limit": 9, "stages": ["each"]}},
        "stages": [
            {"id": "each", "run": "do", "effect": "paid", "for_each": "params.list", "writes": ["replies"],
             "with": {"pays": ["hello", 4], "pays_each": true, "pay_ms": 20}},
            {"id": "after", "run": "do", "depends_on": ["each"], "with": {}},
        ],
    }));
    assert_eq!(end.outcome, RunOutcome::Incomplete, "{:?}", end.reasons);
    assert_eq!(end.state["replies"].as_array().map(Vec::len), Some(2), "{:?}", end.reasons);
    let left_out = end.reasons.iter().filter(|reason| reason.contains("was left out"));
    assert_eq!(left_out.count(), 2, "{:?}", end.reasons);
    assert!(end.calls.iter().any(|call| call.starts_with("after@")), "{:?}", end.calls);
}

#[test]
fn a_loop_ends_where_its_budget_is_spent() {
    for (limit, begun) in [(1, 1), (3, 3)] {
        let end = run(going_round(&json!({"unit": "dispatches", "limit": limit})));
        // As often as the budget pays for, and not to the limit of the loop.
        assert_eq!((end.count("look"), end.count("judge")), (begun, begun), "{:?}", end.calls);
        assert_eq!((end.outcome, end.count("last")), (RunOutcome::Incomplete, 1));
        let expected = [
            format!("budget b: the limit of {limit} dispatches is reached"),
            "loop judge->look: budget `b` has no room for another pass".to_owned(),
        ];
        assert_eq!(end.reasons, expected);
    }
}

#[test]
fn a_loop_that_a_budget_ends_leads_where_its_limit_would() {
    let mut definition = going_round(
        &json!({"unit": "dispatches", "limit": 1, "on_exhausted": {"outcome": "refused", "reason": "too dear"}}),
    );
    definition["loop_back"][0]["on_exhausted"] =
        json!({"then": "stop", "reason": "nothing was found"});
    let end = run(definition);
    assert_eq!((end.outcome, end.count("last")), (RunOutcome::Refused, 0));
    assert_eq!(end.reasons, ["budget b: too dear", "loop judge->look: nothing was found"]);
}

#[test]
fn a_budget_of_the_first_pass_ends_no_loop() {
    let budget = json!({"unit": "dispatches", "limit": 1, "epochs": "first"});
    let end = run(going_round(&budget));
    assert_eq!((end.count("look"), end.count("judge")), (10, 10), "{:?}", end.calls);
}

/// A loop of nine further passes, of which a budget counts one stage and not the one that decides.
fn going_round(budget: &Json) -> Json {
    let mut budget = budget.clone();
    budget["stages"] = json!(["look"]);
    json!({
        "budgets": {"b": budget},
        "stages": [
            {"id": "look", "run": "do", "with": {}},
            {"id": "judge", "run": "do", "depends_on": ["look"], "with": {}},
            {"id": "last", "run": "do", "depends_on": ["judge"], "with": {}},
        ],
        "loop_back": [{"from": "judge", "to": "look", "when": "true", "limit": 9}],
    })
}
