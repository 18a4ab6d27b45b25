//! Whether a requirement is what its source says, to the byte.

use jurat_model::{Exhibit, RejectionReason, Requirement};

use super::Rejection;

/// The quote stands in a text of ours, and the requirement says nothing else than its quote.
pub(super) fn check(requirement: &Requirement, exhibits: &[Exhibit]) -> Result<(), Rejection> {
    let inference = |rationale: &str| Rejection {
        reason: RejectionReason::RequiresInference,
        rationale: rationale.to_owned(),
    };
    let quote = &requirement.quote;
    let exhibit = exhibits
        .iter()
        .find(|exhibit| exhibit.rendition == quote.rendition)
        .ok_or_else(|| inference("The text that is quoted is not among the sources."))?;
    if !exhibit.is_whole() || !quote.holds(&exhibit.text) {
        return Err(inference("The words do not stand at the place that is given."));
    }
    if requirement.exact_quote != quote.text {
        return Err(inference("The requirement is not the quote."));
    }
    if requirement.requirement_id.source_type != requirement.source_type {
        return Err(inference("The id names another sort of source."));
    }
    Ok(())
}
