//! What an application pack says of a matter: requirements, eligibility, triggers, pills, and what evidence would be worth.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{FactPlace, FindingSeverity};

/// A pack held against a matter.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PackAssessment {
    /// `spousal`, `study` …
    pub pack: String,
    pub pack_version: String,
    /// Of the pack's file.
    pub pack_hash: String,
    pub requirements: Vec<RequirementCheck>,
    /// Eligibility and inadmissibility.
    pub rules: Vec<AdmissionFinding>,
    /// Refusal triggers and poison pills.
    pub triggers: Vec<TriggerCheck>,
    /// What to ask the client, the most telling first.
    pub questions: Vec<String>,
}

/// A required or advisable document or fact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RequirementCheck {
    pub id: String,
    pub words: String,
    /// Whether the application is returned or refused without it.
    pub required: bool,
    pub standing: RequirementStanding,
    /// What meets it, or shows that it is not met.
    pub places: Vec<FactPlace>,
    pub reason: String,
    /// The provision or guidance that asks for it, and its day.
    pub source: String,
    pub as_of: String,
    /// The dimension of the score that it counts to, and how much.
    pub dimension: Option<String>,
    pub worth: f64,
    /// Where to get it, and how long that takes.
    pub obtain: String,
}

/// How something asked for stands.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum RequirementStanding {
    Met,
    /// A document shows that it is not so.
    Unmet,
    /// It was looked for and not seen.
    NotSeen,
    /// It is not asked of this matter.
    NotApplicable,
    /// Whether it is asked of this matter cannot be told.
    Unknown,
}

/// A rule of eligibility or inadmissibility.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AdmissionFinding {
    pub id: String,
    pub words: String,
    /// As `IRPA 40(1)(a)`.
    pub provision: String,
    pub as_of: String,
    pub standing: RequirementStanding,
    pub severity: FindingSeverity,
    pub places: Vec<FactPlace>,
    pub reason: String,
}

/// What officers refuse for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TriggerCheck {
    pub id: String,
    pub words: String,
    /// Whether it forces the worst verdict whatever the score.
    pub is_pill: bool,
    pub severity: FindingSeverity,
    /// `Met` where documents show the trigger itself.
    pub standing: RequirementStanding,
    pub places: Vec<FactPlace>,
    pub reason: String,
    /// What rebuts it.
    pub rebuttal: String,
    /// What to look for in decisions and manuals.
    pub research: Vec<String>,
    pub source: String,
}

/// What to gather.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EvidencePlan {
    pub items: Vec<EvidenceItem>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EvidenceItem {
    pub tier: EvidenceTier,
    pub requirement: String,
    pub words: String,
    pub obtain: String,
    /// Points of the score that it would add.
    pub worth: f64,
    /// Files that hold it already.
    pub files: Vec<String>,
}

/// The three parts of an evidence plan.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceTier {
    /// There already.
    Baseline,
    /// Can be had.
    Live,
    /// Would strengthen the file beyond what is asked.
    Strategic,
}
