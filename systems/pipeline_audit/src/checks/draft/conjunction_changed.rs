//! `and` of the sources that the draft makes `or`, or the other way round.

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

const CONJUNCTION_CHANGED: IssueCode = IssueCode::new("CONJUNCTION_CHANGED");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[CONJUNCTION_CHANGED],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    claim_differences::issues_of_difference(subject, CONJUNCTION_CHANGED, tell)
}

pub(super) fn tell(
    difference: &GroundingDifference,
    _: &NearestSentence,
    pointer: &str,
) -> Option<DifferenceMessage> {
    let GroundingDifference::Conjunction { said, nearest, .. } = difference else {
        return None;
    };
    Some(DifferenceMessage {
        msg: format!("the draft says `{said}`, {pointer} says `{nearest}`"),
        fix: None,
        severity: CHECK.severity,
    })
}
