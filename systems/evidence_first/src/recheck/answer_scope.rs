//! What a bundle of an answer proves, and what no such bundle can.

use jurat_compose::ReportResult;
use jurat_engine::RunOutcome;
use jurat_proof::{FinalState, LayerFindings, ProofScope, ScopeClaim};
use serde::Deserialize as _;

use super::ChannelValues;

const WORDS: ScopeClaim =
    ScopeClaim::new("words", "the words quoted stand in the sources given");
/// What there is to prove where not a word is quoted.
const NOTHING_QUOTED: ScopeClaim =
    ScopeClaim::new("passages", "the passages recorded have nothing that could be quoted");

const NOT_PROVEN: [ScopeClaim; 3] = [
    ScopeClaim::new("origin", "that these sources are the law"),
    ScopeClaim::new("absence", "that nothing else applies"),
    ScopeClaim::new("force", "that it is in force today"),
];

pub(super) fn scope(values: &ChannelValues) -> ProofScope {
    let result = result(values);
    let why = result.and_then(why_no_answer);
    let is_refused = result == Some(ReportResult::Refused);
    let quotes = values.extracted.as_ref().is_some_and(|all| !all.is_empty());
    ProofScope {
        result: result.map(word),
        refusal: why.filter(|_| is_refused),
        incomplete: why.filter(|_| !is_refused),
        proven: vec![if quotes { WORDS } else { NOTHING_QUOTED }],
        not_proven: NOT_PROVEN.to_vec(),
    }
}

/// The run ended as its report says, and one that refuses gives no answer.
pub(super) fn check(values: &ChannelValues, state: &FinalState, findings: &mut LayerFindings) {
    let (Some(result), Some(report)) = (result(values), &values.report) else { return };
    let ends = match result {
        ReportResult::Answered => RunOutcome::Completed,
        ReportResult::Closest | ReportResult::NoAuthoritativeEvidence => RunOutcome::Incomplete,
        ReportResult::Refused => RunOutcome::Refused,
    };
    let message = "the run did not end as its report says";
    findings.expect("outcome", state.outcome == ends, "report.result", message);
    let given = !report["answer"].is_null();
    let message = "there is an answer where the result is none, or none where it is one";
    findings.expect("outcome", given == (result == ReportResult::Answered), "report", message);
}

/// What the report says that the question came to.
fn result(values: &ChannelValues) -> Option<ReportResult> {
    ReportResult::deserialize(&values.report.as_ref()?["result"]).ok()
}

/// The result for programs.
const fn word(result: ReportResult) -> &'static str {
    match result {
        ReportResult::Answered => "answered",
        ReportResult::Closest => "closest",
        ReportResult::NoAuthoritativeEvidence => "no_authoritative_evidence",
        ReportResult::Refused => "refused",
    }
}

/// Why there is no answer, where there is none.
const fn why_no_answer(result: ReportResult) -> Option<&'static str> {
    match result {
        ReportResult::Answered => None,
        ReportResult::Closest => {
            Some("no answer is given, only the provisions closest to the question")
        }
        ReportResult::NoAuthoritativeEvidence => {
            Some("no answer is given, since no provision passed the gate")
        }
        ReportResult::Refused => {
            Some("no answer is given, since what was written did not pass its review")
        }
    }
}
