//! For code scanning: SARIF 2.1.0, a result an issue.
//!
//! A place is the file and the JSON path in it; which line of the file that is, is not told.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};
use serde_json::{Value, json};

use super::{
    AuditFormat, AuditedState, UnreadableState, defects, stage_name, unchecked,
    unchecked_severity,
};
use crate::audit::IssueCode;

pub(super) const FORMAT: AuditFormat = AuditFormat {
    name: "sarif",
    begin,
    one,
    unreadable,
    end: |_| END.into(),
};

/// The rule that a state which cannot be read breaks; no check has it.
const UNREADABLE: &str = "UNREADABLE_STATE";

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// Of a run whose results are open.
const END: &str = "\n]}]}\n";

fn begin(codes: &[&str]) -> String {
    let codes = codes.iter().chain([&UNREADABLE]);
    let rules: Vec<Value> = codes.map(|code| rule(code)).collect();
    let tool = json!({ "driver": {
        "name": "jurat",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    } });
    // Results follow one by one, so the object is not closed yet.
    format!(
        "{{\"$schema\":{},\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{tool},\"results\":[",
        json!(SCHEMA)
    )
}

fn rule(code: &str) -> Value {
    let words = code.to_lowercase().replace('_', " ");
    json!({ "id": code, "shortDescription": { "text": words } })
}

fn one(audited: &AuditedState) -> String {
    let mut results = Vec::new();
    for stage in PipelineStage::ALL {
        results.extend(defects(audited.audit, stage).map(|one| result(audited, stage, one)));
        results.extend(unchecked(audited.audit, stage).map(|told| open(audited, stage, &told)));
    }
    written(&results, audited.results_before)
}

fn written(results: &[Value], before: u64) -> String {
    let mut text = String::new();
    for (result, before) in results.iter().zip(before..) {
        text.push_str(if before == 0 { "\n" } else { ",\n" });
        text.push_str(&result.to_string());
    }
    text
}

/// A state that could not be read: one result, which is an error.
fn unreadable(state: &UnreadableState) -> String {
    let result = json!({
        "ruleId": UNREADABLE,
        "level": "error",
        "message": { "text": state.reason },
        "locations": [{
            "physicalLocation": { "artifactLocation": { "uri": uri(state.name) } },
        }],
        "properties": { "row": state.index },
    });
    written(&[result], state.results_before)
}

/// All of a stage that was not checked: one result, which is open unless the policy counts it.
fn open(audited: &AuditedState, stage: PipelineStage, told: &str) -> Value {
    let outcome = audited.audit.outcome_of(stage);
    let reason = outcome.and_then(|(_, reason)| reason);
    let text = match reason {
        Some(reason) => format!("{} was not checked: {reason} ({told})", stage_name(stage)),
        None => format!("not checked in {}: {told}", stage_name(stage)),
    };
    let counted = unchecked_severity(audited.audit, stage);
    json!({
        "ruleId": IssueCode::not_checked().name(),
        "kind": if counted.is_some() { "fail" } else { "open" },
        "level": counted.map_or("none", level),
        "message": { "text": text },
        "locations": [{
            "physicalLocation": { "artifactLocation": { "uri": uri(audited.name) } },
        }],
        "properties": {
            "stage": stage.name(),
            "outcome": outcome.map(|(outcome, _)| outcome),
            "row": audited.index,
        },
    })
}

fn result(audited: &AuditedState, stage: PipelineStage, issue: &Issue) -> Value {
    json!({
        "ruleId": issue.code,
        "level": level(issue.severity),
        "message": { "text": format!("{}; fix: {}", issue.msg, issue.suggested_fix) },
        "locations": [{
            "physicalLocation": { "artifactLocation": { "uri": uri(audited.name) } },
            "logicalLocations": [{ "fullyQualifiedName": issue.at.as_deref().unwrap_or("$") }],
        }],
        "properties": {
            "stage": stage.name(),
            "evidence": issue.evidence,
            "span": issue.span,
            "row": audited.index,
        },
    })
}

const fn level(severity: IssueSeverity) -> &'static str {
    match severity {
        IssueSeverity::Info => "note",
        IssueSeverity::Warn => "warning",
        IssueSeverity::Error => "error",
    }
}

/// A path as an address relative to where the tool ran; what an address cannot hold is escaped.
fn uri(name: &str) -> String {
    let escaped = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    name.bytes().map(escaped).collect()
}
