//! What a demonstration shows: the folder of a client who does not exist.

use jurat_document::StatusTone;
use jurat_system::{
    demo::{DemoCase, DemoOutcome, DemoRun, DemoValue, SystemDemo},
    reports::channel,
};

use crate::{
    model::{AuditReport, FinalRecommendation},
    run_report::decision,
};

pub(super) const DEMO: SystemDemo = SystemDemo {
    title: "An immigration file before it goes out",
    about: "A client's folder is read, held against itself and against what the application asks for, scored, and reported.",
    files: jurat_system::sample_files!["../sample/":
        "refused_visitor/decision/officer_notes.txt",
        "refused_visitor/decision/refusal_letter.txt",
        "refused_visitor/decision/refusal_letter_2023.txt",
        "refused_visitor/funds/bank_statement.txt",
        "refused_visitor/letters/invitation_letter.md",
    ],
    cases: &[DemoCase {
        name: "refused_visitor",
        title: "A visa was refused: what answers each reason, and which days run",
        workflow: "refusal_analysis",
        values: &[
            ("folder", DemoValue::Path("refused_visitor")),
            ("tier", DemoValue::Text("pro")),
            ("as_of", DemoValue::Text("2026-01-09")),
        ],
        commands: &[
            "jurat audit {sample}/refused_visitor --as-of 2026-01-09 --workflow initial-assessment --report audit.html",
        ],
    }],
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
