//! Bounds of the sources that the draft turns round: `at most` for `at least`, `after` for `before`.

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

const COMPARATOR_CHANGED: IssueCode = IssueCode::new("COMPARATOR_CHANGED");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[COMPARATOR_CHANGED],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    claim_differences::issues_of_difference(subject, COMPARATOR_CHANGED, tell)
}

pub(super) fn tell(
    difference: &GroundingDifference,
    _: &NearestSentence,
    pointer: &str,
) -> Option<DifferenceMessage> {
    let GroundingDifference::Bound { said, nearest, .. } = difference else { return None };
    Some(DifferenceMessage {
        msg: format!("the draft says `{said}`, {pointer} says `{nearest}`"),
        fix: None,
        severity: CHECK.severity,
    })
}
