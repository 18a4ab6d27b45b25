//! What a model doubts in an answer, and how it would plan one. The audit decides what counts.

use std::collections::BTreeMap;

use jurat_llm::{ChatModel, ChatRequest, ask};
use jurat_model::audit::{AnswerPlan, ModelFlag};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AgentModelReply, REPROMPTS, TwinError};
use crate::prompt::{FencedText, Prompt, PromptFence};

/// Characters of one source that a model is shown.
const LONGEST_SOURCE: usize = 2_000;
/// Doubts that are taken from one reply.
const MOST_FLAGS: usize = 50;
/// Tokens of a reply, at most.
const REPLY_TOKENS: u64 = 1_024;

/// What a model is shown of an answer.
#[derive(Debug, Clone, Copy)]
pub struct ModelReviewInput<'a> {
    /// What was asked.
    pub question: &'a str,
    /// The sources, each under its pointer: `hit#1`.
    pub sources: &'a [(String, &'a str)],
    /// The answer; empty where a plan is made.
    pub answer: &'a str,
    /// Tokens that one call may take, asked and answered.
    pub max_tokens: u64,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Checklist")]
struct ChecklistReply {
    /// One for each sentence with a defect; empty where there is none.
    flags: Vec<ModelFlag>,
}

/// What a model doubts.
pub async fn doubts(
    model: &dyn ChatModel,
    prompt: &Prompt<'_>,
    shown: ModelReviewInput<'_>,
) -> Result<AgentModelReply<Vec<ModelFlag>>, TwinError> {
    let request = request(prompt, shown)?;
    let reply = ask::<ChecklistReply>(model, request, REPROMPTS).await?;
    let value = reply.value.flags.into_iter().take(MOST_FLAGS).collect();
    Ok(AgentModelReply { value, parse_failures: reply.reprompts })
}

/// How a model would plan the answer.
pub async fn plan(
    model: &dyn ChatModel,
    prompt: &Prompt<'_>,
    shown: ModelReviewInput<'_>,
) -> Result<AgentModelReply<AnswerPlan>, TwinError> {
    let request = request(prompt, shown)?;
    let reply = ask::<AnswerPlan>(model, request, REPROMPTS).await?;
    Ok(AgentModelReply {
        value: reply.value,
        parse_failures: reply.reprompts,
    })
}

/// The prompt with as many sources as fit, the first ones first.
fn request(prompt: &Prompt<'_>, shown: ModelReviewInput<'_>) -> Result<ChatRequest, TwinError> {
    let output = REPLY_TOKENS.min(shown.max_tokens / 2).max(64);
    let mut room = shown.max_tokens.saturating_sub(output);
    let mut fits = |words: &str| {
        let takes = words.len() as u64 / 4 + 16;
        let fits = takes <= room;
        room = room.saturating_sub(takes);
        fits
    };
    fits(shown.question);
    fits(shown.answer);
    let sources: Vec<(&str, &str)> = shown
        .sources
        .iter()
        .map(|(name, words)| (name.as_str(), beginning(words)))
        .take_while(|(_, words)| fits(words))
        .collect();
    let words = sources.iter().map(|(_, words)| *words);
    let fence = PromptFence::around(words.chain([shown.question, shown.answer]));
    let fenced: Vec<FencedText<'_>> = sources
        .iter()
        .map(|(name, words)| FencedText { name, words })
        .collect();
    let one = |name, words| fence.enclose(&[FencedText { name, words }]);
    let mut filled = BTreeMap::from([
        ("fence", fence.word().to_owned()),
        ("question", one("question", shown.question)),
        ("sources", fence.enclose(&fenced)),
    ]);
    if !shown.answer.is_empty() {
        filled.insert("answer", one("answer", shown.answer));
    }
    let request = prompt.filled(&filled)?;
    Ok(ChatRequest { max_output_tokens: Some(output), ..request })
}

fn beginning(words: &str) -> &str {
    let end = words
        .char_indices()
        .nth(LONGEST_SOURCE)
        .map_or(words.len(), |(at, _)| at);
    &words[..end]
}
