//! Numbers of a draft that the nearest source has otherwise.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};
use jurat_text::{
    Language,
    sentence_reading::{SentenceReading, sentence_words},
};

use super::{
    claim_differences::{self, DifferenceMessage},
    claim_support::NearestSentence,
};
use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode},
    checks::AuditCheck,
};
use jurat_verify::grounding::GroundingDifference;

const NUMBER_MISMATCH: IssueCode = IssueCode::new("NUMBER_MISMATCH");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[NUMBER_MISMATCH],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    claim_differences::issues_of_difference(subject, NUMBER_MISMATCH, tell)
}

pub(super) fn tell(
    difference: &GroundingDifference,
    _: &NearestSentence,
    pointer: &str,
) -> Option<DifferenceMessage> {
    let GroundingDifference::Number { said, nearest, .. } = difference else { return None };
    let Some(nearest) = nearest else { return unknown(said, pointer) };
    Some(DifferenceMessage {
        msg: format!("the draft says `{said}`, {pointer} says `{nearest}`"),
        fix: None,
        severity: CHECK.severity,
    })
}

/// A quantity that no source has at all. A bare number, or a count of things, may be reckoned; it
/// says nothing.
fn unknown(said: &str, pointer: &str) -> Option<DifferenceMessage> {
    let number = said.contains(|c: char| c.is_ascii_digit());
    let measured = said.contains(['%', '$', '€', '£']) || names_unit(said);
    (number && measured).then(|| DifferenceMessage {
        msg: format!("the draft says `{said}`, and no source does; nearest is {pointer}"),
        fix: Some(format!("leave `{said}` out, or retrieve the source that has it")),
        severity: CHECK.severity,
    })
}

/// Whether a word is a unit, in whatever language the draft is.
fn names_unit(said: &str) -> bool {
    let words: Vec<_> = sentence_words(said).collect();
    Language::ALL.into_iter().any(|language| {
        let reading = SentenceReading::new(said, &words, language);
        (0..words.len()).any(|at| reading.unit_at(at).is_some())
    })
}
