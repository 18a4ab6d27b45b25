//! The channels of an `evidence_first` run, decoded.

use jurat_agents::extract::DroppedQuote;
use jurat_model::{
    AnswerReview, ComposedAnswer, Confidence, GroundingRecord, ModelUse, RelevanceJudgement,
    Requirement, RequirementConflict, RetrievedChunk, SourceExhibit,
};
use jurat_verify::GatePolicy;
use serde_json::Value as Json;

use jurat_proof::{ChannelDecoder, FinalState, LayerFindings};

use crate::channels::{
    ANSWER, CONFIDENCE, CONFLICTS, DROPPED, EXHIBITS, EXTRACTED, FINAL_ANSWER, GATE_POLICY,
    JUDGEMENTS, MODEL_USE, POLICY_CHUNKS, QUESTION, REJECTED, REPORT, REVIEW, STATUTE_CHUNKS,
    VERIFIED,
};

/// What the channels hold; nothing where a channel is empty or holds something else.
pub(crate) struct ChannelValues {
    pub(crate) question: Option<String>,
    pub(crate) exhibits: Option<Vec<SourceExhibit>>,
    pub(crate) chunks: Vec<RetrievedChunk>,
    pub(crate) extracted: Option<Vec<Requirement>>,
    pub(crate) dropped: Vec<DroppedQuote>,
    pub(crate) policy: Option<GatePolicy>,
    pub(crate) judgements: Option<Vec<RelevanceJudgement>>,
    pub(crate) verified: Option<Vec<GroundingRecord>>,
    pub(crate) rejected: Option<Vec<GroundingRecord>>,
    pub(crate) conflicts: Option<Vec<RequirementConflict>>,
    pub(crate) confidence: Option<Confidence>,
    pub(crate) answer: Option<ComposedAnswer>,
    pub(crate) review: Option<AnswerReview>,
    pub(crate) final_answer: Option<String>,
    pub(crate) model_use: Vec<ModelUse>,
    pub(crate) report: Option<Json>,
}

impl ChannelValues {
    pub(crate) fn read(state: &FinalState, findings: &mut LayerFindings) -> Self {
        let mut reading = ChannelDecoder { state, findings };
        let mut chunks = reading.maybe(STATUTE_CHUNKS).unwrap_or_default();
        chunks.extend(reading.maybe(POLICY_CHUNKS).unwrap_or_default());
        Self {
            question: reading.needed(QUESTION),
            exhibits: reading.needed(EXHIBITS),
            chunks,
            extracted: reading.needed(EXTRACTED),
            dropped: reading.maybe(DROPPED).unwrap_or_default(),
            policy: reading.needed(GATE_POLICY),
            judgements: reading.maybe(JUDGEMENTS),
            verified: reading.needed(VERIFIED),
            rejected: reading.needed(REJECTED),
            conflicts: reading.maybe(CONFLICTS),
            confidence: reading.needed(CONFIDENCE),
            answer: reading.maybe(ANSWER.read_as()),
            review: reading.maybe(REVIEW.read_as()),
            final_answer: reading.maybe(FINAL_ANSWER),
            model_use: reading.maybe(MODEL_USE).unwrap_or_default(),
            report: reading.maybe(REPORT.read_as()),
        }
    }
}
