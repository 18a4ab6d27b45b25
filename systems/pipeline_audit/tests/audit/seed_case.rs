//! The case of the right to withdraw (arrependimento → Art. 49), good and with the article missing.

use jurat_model::audit::{Enforcement, IssueSeverity, PipelineStage};
use jurat_pipeline_audit::audit::{audit, compact};
use serde_json::Value;

use crate::support::{audited, consumer, json, shipped, subject};

fn good() -> Value {
    json(shipped!("samples/arrependimento_good.json"))
}

fn bad() -> Value {
    json(shipped!("samples/arrependimento_missing_49.json"))
}

/// Codes of the checks of retrieval, plan and whole that are worse than info.
fn codes(state: &Value) -> Vec<String> {
    let ours = [
        "NO_RESULTS",
        "LOW_TOP_SCORE",
        "SCORES_NOT_MONOTONE",
        "LOW_DIVERSITY",
        "DUPLICATE_HITS",
        "MISSING_EXPECTED_ARTICLE",
        "RETRIEVAL_DRIFT",
        "PLAN_GAP",
        "OVER_TIME_BUDGET",
        "INCOMPLETE_ANSWER",
        "CORE_ARTICLE_NOT_MENTIONED",
    ];
    let audit = audited(state, &consumer());
    let severe = audit.all().filter(|(_, issue)| IssueSeverity::Info < issue.severity);
    let mut codes: Vec<String> = severe.map(|(_, issue)| issue.code.clone()).collect();
    codes.retain(|code| ours.contains(&code.as_str()));
    codes.dedup();
    codes
}

#[test]
fn the_good_answer_passes() {
    assert_eq!(codes(&good()), [""; 0]);
    let audit = audited(&good(), &consumer());
    let search = audit.search.as_ref().unwrap();
    assert!(search.ok);
    assert_eq!(search.scores, [0.91, 0.52, 0.44]);
    assert_eq!(search.missing_expected, [""; 0]);
    assert_eq!(audit.ok(PipelineStage::Pipeline), Some(true));
    assert_eq!(audit.mode, Enforcement::RetryOnce);
}

#[test]
fn the_missing_article_is_found_everywhere() {
    assert_eq!(
        codes(&bad()),
        [
            "MISSING_EXPECTED_ARTICLE",
            "RETRIEVAL_DRIFT",
            "PLAN_GAP",
            "CORE_ARTICLE_NOT_MENTIONED"
        ]
    );
    let audit = audited(&bad(), &consumer());
    assert_eq!(audit.search.as_ref().unwrap().missing_expected, ["Art. 49"]);
    let gaps: Vec<&str> = audit
        .issues(PipelineStage::Draft)
        .iter()
        .filter(|issue| issue.code == "PLAN_GAP" && IssueSeverity::Info < issue.severity)
        .filter_map(|issue| issue.at.as_deref())
        .collect();
    assert_eq!(
        gaps,
        [
            "$.meta.plan.key_articles[0]",
            "$.meta.plan.outline[0]",
            "$.meta.plan.outline[1]",
            "$.meta.plan.success_criteria[0]"
        ]
    );
}

#[test]
fn a_plan_in_the_language_of_the_draft_is_compared_word_by_word() {
    let state = json(shipped!("samples/arrependimento_plan_pt.json"));
    let audit = audited(&state, &consumer());
    assert_eq!(codes(&state), [""; 0]);
    let unread: Vec<&str> = audit
        .not_checked
        .iter()
        .filter(|one| one.code == "PLAN_GAP")
        .map(|one| one.reason.as_str())
        .collect();
    assert_eq!(
        unread,
        ["the criterion \"É escrito com simpatia\" cannot be checked without a reader"]
    );
}

#[test]
fn the_report_has_the_keys_that_are_promised() {
    let audit = serde_json::to_value(audited(&bad(), &consumer())).unwrap();
    let keys = |section: &str, expected: &[&str]| {
        for key in expected {
            assert!(audit[section].get(key).is_some(), "{section}.{key}");
        }
    };
    let common = ["ok", "severity", "issues", "elapsed_ms", "scores"];
    keys("search", &[&common[..], &["diversity", "missing_expected"]].concat());
    keys(
        "redator",
        &[&common[..], &["unsupported_spans", "coverage_score", "suggestions"]].concat(),
    );
    keys("professor", &[&common[..], &["structure_lints", "invariants_ok"]].concat());
    keys("pipeline", &[&common[..], &["budget_flags"]].concat());
    assert_eq!(audit["mode"], "retry_once");
    assert!(audit["search"]["scores"].is_array() && audit["redator"]["scores"].is_object());
    let issue = &audit["search"]["issues"][0];
    for key in ["code", "msg", "evidence", "suggested_fix", "severity"] {
        assert!(issue.get(key).is_some(), "{key}");
    }
    assert_eq!(issue["severity"], "error");
}

#[test]
fn a_log_has_it_in_one_line() {
    let stages = [PipelineStage::Search, PipelineStage::Pipeline];
    let line = compact(&audit(&subject(&bad()), &consumer(), &stages, &mut || 0));
    assert_eq!(
        line,
        "mode=advisory search=failed MISSING_EXPECTED_ARTICLE×1(keyword:arrependimento) \
         RETRIEVAL_DRIFT×1(word:celular) pipeline=failed \
         CORE_ARTICLE_NOT_MENTIONED×1(keyword:arrependimento) elapsed_ms=0"
    );
}
