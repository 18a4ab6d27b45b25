//! The channels of the system, typed.

use jurat_agents::extract::{
    DroppedQuote, ExtractionMetadata, FlaggedChunk, PlaceholderProvision,
};
use jurat_compose::{EvidenceAuditTrail, EvidenceReport};
use jurat_engine::channels;
use jurat_model::{
    AnswerReview, ComposedAnswer, Confidence, GroundingRecord, ModelUse, RelevanceJudgement,
    Requirement, RequirementConflict, RequirementReference, RetrievedChunk, SourceExhibit,
};
use jurat_retrieve::library::CorpusState;
use jurat_verify::{GateMetadata, GatePolicy};

channels! {
    QUESTION: String = "question";
    AS_OF: String = "as_of";
    CORPUS_STATE: CorpusState = "corpus_state";
    STATUTE_CHUNKS: Vec<RetrievedChunk> = "statute_chunks";
    POLICY_CHUNKS: Vec<RetrievedChunk> = "policy_chunks";
    EXHIBITS: Vec<SourceExhibit> = "exhibits";
    EXTRACTED: Vec<Requirement> = "extracted_requirements";
    EXTRACTION_METADATA: ExtractionMetadata = "extraction_metadata";
    DROPPED: Vec<DroppedQuote> = "dropped_quotes";
    PLACEHOLDERS: Vec<PlaceholderProvision> = "placeholders";
    FLAGGED: Vec<FlaggedChunk> = "flagged_passages";
    GATE_POLICY: GatePolicy = "gate_policy";
    JUDGEMENTS: Vec<RelevanceJudgement> = "judgements";
    VERIFIED: Vec<GroundingRecord> = "verified_requirements";
    REJECTED: Vec<GroundingRecord> = "rejected_requirements";
    VERIFICATION_METADATA: GateMetadata = "verification_metadata";
    CONFLICTS: Vec<RequirementConflict> = "conflicts";
    ANSWER: Option<ComposedAnswer> = "answer";
    REVIEW: Option<AnswerReview> = "review";
    FINAL_ANSWER: String = "final_answer";
    REFERENCES: Vec<RequirementReference> = "requirement_references";
    MISSING: Vec<String> = "missing_evidence";
    AUDIT_TRAIL: EvidenceAuditTrail = "evidence_audit_trail";
    CONFIDENCE: Confidence = "grounding_confidence";
    STATUTE_SUMMARY: String = "statute_summary";
    POLICY_SUMMARY: String = "policy_summary";
    FINAL_SUMMARY: String = "final_summary";
    MODEL_USE: Vec<ModelUse> = "model_use";
    REPORT: EvidenceReport = "report";
}
