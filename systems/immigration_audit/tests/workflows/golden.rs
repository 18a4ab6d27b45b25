//! What every workflow comes to in every tier over a sample folder, byte for byte. `JURAT_UPDATE=1` rewrites it.

use std::{env, fs, path::PathBuf};

use serde_json::{Value as Json, json};

use crate::{AuditedFolder, WORKFLOWS, audited_folder};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says whether to rewrite")]
fn updates() -> bool {
    env::var_os("JURAT_UPDATE").is_some()
}

/// What is decided and on what, without the pages.
fn told(workflow: &str, tier: &str, run: &AuditedFolder) -> Json {
    let report = run.report();
    let findings: Vec<&str> = report.findings.iter().map(|it| it.code.as_str()).collect();
    json!({
        "workflow": workflow,
        "tier": tier,
        "outcome": run.outcome,
        "verdict": report.judgment.verdict,
        "recommendation": report.judgment.recommendation,
        "score": report.score.as_ref().map(|it| it.score),
        "verification": report.verification_status,
        "incomplete": report.incomplete_reason,
        "application": report.summary.application_type,
        "not_read": report.summary.not_read,
        "findings": findings,
        "trace": report.judgment.trace,
    })
}

#[test]
fn every_workflow_decides_the_same_in_every_tier() {
    let sample = folder().join("sample/refused_visitor");
    let mut all = Vec::new();
    for workflow in WORKFLOWS {
        for tier in ["guest", "pro", "ultra"] {
            all.push(told(workflow, tier, &audited_folder(workflow, tier, &sample)));
        }
    }
    let found = format!("{:#}\n", Json::Array(all));
    let path = folder().join("golden/verdicts.json");
    if updates() {
        fs::write(&path, &found).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, kept, "JURAT_UPDATE=1 rewrites golden/verdicts.json");
}
