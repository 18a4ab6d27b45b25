//! Parties that the draft puts in each other's place, or in the place of another.

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

const PARTY_SWAPPED: IssueCode = IssueCode::new("PARTY_SWAPPED");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[PARTY_SWAPPED],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    claim_differences::issues_of_difference(subject, PARTY_SWAPPED, tell)
}

pub(super) fn tell(
    difference: &GroundingDifference,
    _: &NearestSentence,
    pointer: &str,
) -> Option<DifferenceMessage> {
    let GroundingDifference::Party { said, nearest, is_swapped, .. } = difference else {
        return None;
    };
    // `of paragraph 3(1)` where the draft names the law: a provision is no party.
    if !is_swapped && nearest.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let msg = if *is_swapped {
        format!("the draft has `{said}` and `{nearest}` the other way round than {pointer}")
    } else {
        format!("the draft says `{said}`, {pointer} says `{nearest}`")
    };
    Some(DifferenceMessage { msg, fix: None, severity: CHECK.severity })
}
