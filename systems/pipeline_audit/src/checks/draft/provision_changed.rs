//! Provisions that a copied sentence names otherwise than the source.

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

const PROVISION_CHANGED: IssueCode = IssueCode::new("PROVISION_CHANGED");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[PROVISION_CHANGED],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    claim_differences::issues_of_difference(subject, PROVISION_CHANGED, tell)
}

pub(super) fn tell(
    difference: &GroundingDifference,
    _: &NearestSentence,
    pointer: &str,
) -> Option<DifferenceMessage> {
    let GroundingDifference::Provision { said, nearest, .. } = difference else { return None };
    Some(DifferenceMessage {
        msg: format!("the draft names `{said}`, {pointer} names `{nearest}`"),
        fix: None,
        severity: CHECK.severity,
    })
}
