//! What follows from an audit, written into the state: the audit itself, issues, the error of a
//! gate, feedback for a retry, warnings for the next turn. Every other key stays as it is.
//!
//! Auditing an audited state again gives the same bytes: what an earlier audit wrote is known by
//! its own report at `meta.audit` and replaced, never doubled.

mod merge_sections;
mod retry_once;

use serde_json::{Map, Value};

use jurat_model::audit::{CombinedAudit, Enforcement, Issue, PipelineStage};

use super::{AuditPolicy, AuditSubject, AuditTiming, severe_issues::is_severe};

use retry_once::RetryOnceRecord;

/// The key that a gate sets in the blocks.
const FAILED: &str = "error_validation_failed";

/// The stage that is to be run again, once, if one is.
pub fn retry_due(
    state: &Value,
    subject: &AuditSubject,
    audit: &CombinedAudit,
    policy: &AuditPolicy,
) -> Option<PipelineStage> {
    let state = state.as_object()?;
    let whole = merge_sections::with_earlier(audit, earlier(state).as_ref());
    RetryOnceRecord::of(state, subject, &whole, policy).due()
}

/// The state with all that follows from an audit of it; `subject` is what was audited.
pub fn enforce(
    state: Value,
    subject: &AuditSubject,
    audit: &CombinedAudit,
    policy: &AuditPolicy,
) -> Value {
    let Value::Object(mut state) = state else { return state };
    let earlier = earlier(&state);
    let whole = merge_sections::with_earlier(audit, earlier.as_ref());
    let retry = RetryOnceRecord::of(&state, subject, &whole, policy);
    let replaced: Vec<PipelineStage> = PipelineStage::ALL
        .into_iter()
        .filter(|stage| audit.ok(*stage).is_some())
        .collect();
    gate(&mut state, &whole, policy, earlier.is_some());
    let Some(meta) = object(&mut state, "meta") else { return Value::Object(state) };
    issues(meta, &whole, policy, earlier.as_ref(), &retry);
    warnings(meta, &whole, policy, earlier.as_ref(), &replaced);
    retry.write(meta);
    if let Ok(report) = serde_json::to_value(&whole) {
        meta.insert("auditor".to_owned(), report.clone());
        meta.insert("audit".to_owned(), report);
    }
    Value::Object(state)
}

/// What an earlier audit reported, if the state has one.
fn earlier(state: &Map<String, Value>) -> Option<CombinedAudit> {
    let report = state.get("meta")?.get("audit")?;
    serde_json::from_value(report.clone()).ok()
}

/// The object under a key, made where there is none; nothing where something else is there.
fn object<'s>(
    state: &'s mut Map<String, Value>,
    key: &str,
) -> Option<&'s mut Map<String, Value>> {
    let value = state.entry(key).or_insert(Value::Null);
    if value.is_null() {
        *value = Value::Object(Map::new());
    }
    value.as_object_mut()
}

/// A list under a key; nothing where something else is there.
fn list<'m>(meta: &'m mut Map<String, Value>, key: &str) -> Option<&'m mut Vec<Value>> {
    let value = meta.entry(key).or_insert(Value::Null);
    if value.is_null() {
        *value = Value::Array(Vec::new());
    }
    value.as_array_mut()
}

/// What applies to a stage: nobody can be stopped who does not wait.
fn mode(
    audit: &CombinedAudit,
    policy: &AuditPolicy,
    stage: PipelineStage,
) -> Option<Enforcement> {
    let mode = audit.mode_of(stage)?;
    Some(if policy.operation == AuditTiming::Parallel { Enforcement::Advisory } else { mode })
}

fn gate(
    state: &mut Map<String, Value>,
    audit: &CombinedAudit,
    policy: &AuditPolicy,
    was_audited: bool,
) {
    let failed = |stage: &PipelineStage| {
        audit.has_failed(*stage) && mode(audit, policy, *stage) == Some(Enforcement::Gate)
    };
    let severe: Vec<&Issue> = PipelineStage::ALL
        .iter()
        .filter(|stage| failed(stage))
        .flat_map(|stage| audit.issues(*stage))
        .filter(|issue| is_severe(issue, policy))
        .collect();
    if severe.is_empty() {
        // What stands there from before any audit is somebody else's.
        if was_audited && let Some(Value::Object(blocks)) = state.get_mut("blocks") {
            blocks.remove(FAILED);
        }
        return;
    }
    if let Some(blocks) = object(state, "blocks") {
        let issues = serde_json::to_value(&severe).unwrap_or_default();
        let error = Map::from_iter([("issues".to_owned(), issues)]);
        blocks.insert(FAILED.to_owned(), Value::Object(error));
    }
}

/// Appends the issues of advisory stages, those of the earlier audit taken out first.
fn issues(
    meta: &mut Map<String, Value>,
    audit: &CombinedAudit,
    policy: &AuditPolicy,
    earlier: Option<&CombinedAudit>,
    retry: &RetryOnceRecord,
) {
    let values =
        |audit: &CombinedAudit, wanted: &dyn Fn(PipelineStage) -> bool| -> Vec<Value> {
            let wanted = audit.all().filter(|(stage, _)| wanted(*stage));
            wanted
                .filter_map(|(_, issue)| serde_json::to_value(issue).ok())
                .collect()
        };
    let stale = earlier.map_or_else(Vec::new, |earlier| values(earlier, &|_| true));
    let advisory = |stage| match mode(audit, policy, stage) {
        Some(Enforcement::Advisory) => true,
        Some(Enforcement::RetryOnce) => !retry.asks(stage),
        Some(Enforcement::Gate) | None => false,
    };
    let fresh = values(audit, &advisory);
    if fresh.is_empty() && !meta.contains_key("issues") {
        return;
    }
    let Some(list) = list(meta, "issues") else { return };
    list.retain(|one| !stale.contains(one));
    list.extend(fresh);
}

/// In parallel operation severe issues become warnings that the next turn shows.
fn warnings(
    meta: &mut Map<String, Value>,
    audit: &CombinedAudit,
    policy: &AuditPolicy,
    earlier: Option<&CombinedAudit>,
    replaced: &[PipelineStage],
) {
    if policy.operation != AuditTiming::Parallel {
        return;
    }
    let lines = |audit: &CombinedAudit| -> Vec<Value> {
        let severe = audit.all().filter(|(_, issue)| is_severe(issue, policy));
        severe.map(|(_, issue)| Value::String(warning(issue))).collect()
    };
    let stale = earlier.filter(|_| !replaced.is_empty()).map_or_else(Vec::new, lines);
    let fresh = lines(audit);
    if fresh.is_empty() && !meta.contains_key("warnings") {
        return;
    }
    let Some(list) = list(meta, "warnings") else { return };
    list.retain(|one| !stale.contains(one));
    for line in fresh {
        if !list.contains(&line) {
            list.push(line);
        }
    }
}

fn warning(issue: &Issue) -> String {
    format!("{}: {}", issue.code, issue.msg)
}
