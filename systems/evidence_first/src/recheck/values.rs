//! The channels of an `evidence_first` run, decoded.

use jurat_model::{
    Answer, Chunk, Confidence, Conflict, Exhibit, Judgement, Requirement, Review, Verification,
};
use jurat_verify::GatePolicy;
use serde_json::Value as Json;

use jurat_proof::{Channels, FinalState, Findings};

/// What the channels hold; nothing where a channel is empty or holds something else.
pub(crate) struct Values {
    pub(crate) question: Option<String>,
    pub(crate) exhibits: Option<Vec<Exhibit>>,
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) extracted: Option<Vec<Requirement>>,
    pub(crate) policy: Option<GatePolicy>,
    pub(crate) judgements: Option<Vec<Judgement>>,
    pub(crate) verified: Option<Vec<Verification>>,
    pub(crate) rejected: Option<Vec<Verification>>,
    pub(crate) conflicts: Option<Vec<Conflict>>,
    pub(crate) confidence: Option<Confidence>,
    pub(crate) answer: Option<Answer>,
    pub(crate) review: Option<Review>,
    pub(crate) final_answer: Option<String>,
    pub(crate) report: Option<Json>,
}

impl Values {
    pub(crate) fn read(state: &FinalState, findings: &mut Findings) -> Self {
        let mut reading = Channels { state, findings };
        let mut chunks: Vec<Chunk> = reading.maybe("statute_chunks").unwrap_or_default();
        chunks.extend(reading.maybe::<Vec<Chunk>>("policy_chunks").unwrap_or_default());
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
