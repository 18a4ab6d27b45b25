//! States as JSON, and the issues of their drafts.

use jurat_model::audit::{CombinedAudit, Issue, IssueSeverity, PipelineStage};
use jurat_pipeline_audit::audit::{AuditPolicy, AuditSubject, StateMapping, audit};
use serde_json::{Value, json};

pub(crate) const CLEAN: [(&str, &str); 6] = [
    ("en_withdrawal", include_str!("clean/en_withdrawal.json")),
    ("en_breach", include_str!("clean/en_breach.json")),
    ("pt_arrependimento", include_str!("clean/pt_arrependimento.json")),
    ("pt_dados", include_str!("clean/pt_dados.json")),
    ("fr_retractation", include_str!("clean/fr_retractation.json")),
    ("fr_permis", include_str!("clean/fr_permis.json")),
];

pub(crate) fn state(name: &str) -> Value {
    let (_, text) = CLEAN.iter().find(|(known, _)| *known == name).unwrap();
    serde_json::from_str(text).unwrap()
}

pub(crate) fn audited(state: &Value, policy: &AuditPolicy) -> CombinedAudit {
    let mapping = include_str!("../../mappings/native.json");
    let mapping = StateMapping::read(mapping).unwrap();
    let subject = AuditSubject::read(state, &mapping, &policy.limits).unwrap();
    audit(&subject, policy, &[PipelineStage::Draft], &mut || 0)
}

pub(crate) fn issues(state: &Value) -> Vec<Issue> {
    audited(state, &AuditPolicy::default())
        .issues(PipelineStage::Draft)
        .to_vec()
}

/// The codes of issues that warn or worse.
pub(crate) fn grave(issues: &[Issue]) -> Vec<&str> {
    let grave = issues.iter().filter(|issue| IssueSeverity::Warn <= issue.severity);
    grave.map(|issue| issue.code.as_str()).collect()
}

/// A state of a draft and sources, each source with a label.
pub(crate) fn drafted(draft: impl Into<Value>, sources: &[(&str, &str)]) -> Value {
    let source = |(number, (label, text)): (u32, &(&str, &str))| {
        json!({ "id": format!("src-{number}"), "score": 1.0 - 0.1 * f64::from(number), "label": label,
            "law": "Fictional Act", "url": format!("https://law.example/{number}"), "text": text })
    };
    let sources: Vec<Value> = (1..).zip(sources).map(source).collect();
    json!({ "sources": sources, "draft": draft.into() })
}

/// That a code is found in a state, with a message that has these words.
#[track_caller]
pub(crate) fn fires(state: &Value, code: &str, words: &str) -> Issue {
    let all = issues(state);
    let found = all.iter().find(|one| one.code == code && one.msg.contains(words));
    let told: Vec<String> =
        all.iter().map(|one| format!("{}: {}", one.code, one.msg)).collect();
    assert!(found.is_some(), "no {code} with {words:?} in {told:#?}");
    found.unwrap().clone()
}

/// That a code is not found in a state.
#[track_caller]
pub(crate) fn silent(state: &Value, code: &str) {
    let all = issues(state);
    let found: Vec<&Issue> = all.iter().filter(|issue| issue.code == code).collect();
    assert!(found.is_empty(), "{found:#?}");
}
