//! What a demonstration shows: three questions to a county that does not exist.

use jurat_compose::{EvidenceReport, ReportResult, ReportedAnswer};
use jurat_document::StatusTone;
use jurat_system::{
    demo::{DemoCase, DemoOutcome, DemoRun, DemoValue, SystemDemo},
    reports::channel,
};

use crate::{answer_report::capital, page::result_name, sample::FILES};

/// The corpus that the sample is read into.
const CORPUS: (&str, DemoValue) = ("corpus", DemoValue::Corpus("larkmere"));

/// A conflict, a list, and what the sources do not say.
pub(super) const DEMO: SystemDemo = SystemDemo {
    title: "Answers with evidence",
    about: "A question is answered in the very words of the provisions that bear on it, each of them checked. \
        The sources are the code, the policy manual and the notices of Larkmere, a county that does not exist.",
    files: FILES,
    cases: &[
        DemoCase {
            name: "records",
            title: "How long must client records be kept after the last service?",
            workflow: "evidence_first",
            values: &[
                (
                    "question",
                    DemoValue::Text(
                        "How long must client records be kept after the last service?",
                    ),
                ),
                CORPUS,
            ],
            commands: &[
                "jurat ask \"How long must client records be kept after the last service?\" {sample}",
                "jurat show {proof} --statement 1",
            ],
        },
        DemoCase {
            name: "night_bell",
            title: "What must a crisis worker do when answering a call to the Night Bell?",
            workflow: "evidence_first",
            values: &[
                (
                    "question",
                    DemoValue::Text(
                        "What must a crisis worker do when answering a call to the Night Bell?",
                    ),
                ),
                CORPUS,
            ],
            commands: &[
                "jurat ask \"How often must a crisis worker be trained?\" {sample}",
                "jurat verify {proof} --reread {sample}",
            ],
        },
        DemoCase {
            name: "bicycles",
            title: "Where may bicycles be parked?",
            workflow: "evidence_first",
            values: &[("question", DemoValue::Text("Where may bicycles be parked?")), CORPUS],
            commands: &["jurat ask \"Where may bicycles be parked?\" {sample}"],
        },
    ],
    outcome,
};

fn outcome(run: &DemoRun<'_>) -> Result<DemoOutcome, String> {
    let report: EvidenceReport = channel(run.state, "report")?;
    let line = match (&report.answer, &report.message) {
        (Some(answer), _) => answered(answer, &report),
        (None, Some(message)) => message.clone(),
        (None, None) => String::new(),
    };
    Ok(DemoOutcome {
        verdict: result_name(report.result),
        tone: match report.result {
            ReportResult::Answered => StatusTone::Good,
            ReportResult::Refused => StatusTone::Bad,
            ReportResult::Closest | ReportResult::NoAuthoritativeEvidence => StatusTone::Open,
        },
        line,
        page: None,
    })
}

/// The value that is asked for, where it comes from, and who says otherwise.
fn answered(answer: &ReportedAnswer, report: &EvidenceReport) -> String {
    let value = answer.value.as_ref().map(|value| format!("{}.", capital(value)));
    let first = answer.statements.iter().find_map(|statement| statement.marks.first());
    let requirements = report.requirements.iter().map(|one| &one.requirement);
    let best = requirements
        .into_iter()
        .find(|one| Some(&one.requirement_id) == first);
    let place = best.map(|one| match one.section_heading.as_str() {
        "" => format!("The rule is in {}.", one.document_id),
        heading => format!("The rule is in {} ({heading}).", one.document_id),
    });
    let conflicts = report.conflicts.iter();
    let conflicts = conflicts
        .map(|one| format!("The sources disagree, {}; both are shown.", one.difference));
    value
        .into_iter()
        .chain(place)
        .chain(conflicts)
        .collect::<Vec<_>>()
        .join(" ")
}
