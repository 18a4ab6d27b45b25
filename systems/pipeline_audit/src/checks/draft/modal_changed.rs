//! Duties of the sources that the draft makes permissions, or the other way round.

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

const MODAL_CHANGED: IssueCode = IssueCode::new("MODAL_CHANGED");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[MODAL_CHANGED],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    claim_differences::issues_of_difference(subject, MODAL_CHANGED, tell)
}

pub(super) fn tell(
    difference: &GroundingDifference,
    _: &NearestSentence,
    pointer: &str,
) -> Option<DifferenceMessage> {
    let GroundingDifference::Modal { said, nearest, .. } = difference else { return None };
    if [said, nearest]
        .iter()
        .any(|word| LOOSE.contains(&word.to_lowercase().as_str()))
    {
        return None;
    }
    Some(DifferenceMessage {
        msg: format!("the draft says `{said}`, {pointer} says `{nearest}`"),
        fix: None,
        severity: CHECK.severity,
    })
}

/// Words that say what will be as often as what must be.
const LOOSE: [&str; 6] = ["will", "bound", "free", "need", "needs", "expected"];
