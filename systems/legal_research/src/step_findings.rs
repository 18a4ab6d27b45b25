//! What a step came to, kept for the report and for those who check it.

use jurat_model::RetrievedChunk;
use serde::{Deserialize, Serialize};

use crate::{
    cited_statement::CitedStatement,
    confidence::StepConfidence,
    step_evidence::{FlaggedSource, StepSource},
};

/// What a step came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct StepFindings {
    pub step_id: u32,
    /// What the corpus gave, as it was found.
    pub chunks: Vec<RetrievedChunk>,
    pub sources: Vec<StepSource>,
    pub flagged: Vec<FlaggedSource>,
    pub statements: Vec<CitedStatement>,
    /// Sentences of a model that no source bears out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<CutSentence>,
    /// Sentences that a model got back to mend, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sent_back: Vec<CutSentence>,
    pub confidence: StepConfidence,
}

/// A sentence that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CutSentence {
    pub text: String,
    pub why: String,
}
