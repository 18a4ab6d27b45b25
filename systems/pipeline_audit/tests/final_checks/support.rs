//! States as JSON, and the issues of their final blocks.

use jurat_model::audit::{CombinedAudit, Issue, PipelineStage};
use jurat_pipeline_audit::audit::{AuditPolicy, AuditSubject, StateMapping, audit};
use serde_json::Value;

pub(crate) const CLEAN: [(&str, &str); 6] = [
    ("en_withdrawal", include_str!("../draft_checks/clean/en_withdrawal.json")),
    ("en_breach", include_str!("../draft_checks/clean/en_breach.json")),
    ("pt_arrependimento", include_str!("../draft_checks/clean/pt_arrependimento.json")),
    ("pt_dados", include_str!("../draft_checks/clean/pt_dados.json")),
    ("fr_retractation", include_str!("../draft_checks/clean/fr_retractation.json")),
    ("fr_permis", include_str!("../draft_checks/clean/fr_permis.json")),
];

/// A clean state by its name.
pub(crate) fn state(name: &str) -> Value {
    let (_, text) = CLEAN.iter().find(|(known, _)| *known == name).unwrap();
    serde_json::from_str(text).unwrap()
}

/// A clean state with one block put in its place.
pub(crate) fn with(name: &str, key: &str, block: impl Into<Value>) -> Value {
    let mut state = state(name);
    state["blocks"][key] = block.into();
    state
}

pub(crate) fn audited(state: &Value, policy: &AuditPolicy) -> CombinedAudit {
    let mapping = include_str!("../../mappings/native.json");
    let mapping = StateMapping::read(mapping).unwrap();
    let subject = AuditSubject::read(state, &mapping, &policy.limits).unwrap();
    audit(&subject, policy, &[PipelineStage::Final], &mut || 0)
}

pub(crate) fn issues(state: &Value, policy: &AuditPolicy) -> Vec<Issue> {
    audited(state, policy).issues(PipelineStage::Final).to_vec()
}

/// That a code is found in a state, with a message that has these words.
#[track_caller]
pub(crate) fn fires(state: &Value, code: &str, words: &str) -> Issue {
    let all = issues(state, &AuditPolicy::default());
    let found = all.iter().find(|one| one.code == code && one.msg.contains(words));
    let told: Vec<String> =
        all.iter().map(|one| format!("{}: {}", one.code, one.msg)).collect();
    assert!(found.is_some(), "no {code} with {words:?} in {told:#?}");
    found.unwrap().clone()
}

/// That a code is not found in a state.
#[track_caller]
pub(crate) fn silent(state: &Value, code: &str) {
    let all = issues(state, &AuditPolicy::default());
    let found: Vec<&Issue> = all.iter().filter(|issue| issue.code == code).collect();
    assert!(found.is_empty(), "{found:#?}");
}
