//! What became of each citation when it was checked.

use jurat_citator::CitationCard;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One round of verification.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VerificationRecord {
    pub verification_status: VerificationStatus,
    /// The round, from 1.
    pub iteration: u32,
    pub max_iterations: u32,
    pub citations: Vec<CitationVerification>,
    /// Those that failed for good: they support nothing.
    pub failed_citations: Vec<CitationVerification>,
    /// What is to be done about them.
    pub fixes: Vec<String>,
    /// Whether a failure asks for another round of research.
    pub goes_back: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum VerificationStatus {
    /// Every citation stands.
    Pass,
    /// Some stand; others could not be checked.
    Partial,
    /// One is wrong.
    Fail,
    /// Nothing was checked.
    #[default]
    Pending,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CitationVerification {
    pub citation: String,
    /// `VERIFIED`, `UNVERIFIED`, `FAILED`.
    pub status: String,
    /// `yes`, `no`, `not checked`.
    pub exists: String,
    /// `GOOD_LAW`, `QUESTIONED`, `OVERRULED`, `not checked`.
    pub good_law: String,
    pub authority: String,
    /// What is wrong; empty where nothing is.
    pub issue: String,
    /// Whether it counts as a critical failure.
    pub critical: bool,
    /// How often it was looked at.
    pub attempts: u32,
    pub card: Option<CitationCard>,
}
