//! What the checks of the whole find, and where they stay silent.

use jurat_pipeline_audit::audit::AuditPolicy;
use serde_json::{Value, json};

use crate::support::{audited, found, policy, unchecked};

fn timed(elapsed: &Value) -> Value {
    json!({"query": "q", "sources": [], "meta": {"elapsed_ms": elapsed}})
}

#[test]
fn agents_over_their_budget_are_named_with_the_slow_path() {
    let policy = policy(r#"{"thresholds": {"max_elapsed_ms": {"busca": 100, "total": 500}}}"#);
    let slow = timed(&json!({"busca": 90, "redator": 810}));
    assert_eq!(
        found("OVER_TIME_BUDGET", &slow, &policy),
        ["`total` took 900 ms, allowed are 500 ms; `redator` took 90 % of it"]
    );
    let flags = audited(&slow, &policy)
        .pipeline
        .map(|one| one.budget_flags)
        .unwrap_or_default();
    assert_eq!(flags.len(), 1);
    assert_eq!((flags[0].agent.as_str(), flags[0].elapsed_ms), ("total", 900.0));
    let nested = timed(&json!({"busca": {"elapsed_ms": 101}, "total": 400}));
    assert_eq!(found("OVER_TIME_BUDGET", &nested, &policy).len(), 1);
    assert_eq!(found("OVER_TIME_BUDGET", &timed(&json!({"busca": 100})), &policy).len(), 0);
}

#[test]
fn a_budget_without_a_time_is_not_checked() {
    let policy = policy(r#"{"thresholds": {"max_elapsed_ms": {"professor": 100}}}"#);
    assert!(
        unchecked(&timed(&json!({"busca": 1})), &policy).contains(&"OVER_TIME_BUDGET".into())
    );
}

#[test]
fn missing_and_empty_blocks_are_told() {
    let policy = policy(r#"{"required_blocks": ["summary", "legal_basis"]}"#);
    let rows = [
        (json!({"summary": "It is so.", "legal_basis": [{"label": "s. 1"}]}), 0),
        (json!({"summary": "It is so."}), 1),
        (json!({"summary": " ", "legal_basis": []}), 2),
        (json!({"summary": "It is so.", "legal_basis": ["s. 1"], "quiz": []}), 1),
    ];
    for (blocks, count) in rows {
        let state = json!({"query": "q", "sources": [], "blocks": blocks});
        let found = found("INCOMPLETE_ANSWER", &state, &policy);
        assert_eq!(found.len(), count, "{state}: {found:?}");
    }
    let draft = json!({"query": "q", "sources": [], "draft": "  "});
    assert_eq!(found("INCOMPLETE_ANSWER", &draft, &policy), ["the answer is empty"]);
    let none = json!({"query": "q", "sources": []});
    assert!(unchecked(&none, &policy).contains(&"INCOMPLETE_ANSWER".into()));
}

#[test]
fn a_summary_that_does_not_name_the_core_article_is_told() {
    let policy = policy(
        r#"{"thresholds": {"required_articles_by_keyword": {
            "arrependimento": ["Art. 49"], "return": ["s. 12"], "rétractation": ["art. 5"]}}}"#,
    );
    let rows = [
        ("Cabe arrependimento?", "Sim, pelo art. 49 do CDC.", 0),
        ("Cabe arrependimento?", "Sim, o arrependimento cabe em 7 dias.", 1),
        ("Can I return it?", "Yes: section 12(3) says so.", 0),
        ("Can I return it?", "Yes, within 14 days.", 1),
        ("Ai-je un droit de rétractation ?", "Oui, selon l’article 5.", 0),
        ("Ai-je un droit de rétractation ?", "Oui, selon l’article 50.", 1),
        ("Who pays?", "The seller.", 0),
    ];
    for (query, summary, count) in rows {
        let state = json!({"query": query, "sources": [], "blocks": {"summary": summary}});
        let found = found("CORE_ARTICLE_NOT_MENTIONED", &state, &policy);
        assert_eq!(found.len(), count, "{query} {summary}: {found:?}");
    }
    let told = json!({"query": "Cabe arrependimento?", "sources": [], "draft": "Sim, cabe."});
    assert_eq!(
        found("CORE_ARTICLE_NOT_MENTIONED", &told, &policy),
        ["the summary names neither `arrependimento` nor Art. 49"]
    );
}

#[test]
fn codes_can_be_turned_off_and_given_another_severity() {
    let state = json!({"query": "q", "sources": []});
    assert_eq!(found("NO_RESULTS", &state, &AuditPolicy::default()).len(), 1);
    assert_eq!(found("NO_RESULTS", &state, &policy(r#"{"off": ["NO_RESULTS"]}"#)).len(), 0);
    let mild = policy(r#"{"severity": {"NO_RESULTS": "info"}}"#);
    let search = audited(&state, &mild).search;
    assert_eq!(search.map(|one| one.ok), Some(true));
    let search = audited(&state, &AuditPolicy::default()).search;
    assert_eq!(search.map(|one| one.ok), Some(false));
}

#[test]
fn what_was_not_checked_stops_nobody_unless_the_policy_says_so() {
    let state = json!({"query": "q", "sources": [{"text": "A rule on boats."}]});
    let usual =
        audited(&state, &policy(r#"{"gate_severity": "info", "off": ["RETRIEVAL_DRIFT"]}"#));
    assert!(!usual.not_checked.is_empty());
    assert_eq!(usual.search.map(|one| one.ok), Some(true));
    let strict = policy(r#"{"gate_severity": "warn", "severity": {"NOT_CHECKED": "warn"}}"#);
    assert_eq!(audited(&state, &strict).search.map(|one| one.ok), Some(false));
}
