//! Policies: the shipped ones, and everything that is wrong with a wrong one.

use jurat_model::audit::{Enforcement, PipelineStage};
use jurat_pipeline_audit::audit::{AuditPolicy, CountBound};

use crate::support::{consumer, policy, shipped};

#[track_caller]
fn check(text: &str, problems: &[&str]) {
    let refused = AuditPolicy::read(text).unwrap_err();
    let found: Vec<String> = refused.problems.iter().map(ToString::to_string).collect();
    assert_eq!(found, problems);
}

#[test]
fn the_shipped_default_says_what_holds_without_it() {
    assert_eq!(policy(shipped!("policies/default.json")), AuditPolicy::default());
    assert_eq!(policy("{}"), AuditPolicy::default());
}

#[test]
fn the_shipped_policies_are_read() {
    let consumer = consumer();
    assert_eq!(consumer.mode(PipelineStage::Draft), Enforcement::RetryOnce);
    assert_eq!(consumer.mode(PipelineStage::Search), Enforcement::Advisory);
    assert_eq!(consumer.bounds.follow_ups, CountBound::Between(2, 3));
    assert_eq!(
        policy(shipped!("policies/strict.json")).mode(PipelineStage::Pipeline),
        Enforcement::Gate
    );
}

#[test]
fn policies_survive_being_written() {
    for text in [
        shipped!("policies/default.json"),
        shipped!("policies/consumer_pt.json"),
        shipped!("policies/strict.json"),
    ] {
        let policy = policy(text);
        let written = serde_json::to_string(&policy).unwrap();
        assert_eq!(AuditPolicy::read(&written).unwrap(), policy);
    }
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    check(
        r#"{"mode": "gated", "treshold": {}, "sampling": -1, "thresholds": {"coverage_min": 1.5}}"#,
        &[
            "$.mode: expected one of advisory, retry_once, gate, found \"gated\"; did you mean `gate`?",
            "$.sampling: -1 is less than 0",
            "$.thresholds.coverage_min: 1.5 is more than 1",
            "$.treshold: there is no such key; did you mean `thresholds`?",
        ],
    );
}

#[test]
fn wrong_types_and_unknown_codes_are_told_with_hints() {
    check(
        r#"{"bounds": {"steps": [1, 2, 3], "quiz": "many"}}"#,
        &[
            "$.bounds.quiz: expected a whole number or an array, found \"many\"",
            "$.bounds.steps: expected 2 items, found 3",
        ],
    );
    check(
        r#"{"off": ["NO_RESULT"], "severity": {"LOW_TOP_SCORES": "warn"}, "bounds": {"steps": [5, 2]},
            "thresholds": {"required_articles_by_keyword": {"x": ["forty-nine"]}}}"#,
        &[
            "$.off: there is no code \"NO_RESULT\"; did you mean `NO_RESULTS`?",
            "$.severity.LOW_TOP_SCORES: there is no code \"LOW_TOP_SCORES\"; did you mean `LOW_TOP_SCORE`?",
            "$.thresholds.required_articles_by_keyword.x[0]: \"forty-nine\" names no provision, as `Art. 49` does",
            "$.bounds.steps: 5 is more than 2",
        ],
    );
    check(
        r#"{"mode": {"serch": "gate"}}"#,
        &["$.mode.serch: there is no such key; did you mean `search`?"],
    );
    check("[]", &["$: expected an object, found an array of 0"]);
}

#[test]
fn text_that_is_no_json_is_told_with_its_place() {
    let refused = AuditPolicy::read("{\"mode\":").unwrap_err().to_string();
    assert_eq!(
        refused,
        "the policy cannot be used: $: EOF while parsing a value at line 1 column 8"
    );
}

#[test]
fn an_editor_may_be_told_the_schema() {
    let policy = policy(r#"{"$schema": "https://jurat.example/policy.json"}"#);
    assert_eq!(policy.schema.as_deref(), Some("https://jurat.example/policy.json"));
    assert!(AuditPolicy::schema()["properties"]["mode"].is_object());
    assert!(
        jurat_pipeline_audit::audit::StateMapping::schema()["properties"]["fits"].is_object()
    );
}
