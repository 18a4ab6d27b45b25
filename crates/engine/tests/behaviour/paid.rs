//! Paid calls: what the journal knows is never paid again.

use jurat_engine::RunOutcome;
use serde_json::{Value as Json, json};

use crate::test_engine::Rig;

#[test]
fn the_same_request_is_paid_once_in_a_run() {
    check(&json!([pays("a", &[], 0), pays("b", &["a"], 0)]), &["hello"]);
}

#[test]
fn another_sample_is_another_call() {
    check(&json!([pays("a", &[], 0), pays("b", &["a"], 1)]), &["hello", "hello"]);
}

#[test]
fn the_same_request_made_at_the_same_time_is_paid_once() {
    for run in ["do", "wait"] {
        let rig = Rig::with_workers(8);
        let mut stage = pays("a", &[], 0);
        stage["run"] = json!(run);
        stage["with"]["pay_ms"] = json!(100);
        stage["for_each"] = json!("params.list");
        let end = rig.run(json!({
            "params": {"list": {"type": "array", "default": [1, 2, 3, 4, 5, 6, 7, 8]}},
            "budgets": {"b": {"unit": "coins", "limit": 3}},
            "stages": [stage],
        }));
        assert_eq!(rig.done.paid(), ["hello"], "{run}");
        assert_eq!(end.outcome, RunOutcome::Completed, "{run}: {:?}", end.reasons);
    }
}

#[test]
fn a_call_that_panics_gives_back_what_it_reserved() {
    given_up(&json!({"run": "do", "required": false,
        "with": {"pays": ["hello", 3], "pay_panics": true}}));
}

#[test]
fn a_call_that_ran_out_of_time_gives_back_what_it_reserved() {
    given_up(&json!({"run": "wait", "required": false, "timeout_ms": 50,
        "with": {"pays": ["hello", 3], "pay_ms": 60_000}}));
}

/// A call that comes to nothing, then the same call again, under a budget for one of them.
fn given_up(more: &Json) {
    let rig = Rig::new();
    let mut first = pays("a", &[], 0);
    for (key, value) in more.as_object().unwrap() {
        first[key] = value.clone();
    }
    let end = rig.run(json!({
        "budgets": {"b": {"unit": "coins", "limit": 5}},
        "stages": [first, pays("b", &["a"], 0)],
    }));
    // The first stage was not required: it failed, and the rest is there.
    assert_eq!(end.outcome, RunOutcome::Incomplete, "{:?}", end.reasons);
    assert_eq!(end.state["replies"], json!(["re: hello"]));
}

#[test]
fn another_run_pays_for_itself() {
    let rig = Rig::new();
    let definition = json!({"stages": [pays("a", &[], 0)]});
    rig.run(definition.clone());
    rig.run(definition);
    assert_eq!(rig.done.paid().len(), 2);
}

#[test]
fn a_fork_inherits_what_was_paid() {
    assert_eq!(forked(false), 1);
}

#[test]
fn a_fresh_fork_pays_again() {
    assert_eq!(forked(true), 2);
}

#[test]
fn an_intent_is_journaled_before_its_result() {
    let end = Rig::new().run(json!({"stages": [pays("a", &[], 0)]}));
    assert_eq!(
        end.kinds(),
        ["run_started", "paid_intent a@0#0", "paid_result a@0#0", "completed a@0#0"]
    );
}

/// How often a call is paid by a run and its fork, which parts right after the result.
fn forked(fresh: bool) -> usize {
    let rig = Rig::new();
    let workflow = rig.workflow(json!({"stages": [pays("a", &[], 0)]}));
    let end = rig.ended(&rig.start(&workflow, json!({})));
    let at = end.place("paid_result a@0#0") as u64 + 1;
    let fork = rig.engine.fork(end.run, at, &workflow, (rig.id(), fresh)).unwrap();
    assert_eq!(rig.ended(&fork).state, end.state);
    rig.done.paid().len()
}

fn check(stages: &Json, paid: &[&str]) {
    let rig = Rig::new();
    let end = rig.run(json!({"stages": stages}));
    assert_eq!(
        (end.outcome, rig.done.paid()),
        (RunOutcome::Completed, paid.iter().map(|p| (*p).to_owned()).collect())
    );
    assert_eq!(end.state["replies"], json!(["re: hello", "re: hello"]));
}

fn pays(id: &str, after: &[&str], sample: u32) -> Json {
    json!({"id": id, "run": "do", "depends_on": after, "effect": "paid", "writes": ["replies"],
           "with": {"pays": ["hello", 3], "sample": sample}})
}
