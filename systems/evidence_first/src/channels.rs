//! The channels of the system, typed.

use jurat_agents::extract::{
    DroppedQuote, ExtractionMetadata, FlaggedChunk, PlaceholderProvision,
};
use jurat_compose::{EvidenceAuditTrail, EvidenceReport};
use jurat_engine::Channel;
use jurat_model::{
    AnswerReview, ComposedAnswer, Confidence, GroundingRecord, ModelUse, RelevanceJudgement,
    Requirement, RequirementConflict, RequirementReference, RetrievedChunk, SourceExhibit,
};
use jurat_verify::{GateMetadata, GatePolicy};

use super::retriever::CorpusState;

pub(super) const QUESTION: Channel<String> = Channel::new("question");
pub(super) const AS_OF: Channel<String> = Channel::new("as_of");
pub(super) const CORPUS_STATE: Channel<CorpusState> = Channel::new("corpus_state");
pub(super) const STATUTE_CHUNKS: Channel<Vec<RetrievedChunk>> = Channel::new("statute_chunks");
pub(super) const POLICY_CHUNKS: Channel<Vec<RetrievedChunk>> = Channel::new("policy_chunks");
pub(super) const EXHIBITS: Channel<Vec<SourceExhibit>> = Channel::new("exhibits");
pub(super) const EXTRACTED: Channel<Vec<Requirement>> = Channel::new("extracted_requirements");
pub(super) const EXTRACTION_METADATA: Channel<ExtractionMetadata> =
    Channel::new("extraction_metadata");
pub(super) const DROPPED: Channel<Vec<DroppedQuote>> = Channel::new("dropped_quotes");
pub(super) const PLACEHOLDERS: Channel<Vec<PlaceholderProvision>> =
    Channel::new("placeholders");
pub(super) const FLAGGED: Channel<Vec<FlaggedChunk>> = Channel::new("flagged_passages");
pub(super) const GATE_POLICY: Channel<GatePolicy> = Channel::new("gate_policy");
pub(super) const JUDGEMENTS: Channel<Vec<RelevanceJudgement>> = Channel::new("judgements");
pub(super) const VERIFIED: Channel<Vec<GroundingRecord>> =
    Channel::new("verified_requirements");
pub(super) const REJECTED: Channel<Vec<GroundingRecord>> =
    Channel::new("rejected_requirements");
pub(super) const VERIFICATION_METADATA: Channel<GateMetadata> =
    Channel::new("verification_metadata");
pub(super) const CONFLICTS: Channel<Vec<RequirementConflict>> = Channel::new("conflicts");
pub(super) const ANSWER: Channel<Option<ComposedAnswer>> = Channel::new("answer");
pub(super) const REVIEW: Channel<Option<AnswerReview>> = Channel::new("review");
pub(super) const FINAL_ANSWER: Channel<String> = Channel::new("final_answer");
pub(super) const REFERENCES: Channel<Vec<RequirementReference>> =
    Channel::new("requirement_references");
pub(super) const MISSING: Channel<Vec<String>> = Channel::new("missing_evidence");
pub(super) const AUDIT_TRAIL: Channel<EvidenceAuditTrail> =
    Channel::new("evidence_audit_trail");
pub(super) const CONFIDENCE: Channel<Confidence> = Channel::new("grounding_confidence");
pub(super) const STATUTE_SUMMARY: Channel<String> = Channel::new("statute_summary");
pub(super) const POLICY_SUMMARY: Channel<String> = Channel::new("policy_summary");
pub(super) const FINAL_SUMMARY: Channel<String> = Channel::new("final_summary");
pub(super) const MODEL_USE: Channel<Vec<ModelUse>> = Channel::new("model_use");
pub(super) const REPORT: Channel<EvidenceReport> = Channel::new("report");
