//! What every workflow comes to in every tier over a sample folder. `JURAT_UPDATE=1` rewrites it.

use std::{env, fs, path::PathBuf, sync::LazyLock};

use jurat_canon::Hash;
use jurat_immigration_audit::{model::AuditReport, page::render};
use serde_json::{Value as Json, json};

use crate::{
    audited_run::{AskedAudit, AuditedFolder, TIERS, WORKFLOWS},
    decision_pack,
};

pub(crate) const TESTS: &[(&str, fn())] =
    &[("every_workflow_decides_the_same_in_every_tier", every_workflow_decides_the_same)];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Holds what was found against a file of `golden/`, or rewrites it.
#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says whether to rewrite")]
pub(crate) fn held_against(name: &str, found: &str) {
    let path = folder().join("golden").join(name);
    if env::var_os("JURAT_UPDATE").is_some() {
        fs::write(&path, found).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == kept, "JURAT_UPDATE=1 rewrites golden/{name}, which is not:\n{found}");
}

/// What is decided and on what, without the pages; of these only what they hash to.
fn told(one: &SampleRun) -> Json {
    let SampleRun { workflow, tier, run, report } = one;
    let findings = report.findings.iter().map(|it| it.code.as_str());
    let trace = report.judgment.trace.iter();
    let score = report.score.as_ref().map(|it| {
        let parts = it.dimensions.iter().map(|it| format!("{} {:.2}", it.id, it.points));
        json!({ "score": it.score, "band": it.band, "parts": parts.collect::<Vec<_>>() })
    });
    let citations = report.verification.iter().flat_map(|it| &it.citations);
    let page = render(report, "md").unwrap();
    json!({
        "run": format!("{workflow} {tier}"),
        "outcome": run.outcome,
        "verdict": report.judgment.verdict,
        "recommendation": report.judgment.recommendation,
        "score": score,
        "verification": report.verification_status,
        "citations": citations.map(|it| format!("{} {}", it.status, it.citation)).collect::<Vec<_>>(),
        "incomplete": report.incomplete_reason,
        "application": report.summary.application_type,
        "not_read": report.summary.not_read,
        "findings": findings.collect::<Vec<_>>(),
        "trace": trace.map(|it| format!("{}: {}", it.rule, it.applied)).collect::<Vec<_>>(),
        "page": Hash::of(&page).to_string().get(..16),
    })
}

/// A run of the sample of a refused visitor.
pub(crate) struct SampleRun {
    pub(crate) workflow: &'static str,
    pub(crate) tier: &'static str,
    pub(crate) run: AuditedFolder,
    pub(crate) report: AuditReport,
}

/// Every workflow in every tier, each run once for all tests.
pub(crate) static RUNS: LazyLock<Vec<SampleRun>> = LazyLock::new(|| {
    let sample = folder().join("sample/refused_visitor");
    let pairs = WORKFLOWS.into_iter().flat_map(|it| TIERS.map(|tier| (it, tier)));
    let run = |(workflow, tier): (&'static str, &'static str)| {
        let asked = AskedAudit {
            desk: decision_pack::desk(),
            application: "auto",
            ..AskedAudit::new((workflow, tier), &sample)
        };
        let run = asked.run();
        SampleRun { workflow, tier, report: run.report(), run }
    };
    pairs.map(run).collect()
});

fn every_workflow_decides_the_same() {
    let all = RUNS.iter().map(told).collect();
    held_against("verdicts.json", &format!("{:#}\n", Json::Array(all)));
}
