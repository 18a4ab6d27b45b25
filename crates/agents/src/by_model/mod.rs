//! The model twins: what a model proposes comes back as the same values that the offline twins
//! work with. It certifies nothing: quotes are anchored, verdicts are the gate's, answers are
//! reviewed.

mod addressing;
mod checklist;
mod compose;
mod extract;

use jurat_llm::ChatError;

pub use addressing::judgements;
pub use checklist::{ModelReviewInput, doubts, plan};
pub use compose::{DraftInput, draft};
pub use extract::proposals;

use crate::prompt::PromptError;

/// How often a model is asked again for the right shape.
const REPROMPTS: u32 = 2;

/// What a model said, and how often its shape was wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentModelReply<T> {
    pub value: T,
    /// Replies that could not be read.
    pub parse_failures: u32,
}

/// Why a model twin came to nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TwinError {
    #[error(transparent)]
    Model(#[from] ChatError),
    /// Our prompt is wrong.
    #[error(transparent)]
    Prompt(#[from] PromptError),
}
