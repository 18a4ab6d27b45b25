//! The answer that is written without a model, out of what the gate let through. The stage writes it, and whoever checks a
//! finished run writes it again.

use jurat_compose::{compose, compose_provisions};
use jurat_model::{
    ComposedAnswer, EvidenceUnit, GroundingRecord, Requirement, RequirementConflict,
    ReviewIssue,
};
use jurat_verify::Grounded;

/// What an answer is written from.
pub struct AnswerInput<'a> {
    pub question: &'a str,
    /// What counts as evidence.
    pub unit: EvidenceUnit,
    pub evidence: &'a [Grounded<Requirement>],
    /// The gate's record of each, in the same order.
    pub verified: &'a [GroundingRecord],
    pub conflicts: &'a [RequirementConflict],
    /// What the review found in the last answer.
    pub earlier: &'a [ReviewIssue],
    /// How often it was sent back.
    pub revision: u32,
}

pub(crate) fn offline_answer(input: &AnswerInput<'_>) -> ComposedAnswer {
    match input.unit {
        EvidenceUnit::Provision => {
            let best = input.verified.first().and_then(|record| record.probability);
            compose_provisions(input.question, input.evidence, best)
        }
        EvidenceUnit::Norm => {
            compose(input.evidence, input.conflicts, input.earlier, input.revision)
        }
    }
}
