//! The model twins: what a model proposes comes back as the same values that the offline twins
//! work with. It certifies nothing: quotes are anchored, verdicts are the gate's, answers are
//! reviewed.

mod addressing;
mod checklist;
mod compose;
mod extract;

use jurat_llm::{ChatError, ChatModel, ask};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

pub use addressing::judgements;
pub use checklist::{ModelReviewInput, doubts, plan};
pub use compose::{DraftInput, draft};
pub use extract::proposals;

use crate::prompt::{FencedText, Prompt, PromptError};

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

/// Asks a model for a value, shown some texts: all that a twin needs whose texts fit into one request.
pub async fn ask_about<T: DeserializeOwned + JsonSchema>(
    model: &dyn ChatModel,
    prompt: &str,
    texts: &[FencedText<'_>],
) -> Result<AgentModelReply<T>, TwinError> {
    let request = Prompt::read(prompt)?.filled_with(texts)?;
    let reply = ask::<T>(model, request, REPROMPTS).await?;
    Ok(AgentModelReply {
        value: reply.value,
        parse_failures: reply.reprompts,
    })
}
