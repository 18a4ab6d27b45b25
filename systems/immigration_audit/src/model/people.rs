//! What people said of a matter: corrections, answers and decisions, each with who, when and why.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{FactPlace, FieldValue, FinalRecommendation, VerdictWord};

/// Everything that people said before an audit. It is given to a run; nothing in it was read off documents.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PeopleRecord {
    /// The oldest first; of two for one field the later counts.
    pub corrections: Vec<ProfileCorrection>,
    pub answers: Vec<QuestionAnswer>,
    pub sign_offs: Vec<SignOffRecord>,
}

impl PeopleRecord {
    pub const fn is_empty(&self) -> bool {
        self.corrections.is_empty() && self.answers.is_empty() && self.sign_offs.is_empty()
    }
}

/// A value of the profile that a person put right.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProfileCorrection {
    pub field: String,
    pub value: FieldValue,
    /// As it was given.
    pub words: String,
    /// What documents said then; they say it still.
    pub was: Vec<CorrectedReading>,
    pub author: String,
    pub reason: String,
    /// The day, as `2026-01-09`.
    pub on: String,
}

/// What a document said when it was corrected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CorrectedReading {
    pub value: FieldValue,
    /// The path of the file: ids are those of one audit.
    pub file: String,
    pub place: FactPlace,
}

/// What a client said to a question of an audit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionAnswer {
    pub question: String,
    pub answer: String,
    pub author: String,
    pub on: String,
}

/// What an audit came to, as it was laid before people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AuditedResult {
    /// Over all files with their hashes: a decision is about these papers and no others.
    pub papers: String,
    pub as_of: String,
    pub verdict: VerdictWord,
    pub recommendation: FinalRecommendation,
    pub score: Option<u32>,
}

/// What people decided about the result of an audit, beside what it decided itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignOffRecord {
    pub audited: AuditedResult,
    /// The same as the audit's where it was approved.
    pub people_say: FinalRecommendation,
    pub review: PersonSignature,
    pub second: Option<PersonSignature>,
    pub standing: SignOffStanding,
}

/// A name under a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonSignature {
    pub author: String,
    pub reason: Option<String>,
    /// The day; nothing inside a run, which has no calendar.
    #[serde(default)]
    pub on: Option<String>,
}

/// Whether a decision of people counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "standing", rename_all = "snake_case")]
pub enum SignOffStanding {
    Signed,
    /// The second person does not agree.
    NotAgreed,
    /// It breaks a rule, and counts for nothing.
    Void {
        why: String,
    },
}
