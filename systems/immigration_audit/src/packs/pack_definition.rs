//! A pack as its file has it: dimensions, bands, requirements, rules, triggers, questions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::{FindingCategory, FindingSeverity};

/// What one kind of application asks for. Conditions are CEL over the matter; a name that was not seen makes them unknown.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApplicationPack {
    pub id: String,
    pub title: String,
    pub version: String,
    /// The day that it was last held against its sources.
    pub as_of: String,
    pub sources: Vec<PackSource>,
    /// Of the score; their weights come to 100.
    pub dimensions: Vec<PackDimension>,
    /// The highest first.
    pub bands: Vec<PackBand>,
    /// Where the weights and bands come from.
    pub bands_reason: String,
    pub requirements: Vec<PackRequirement>,
    /// Of eligibility and inadmissibility.
    pub rules: Vec<AdmissionRule>,
    /// What officers refuse for.
    pub triggers: Vec<RefusalTrigger>,
    /// The most telling first.
    pub questions: Vec<PackQuestion>,
    /// Of the text that it was read from.
    #[serde(skip)]
    pub hash: String,
}

/// What a pack rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackSource {
    pub id: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The day of the text that was read.
    pub as_of: String,
}

/// A dimension of the score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackDimension {
    pub id: String,
    pub words: String,
    pub weight: f64,
    /// What it is reckoned from.
    pub basis: DimensionBase,
    /// Findings of these categories take away from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<FindingCategory>,
}

/// What a dimension is reckoned from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DimensionBase {
    /// What is met of what is asked.
    Evidence,
    /// Full, and findings take away.
    Consistency,
    /// As evidence; triggers take away, and authorities add.
    Mitigation,
}

/// A band of the score, from this score up to the next band.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackBand {
    pub from: u32,
    pub word: String,
}

/// A document or fact that is asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackRequirement {
    pub id: String,
    pub words: String,
    /// Whether the application is returned or refused without it; else it is advisable.
    pub required: bool,
    /// It is asked of the matter where this holds; always where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// All of these are needed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<DocumentNeed>,
    /// Fields that must have been read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
    /// What must be so besides; where it is shown not to be, the requirement is unmet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<String>,
    /// The dimension that it counts to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimension: Option<String>,
    pub worth: f64,
    pub obtain: EvidenceSource,
    /// As `IRPR 10(1)(c)`, or a source of this pack by its id.
    pub source: String,
    pub as_of: String,
    pub tier: RequirementTier,
}

/// A document that meets a requirement: any of the kinds, or any of the forms.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DocumentNeed {
    /// Ids of `data/documents.json`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// As `IMM 1344`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<String>,
    /// How many different ones; one where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// The role that it must be about, where the file says whom it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// How many days before the day of the audit it may be dated at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_age_days: Option<u32>,
    /// The same by a time of the table of minima, as `police_certificate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_age_minimum: Option<String>,
    /// Languages that it may be in without a translation; any where it is left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    /// Whether a signature is asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub signed: bool,
}

/// Where something can be had, and how long it takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub struct EvidenceSource {
    #[serde(rename = "where")]
    pub place: String,
    pub days: u32,
}

/// Which part of an evidence plan it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RequirementTier {
    /// What every complete file of its kind holds.
    Baseline,
    /// What the client can get.
    Live,
    /// What goes beyond what is asked.
    Strategic,
}

/// A rule of eligibility or inadmissibility.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdmissionRule {
    pub id: String,
    pub words: String,
    /// As `IRPA 40(1)(a)`.
    pub provision: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// It is kept where this holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub met_when: Option<String>,
    /// It is broken where this holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unmet_when: Option<String>,
    pub severity: FindingSeverity,
    /// Whether breaking it forces the worst verdict.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pill: bool,
    pub source: String,
    pub as_of: String,
}

/// What officers refuse for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RefusalTrigger {
    pub id: String,
    pub words: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pill: bool,
    pub severity: FindingSeverity,
    /// What shows it.
    pub when: String,
    /// What shows it, in words.
    pub shown_by: String,
    pub rebuttal: TriggerRebuttal,
    /// What to look for in decisions and manuals.
    pub research: Vec<String>,
    pub source: String,
    pub as_of: String,
}

/// What rebuts a trigger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TriggerRebuttal {
    /// Ids of `data/documents.json`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<String>,
    pub words: String,
}

/// What to ask the client.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackQuestion {
    /// It is left out where this is shown not to hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// It is left out where all these fields were read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<String>,
    pub words: String,
}
