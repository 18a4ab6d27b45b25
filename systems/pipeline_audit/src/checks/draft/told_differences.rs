//! Differences between a claim and its source that have a check of their own.

use jurat_model::audit::IssueSeverity;

use super::{
    claim_support::NearestSentence, comparator_changed, conjunction_changed, date_mismatch,
    modal_changed, negation_changed, number_mismatch, party_swapped, provision_changed,
    wording_changed,
};
use crate::audit::AuditPolicy;
use jurat_verify::grounding::GroundingDifference;

/// Whether a check of its own, if it is on, tells this difference as an error.
pub(super) fn is_told(
    difference: &GroundingDifference,
    near: &NearestSentence,
    policy: &AuditPolicy,
) -> bool {
    let (check, told) = match difference {
        GroundingDifference::Number { .. } => {
            (number_mismatch::CHECK, number_mismatch::tell(difference, near, ""))
        }
        GroundingDifference::Date { .. } => {
            (date_mismatch::CHECK, date_mismatch::tell(difference, near, ""))
        }
        GroundingDifference::Modal { .. } => {
            (modal_changed::CHECK, modal_changed::tell(difference, near, ""))
        }
        GroundingDifference::Negation { .. } => {
            (negation_changed::CHECK, negation_changed::tell(difference, near, ""))
        }
        GroundingDifference::Bound { .. } => {
            (comparator_changed::CHECK, comparator_changed::tell(difference, near, ""))
        }
        GroundingDifference::Conjunction { .. } => {
            (conjunction_changed::CHECK, conjunction_changed::tell(difference, near, ""))
        }
        GroundingDifference::Party { .. } => {
            (party_swapped::CHECK, party_swapped::tell(difference, near, ""))
        }
        GroundingDifference::Provision { .. } => {
            (provision_changed::CHECK, provision_changed::tell(difference, near, ""))
        }
        GroundingDifference::Wording { .. } => {
            (wording_changed::CHECK, wording_changed::tell(difference, near, ""))
        }
        GroundingDifference::Entity { .. }
        | GroundingDifference::Condition { .. }
        | GroundingDifference::NovelWords { .. } => return false,
    };
    let is_error = told.is_some_and(|told| told.severity == IssueSeverity::Error);
    is_error
        && near.decides(difference)
        && check.codes.iter().all(|code| policy.is_on(code.name()))
}
