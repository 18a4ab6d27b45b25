//! States, policies and mappings for the tests, and the one way to audit them.

use jurat_model::audit::{CombinedAudit, PipelineStage};
use jurat_pipeline_audit::audit::{
    AuditPolicy, AuditSubject, InvalidInputError, StateMapping, audit, detect,
};
use jurat_pipeline_audit::builtin_files::MAPPINGS;
use serde_json::Value;

macro_rules! shipped {
    ($path:literal) => {
        include_str!(concat!("../../", $path))
    };
}
pub(crate) use shipped;

pub(crate) fn mappings() -> Vec<StateMapping> {
    MAPPINGS
        .iter()
        .map(|one| StateMapping::read(one.text).unwrap())
        .collect()
}

pub(crate) fn native() -> StateMapping {
    mappings().swap_remove(0)
}

pub(crate) fn policy(text: &str) -> AuditPolicy {
    AuditPolicy::read(text).unwrap()
}

pub(crate) fn consumer() -> AuditPolicy {
    policy(shipped!("policies/consumer_pt.json"))
}

pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

pub(crate) fn subject(state: &Value) -> AuditSubject {
    AuditSubject::read(state, &native(), &AuditPolicy::default().limits).unwrap()
}

pub(crate) fn refused(state: &Value) -> InvalidInputError {
    AuditSubject::read(state, &native(), &AuditPolicy::default().limits).unwrap_err()
}

/// The audit of a state in any shape that is known.
pub(crate) fn audited(state: &Value, policy: &AuditPolicy) -> CombinedAudit {
    let mappings = mappings();
    let mapping = detect(state, &mappings).unwrap();
    let subject = AuditSubject::read(state, &mapping, &policy.limits).unwrap();
    audit(&subject, policy, &PipelineStage::ALL, &mut || 0)
}

/// The issues of one code, as `msg`, in a state of our own shape.
pub(crate) fn found(code: &str, state: &Value, policy: &AuditPolicy) -> Vec<String> {
    let audit = audit(&subject(state), policy, &PipelineStage::ALL, &mut || 0);
    let of = audit.all().filter(|(_, issue)| issue.code == code);
    of.map(|(_, issue)| issue.msg.clone()).collect()
}

/// Codes that a state's audit says were not checked.
pub(crate) fn unchecked(state: &Value, policy: &AuditPolicy) -> Vec<String> {
    let audit = audit(&subject(state), policy, &PipelineStage::ALL, &mut || 0);
    audit.not_checked.into_iter().map(|one| one.code).collect()
}
