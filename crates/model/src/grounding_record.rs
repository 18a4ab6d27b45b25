//! What the grounding gate said of a requirement.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RequirementId;

/// Why a requirement was turned away.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum RejectionReason {
    /// It answers another question.
    DoesNotAddressQuestion,
    /// The quote alone does not say so.
    RequiresInference,
    /// The quote cannot be understood without the words around it.
    IncompleteQuote,
}

/// The gate's record of one requirement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GroundingRecord {
    /// Which.
    pub requirement_id: RequirementId,
    /// Whether it passed.
    pub verified: bool,
    /// How likely it answers the question; nothing where that was not estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// Why not; nothing where it passed.
    pub rejection_reason: Option<RejectionReason>,
    /// In words.
    pub verification_rationale: String,
}

/// How well an answer is grounded, by how many verified requirements it rests on.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// Five or more.
    High,
    /// Two to four.
    Medium,
    /// One.
    Low,
    /// None: no answer is given.
    Insufficient,
}

impl Confidence {
    /// By the number of verified requirements.
    pub const fn of(verified: usize) -> Self {
        match verified {
            0 => Self::Insufficient,
            1 => Self::Low,
            2..=4 => Self::Medium,
            _ => Self::High,
        }
    }
}

/// Two requirements that cannot both be followed, or that say different numbers of one thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequirementConflict {
    /// One.
    pub one: RequirementId,
    /// The other.
    pub other: RequirementId,
    /// What they differ in.
    pub over: ConflictOver,
    /// In words, such as `60 days against 30 days`.
    pub difference: String,
}

/// What two requirements differ in.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ConflictOver {
    /// One demands or allows what the other forbids.
    Modality,
    /// A number, a period, an amount.
    Number,
}
