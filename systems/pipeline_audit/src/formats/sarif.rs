//! For code scanning: SARIF 2.1.0, a result an issue.
//!
//! A place is the file and the JSON path in it; which line of the file that is, is not told.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};
use serde_json::{Value, json};

use super::{AuditFormat, AuditedState, defects, stage_name, unchecked};
use crate::audit::IssueCode;

pub(super) const FORMAT: AuditFormat =
    AuditFormat { name: "sarif", begin, one, end: |_| END.into() };

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// Of a run whose results are open.
const END: &str = "\n]}]}\n";

fn begin(codes: &[&str]) -> String {
    let rules: Vec<Value> = codes.iter().map(|code| rule(code)).collect();
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
    let mut text = String::new();
    for (result, before) in results.iter().zip(audited.results_before..) {
        text.push_str(if before == 0 { "\n" } else { ",\n" });
        text.push_str(&result.to_string());
    }
    text
}

/// All of a stage that was not checked: one result, which is open.
fn open(audited: &AuditedState, stage: PipelineStage, told: &str) -> Value {
    let outcome = audited.audit.outcome_of(stage);
    let reason = outcome.and_then(|(_, reason)| reason);
    let text = match reason {
        Some(reason) => format!("{} was not checked: {reason} ({told})", stage_name(stage)),
        None => format!("not checked in {}: {told}", stage_name(stage)),
    };
    json!({
        "ruleId": IssueCode::not_checked().name(),
        "kind": "open",
        "level": "none",
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
    let level = match issue.severity {
        IssueSeverity::Info => "note",
        IssueSeverity::Warn => "warning",
        IssueSeverity::Error => "error",
    };
    json!({
        "ruleId": issue.code,
        "level": level,
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
