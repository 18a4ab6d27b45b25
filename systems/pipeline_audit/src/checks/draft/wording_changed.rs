//! Words of a copied sentence that stand in the place of others.

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

const WORDING_CHANGED: IssueCode = IssueCode::new("WORDING_CHANGED");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[WORDING_CHANGED],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    claim_differences::issues_of_difference(subject, WORDING_CHANGED, tell)
}

pub(super) fn tell(
    difference: &GroundingDifference,
    _: &NearestSentence,
    pointer: &str,
) -> Option<DifferenceMessage> {
    let GroundingDifference::Wording { said, nearest, .. } = difference else { return None };
    Some(DifferenceMessage {
        msg: format!(
            "the draft is copied from {pointer}, but has `{said}` where that has `{nearest}`"
        ),
        fix: None,
        severity: CHECK.severity,
    })
}
