//! A report as one value: every format is made of it, and of nothing else.
//!
//! No run id, clock time, duration or path is in it: the same evidence gives the same report.

mod audit_trail;
mod build;

use jurat_canon::Hash;
use jurat_model::{
    AnswerReview, ComposedAnswer, Confidence, ExtractionConfidence, GroundingRecord, ModelUse,
    Quote, ReaderIdentity, RejectionReason, Requirement, RequirementConflict, RetrievedChunk,
    SourceExhibit, Statement,
};
use jurat_verify::{GatePolicy, Grounded};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use audit_trail::{AuditTrail, EvidenceAuditTrail, ExtractedRequirement};

/// What is said where provisions are near, and none can be said to answer.
pub const CLOSEST: &str = "No provision could be assessed as an answer. The closest ones are shown; read them before you conclude anything.";

/// What is said where no provision is likely to answer, and there are some to list.
pub const NOTHING_NEAR: &str = "Nothing in these sources is likely to answer the question. The nearest provisions are listed, in case one of them does; the law may have a rule that is not among these sources.";

/// The same where there is none to list.
pub const NOTHING_FOUND: &str = "Nothing in these sources is likely to answer the question, and no provision of them was found that comes near it; the law may have a rule that is not among these sources.";

/// The same in the words of the preset `seed`.
pub const NO_EVIDENCE: &str = "No authoritative requirement found in provided sources.";

/// What a question came to, with everything it rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EvidenceReport {
    /// The question.
    pub question: String,
    /// The language that its page speaks, as `fr`; English where none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The day for which it was answered, as `2026-01-09`; nothing where none was given.
    pub as_of: Option<String>,
    /// What came of it.
    pub result: ReportResult,
    /// Why there is no answer; nothing where there is one.
    pub message: Option<String>,
    /// The answer; nothing where there is none.
    pub answer: Option<ReportedAnswer>,
    /// How well it is grounded, by the number of verified requirements.
    pub grounding_confidence: Confidence,
    /// Verified requirements, in the order of the gate.
    pub requirements: Vec<ReportedRequirement>,
    /// Requirements that did not pass the gate.
    pub rejected: Vec<RejectedRequirement>,
    /// Conflicts among the verified.
    pub conflicts: Vec<RequirementConflict>,
    /// What would have been needed and was not there.
    pub missing_evidence: Vec<String>,
    /// Texts that only stand in for others.
    pub placeholders: Vec<ReportedPlaceholder>,
    /// Passages that tried to give orders, or hide something.
    pub flagged: Vec<FlaggedPassage>,
    /// From chunks to answer.
    pub audit_trail: AuditTrail,
    /// The texts that the requirements were taken from.
    pub sources: Vec<ReportedSource>,
    /// What the review of the answer found; nothing where there was none to review.
    pub review: Option<AnswerReview>,
    /// What else a reader should know.
    pub notes: Vec<String>,
    /// What models did, and what it took; empty where all was done offline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub model_use: Vec<ModelUse>,
}

/// What came of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ReportResult {
    /// There is an answer, and it passed its review.
    Answered,
    /// Nothing could be assessed as an answer; the closest provisions are shown.
    Closest,
    /// No requirement was verified.
    NoAuthoritativeEvidence,
    /// There was evidence, and no answer that could be given.
    Refused,
}

/// An answer as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReportedAnswer {
    /// In the order of reading.
    pub statements: Vec<Statement>,
    /// All of it as text with marks.
    pub final_answer: String,
    /// What rests on statutes alone.
    pub statute_summary: String,
    /// What rests on policies alone.
    pub policy_summary: String,
    /// The same as `final_answer`.
    pub final_summary: String,
    /// By the extracts that it uses.
    pub composition_confidence: ExtractionConfidence,
    /// The number, period or amount that is asked for, as the source writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// A verified requirement with its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReportedRequirement {
    /// The requirement.
    #[serde(flatten)]
    pub requirement: Requirement,
    /// What people call the source.
    pub source_name: String,
    /// Why it was admitted.
    pub verification_rationale: String,
    /// How likely it answers the question; nothing where that was not estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// Whether the answer uses it.
    pub used_in_answer: bool,
}

/// A requirement that was turned away.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RejectedRequirement {
    /// The requirement as it was extracted.
    #[serde(flatten)]
    pub requirement: ExtractedRequirement,
    /// Why.
    pub rejection_reason: Option<RejectionReason>,
    /// In words.
    pub verification_rationale: String,
    /// How likely it answers the question; nothing where that was not estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// The place of its best passage in plain search; nothing where search did not find it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// Where the words stand; nothing where they are no whole provision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<Quote>,
}

/// A text that only stands in for another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReportedPlaceholder {
    /// How the place is cited.
    pub document_id: String,
    /// What stands there.
    pub words: String,
}

/// A passage that tried to give orders, or hide something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlaggedPassage {
    /// The chunk.
    pub chunk_id: String,
    /// The words.
    pub words: String,
    /// Why they were flagged.
    pub why: String,
}

/// A text that requirements were taken from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReportedSource {
    /// What people call it.
    pub name: String,
    /// What the raw bytes are, as a media type.
    pub media: String,
    /// BLAKE3 of the raw bytes.
    #[schemars(with = "String")]
    pub source: Hash,
    /// BLAKE3 of the text.
    #[schemars(with = "String")]
    pub rendition: Hash,
    /// Who made the text of the bytes.
    pub reader: ReaderIdentity,
}

/// What the stages of a run hand in.
#[derive(Debug, Clone, Copy)]
pub struct ReportInput<'a> {
    /// The question.
    pub question: &'a str,
    /// The day for which it is answered.
    pub as_of: Option<&'a str>,
    /// Why the question itself was turned away; nothing where it was taken up.
    pub refused: Option<&'a str>,
    /// What was retrieved.
    pub chunks: &'a [RetrievedChunk],
    /// What counts as evidence, and from what probability on.
    pub policy: GatePolicy,
    /// What was extracted of it.
    pub extracted: &'a [Requirement],
    /// What passed the gate.
    pub admitted: &'a [Grounded<Requirement>],
    /// The gate's record of each that passed.
    pub verified: &'a [GroundingRecord],
    /// The gate's record of each that did not.
    pub rejected: &'a [GroundingRecord],
    /// Conflicts among what passed.
    pub conflicts: &'a [RequirementConflict],
    /// What was missing.
    pub missing_evidence: &'a [String],
    /// Texts that only stand in for others.
    pub placeholders: &'a [ReportedPlaceholder],
    /// Passages that were flagged.
    pub flagged: &'a [FlaggedPassage],
    /// The answer, where one was composed.
    pub answer: Option<&'a ComposedAnswer>,
    /// Its review.
    pub review: Option<&'a AnswerReview>,
    /// The texts that were relied on.
    pub exhibits: &'a [SourceExhibit],
    /// What else a reader should know.
    pub notes: &'a [String],
    /// What models did.
    pub model_use: &'a [ModelUse],
}
