//! What a demonstration shows: questions of several steps to the law of a place that does not exist.

use jurat_document::StatusTone;
use jurat_system::{
    demo::{DemoCase, DemoOutcome, DemoRun, DemoValue, SystemDemo},
    reports::channel,
};

use crate::{
    report::{ResearchReport, ResearchResult},
    sample::FILES,
};

/// The corpus that the sample is read into.
const CORPUS: (&str, DemoValue) = ("corpus", DemoValue::Corpus("varrow"));

const BYSTANDER: &str = "In the public fish market of Varrow, Vesk runs at the porter Dorn and punches him twice. \
    Dorn shouts and swings his bare fist at Vesk, a blow no harder than the ones he received. Vesk ducks, and the fist hits \
    Lume, who stands two paces behind Vesk and has taken no part. Is Dorn liable to Lume in battery?";

pub(super) const DEMO: SystemDemo = SystemDemo {
    title: "Legal research in several steps",
    about: "A question is taken apart into the rules that it turns on; each is looked for in its own terms, and told in the very words of \
        the sources. They are outlines, decisions and an act of Varrow, a place that does not exist.",
    files: FILES,
    cases: &[DemoCase {
        name: "bystander",
        title: "A blow in self-defence hits a bystander",
        workflow: "legal_research",
        values: &[("question", DemoValue::Text(BYSTANDER)), CORPUS],
        commands: &[
            "jurat research \"What is a rude contact in the Varrow law of battery?\" {sample}",
        ],
    }],
    outcome,
};

fn outcome(run: &DemoRun<'_>) -> Result<DemoOutcome, String> {
    let report: ResearchReport = channel(run.state, "report")?;
    Ok(DemoOutcome {
        verdict: match report.result {
            ResearchResult::Answered => "Answered",
            ResearchResult::Undecided => "Cannot be decided",
            ResearchResult::NoAuthoritativeEvidence => "No authoritative evidence",
            ResearchResult::Refused => "Refused",
        }
        .to_owned(),
        tone: match report.result {
            ResearchResult::Answered => StatusTone::Good,
            ResearchResult::Refused => StatusTone::Bad,
            ResearchResult::Undecided | ResearchResult::NoAuthoritativeEvidence => {
                StatusTone::Open
            }
        },
        line: report.message,
        page: None,
    })
}
