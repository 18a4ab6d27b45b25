//! Names of a draft that the nearest source has otherwise.

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

const ENTITY_MISMATCH: IssueCode = IssueCode::new("ENTITY_MISMATCH");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[ENTITY_MISMATCH],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Warn,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    claim_differences::issues_of_difference(subject, ENTITY_MISMATCH, tell)
}

fn tell(
    difference: &GroundingDifference,
    _: &NearestSentence,
    pointer: &str,
) -> Option<DifferenceMessage> {
    let GroundingDifference::Entity { said, nearest: Some(nearest), .. } = difference else {
        return None;
    };
    Some(DifferenceMessage {
        msg: format!("the draft names `{said}`, {pointer} names `{nearest}`"),
        fix: None,
        severity: CHECK.severity,
    })
}
