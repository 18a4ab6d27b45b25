//! Negations of the sources that the draft leaves out, or puts in.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use super::{
    claim_differences::{self, DifferenceMessage},
    claim_support::NearestSentence,
};
use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode},
    checks::AuditCheck,
};
use jurat_verify::grounding::{GroundingDifference, QualifierChange};

const NEGATION_CHANGED: IssueCode = IssueCode::new("NEGATION_CHANGED");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[NEGATION_CHANGED],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    claim_differences::issues_of_difference(subject, NEGATION_CHANGED, tell)
}

pub(super) fn tell(
    difference: &GroundingDifference,
    _: &NearestSentence,
    pointer: &str,
) -> Option<DifferenceMessage> {
    let GroundingDifference::Negation { word, change, .. } = difference else { return None };
    Some(match change {
        QualifierChange::Dropped | QualifierChange::SetAside => DifferenceMessage {
            msg: format!("the draft affirms `{word}`, {pointer} denies it"),
            fix: None,
            severity: CHECK.severity,
        },
        QualifierChange::Added => DifferenceMessage {
            msg: format!("the draft denies `{word}`, {pointer} does not"),
            fix: None,
            severity: CHECK.severity,
        },
    })
}
