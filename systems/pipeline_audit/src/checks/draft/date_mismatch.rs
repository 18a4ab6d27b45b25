//! Dates of a draft that the nearest source has otherwise.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use super::{
    claim_differences::{self, DifferenceMessage},
    claim_support::NearestSentence,
};
use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode},
    checks::AuditCheck,
};
use jurat_verify::grounding::GroundingDifference;

const DATE_MISMATCH: IssueCode = IssueCode::new("DATE_MISMATCH");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[DATE_MISMATCH],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    claim_differences::issues_of_difference(subject, DATE_MISMATCH, tell)
}

pub(super) fn tell(
    difference: &GroundingDifference,
    _: &NearestSentence,
    pointer: &str,
) -> Option<DifferenceMessage> {
    let GroundingDifference::Date { said, nearest, .. } = difference else { return None };
    let Some(nearest) = nearest else { return Some(unknown(said, pointer)) };
    Some(DifferenceMessage {
        msg: format!("the draft says `{said}`, {pointer} says `{nearest}`"),
        fix: None,
        severity: CHECK.severity,
    })
}

/// A date that no source has at all.
fn unknown(said: &str, pointer: &str) -> DifferenceMessage {
    DifferenceMessage {
        msg: format!("the draft says `{said}`, and no source does; nearest is {pointer}"),
        fix: Some(format!("leave `{said}` out, or retrieve the source that has it")),
        severity: IssueSeverity::Info,
    }
}
