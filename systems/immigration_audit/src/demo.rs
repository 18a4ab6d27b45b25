//! What a demonstration shows: the folder of a client who does not exist.

use jurat_document::StatusTone;
use jurat_system::{
    demo::{DemoOutcome, DemoRun, SystemDemo},
    reports::channel,
};

use crate::{
    model::{AuditReport, FinalRecommendation},
    run_report::decision,
};

pub(super) const DEMO: SystemDemo = SystemDemo {
    title: "An immigration file before it goes out",
    about: "A client's folder is read, held against itself and against what the application asks for, scored, and reported.",
    files: &[],
    cases: &[],
    outcome,
};

fn outcome(run: &DemoRun<'_>) -> Result<DemoOutcome, String> {
    let report: AuditReport = channel(run.state, "report")?;
    let recommendation = report.judgment.recommendation;
    Ok(DemoOutcome {
        verdict: decision(recommendation).to_owned(),
        tone: match recommendation {
            FinalRecommendation::Proceed => StatusTone::Good,
            FinalRecommendation::Revise => StatusTone::Fair,
            FinalRecommendation::HighRisk => StatusTone::Bad,
            FinalRecommendation::NotAssessable => StatusTone::Open,
        },
        line: report.judgment.scenario,
        page: None,
    })
}
