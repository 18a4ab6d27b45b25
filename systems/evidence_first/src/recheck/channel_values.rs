//! The channels of an `evidence_first` run, decoded.

use jurat_model::{
    AnswerReview, ComposedAnswer, Confidence, GroundingRecord, RelevanceJudgement, Requirement,
    RequirementConflict, RetrievedChunk, SourceExhibit,
};
use jurat_verify::GatePolicy;
use serde_json::Value as Json;

use jurat_proof::{ChannelDecoder, FinalState, LayerFindings};

/// What the channels hold; nothing where a channel is empty or holds something else.
pub(crate) struct ChannelValues {
    pub(crate) question: Option<String>,
    pub(crate) exhibits: Option<Vec<SourceExhibit>>,
    pub(crate) chunks: Vec<RetrievedChunk>,
    pub(crate) extracted: Option<Vec<Requirement>>,
    pub(crate) policy: Option<GatePolicy>,
    pub(crate) judgements: Option<Vec<RelevanceJudgement>>,
    pub(crate) verified: Option<Vec<GroundingRecord>>,
    pub(crate) rejected: Option<Vec<GroundingRecord>>,
    pub(crate) conflicts: Option<Vec<RequirementConflict>>,
    pub(crate) confidence: Option<Confidence>,
    pub(crate) answer: Option<ComposedAnswer>,
    pub(crate) review: Option<AnswerReview>,
    pub(crate) final_answer: Option<String>,
    pub(crate) report: Option<Json>,
}

impl ChannelValues {
    pub(crate) fn read(state: &FinalState, findings: &mut LayerFindings) -> Self {
        let mut reading = ChannelDecoder { state, findings };
        let mut chunks: Vec<RetrievedChunk> =
            reading.maybe("statute_chunks").unwrap_or_default();
        chunks.extend(
            reading
                .maybe::<Vec<RetrievedChunk>>("policy_chunks")
                .unwrap_or_default(),
        );
        Self {
            question: reading.needed("question"),
            exhibits: reading.needed("exhibits"),
            chunks,
            extracted: reading.needed("extracted_requirements"),
            policy: reading.needed("gate_policy"),
            judgements: reading.maybe("judgements"),
            verified: reading.needed("verified_requirements"),
            rejected: reading.needed("rejected_requirements"),
            conflicts: reading.maybe("conflicts"),
            confidence: reading.needed("grounding_confidence"),
            answer: reading.maybe("answer"),
            review: reading.maybe("review"),
            final_answer: reading.maybe("final_answer"),
            report: reading.maybe("report"),
        }
    }
}
