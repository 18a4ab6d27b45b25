//! Quotes that a model proposes out of passages.

use std::collections::BTreeMap;

use futures_util::future::try_join_all;
use jurat_llm::{ChatModel, ChatRequest, StructuredReply, ask};
use jurat_model::RetrievedChunk;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AgentModelReply, REPROMPTS, TwinError};
use crate::{
    extract::QuoteProposal,
    prompt::{FencedText, Prompt, PromptFence, packed},
};

/// Tokens of passages in one request where the model does not say what it takes.
const ROOM: u64 = 6_000;
/// Bytes of passage text a token stands for, at least.
const BYTES_A_TOKEN: usize = 3;
/// Tokens that a passage's fence takes.
const TOKENS_A_FENCE: u64 = 40;

/// What the model is asked to return.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Requirements")]
struct RequirementsReply {
    /// Every requirement, in the order of the passages.
    requirements: Vec<FoundRequirement>,
}

/// A quote.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FoundRequirement {
    /// The name of the passage, such as S1.
    passage: String,
    /// The words, exactly as they stand there.
    exact_quote: String,
}

/// Asks a model for quotes, in as many requests as the passages need.
pub async fn proposals(
    model: &dyn ChatModel,
    prompt: &Prompt<'_>,
    question: &str,
    chunks: &[RetrievedChunk],
) -> Result<AgentModelReply<Vec<QuoteProposal>>, TwinError> {
    let empty = request(prompt, question, &[])?;
    let room = model.limits().room(&empty).unwrap_or(ROOM).min(ROOM);
    let groups = packed(chunks.iter().collect(), room, |chunk| tokens(chunk));
    let requests: Vec<ChatRequest> = groups
        .iter()
        .map(|group| request(prompt, question, group))
        .collect::<Result<_, _>>()?;
    let asked = requests
        .into_iter()
        .map(|request| ask::<RequirementsReply>(model, request, REPROMPTS));
    let replies: Vec<StructuredReply<RequirementsReply>> = try_join_all(asked).await?;
    let parse_failures = replies.iter().map(|reply| reply.reprompts).sum();
    let found = replies.into_iter().flat_map(|reply| reply.value.requirements);
    let value = found
        .map(|one| QuoteProposal { chunk_id: one.passage, words: one.exact_quote })
        .collect();
    Ok(AgentModelReply { value, parse_failures })
}

fn tokens(chunk: &RetrievedChunk) -> u64 {
    let bytes = chunk.passage.text.len().div_ceil(BYTES_A_TOKEN);
    u64::try_from(bytes)
        .unwrap_or(u64::MAX)
        .saturating_add(TOKENS_A_FENCE)
}

fn request(
    prompt: &Prompt<'_>,
    question: &str,
    chunks: &[&RetrievedChunk],
) -> Result<ChatRequest, TwinError> {
    let passages: Vec<FencedText<'_>> = chunks
        .iter()
        .map(|chunk| FencedText { name: &chunk.chunk_id, words: &chunk.passage.text })
        .collect();
    let all = passages.iter().map(|one| one.words).chain([question]);
    let fence = PromptFence::around(all);
    let words = BTreeMap::from([
        ("fence", fence.word().to_owned()),
        ("question", fence.enclose(&[FencedText { name: "question", words: question }])),
        ("passages", fence.enclose(&passages)),
    ]);
    Ok(prompt.filled(&words)?)
}
