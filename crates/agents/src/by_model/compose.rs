//! An answer that a model drafts out of verified requirements, with marks in its sentences.

use std::collections::BTreeMap;

use jurat_llm::{ChatError, ChatModel, FinishReason};
use jurat_model::{Requirement, RequirementConflict, ReviewIssue};
use jurat_verify::Grounded;

use super::TwinError;
use crate::prompt::{FencedText, Prompt, PromptFence};

/// What a draft is made of.
#[derive(Debug, Clone, Copy)]
pub struct DraftInput<'a> {
    pub question: &'a str,
    /// What passed the gate.
    pub evidence: &'a [Grounded<Requirement>],
    /// What conflicts among it.
    pub conflicts: &'a [RequirementConflict],
    /// What the review found in the last draft.
    pub issues: &'a [ReviewIssue],
}

/// Asks a model for an answer as text with marks.
pub async fn draft(
    model: &dyn ChatModel,
    prompt: &Prompt<'_>,
    draft: DraftInput<'_>,
) -> Result<String, TwinError> {
    let request = prompt.filled(&words(draft))?;
    let reply = model.chat(&request).await?;
    match reply.finish {
        FinishReason::Stop => Ok(reply.text),
        FinishReason::Declined => Err(ChatError::Declined.into()),
        // Half an answer may lack the exception that follows.
        FinishReason::Length => Err(ChatError::CutOff {
            message: "the draft met the limit of tokens".to_owned(),
            tries: reply.tries,
        }
        .into()),
    }
}

fn words(draft: DraftInput<'_>) -> BTreeMap<&'static str, String> {
    let names: Vec<String> = draft
        .evidence
        .iter()
        .map(|one| one.requirement_id.to_string())
        .collect();
    let fenced: Vec<FencedText<'_>> = names
        .iter()
        .zip(draft.evidence)
        .map(|(name, one)| FencedText { name, words: &one.exact_quote })
        .collect();
    // What the review found repeats words of the last draft.
    let issues = issues(draft.issues);
    let others = [draft.question, issues.as_str()];
    let fence = PromptFence::around(fenced.iter().map(|one| one.words).chain(others));
    let question = FencedText { name: "question", words: draft.question };
    let review = FencedText { name: "review", words: &issues };
    BTreeMap::from([
        ("fence", fence.word().to_owned()),
        ("question", fence.enclose(&[question])),
        ("requirements", fence.enclose(&fenced)),
        ("conflicts", conflicts(draft.conflicts)),
        ("issues", fence.enclose(&[review])),
    ])
}

fn conflicts(conflicts: &[RequirementConflict]) -> String {
    let line = |one: &RequirementConflict| format!("- {} and {}", one.one, one.other);
    let lines: Vec<String> = conflicts.iter().map(line).collect();
    if lines.is_empty() { "none".to_owned() } else { lines.join("\n") }
}

fn issues(issues: &[ReviewIssue]) -> String {
    let line = |issue: &ReviewIssue| match issue.statement {
        Some(number) => format!("- statement {number}: {}; {}", issue.message, issue.hint),
        None => format!("- {}; {}", issue.message, issue.hint),
    };
    let lines: Vec<String> = issues.iter().map(line).collect();
    if lines.is_empty() { "none".to_owned() } else { lines.join("\n") }
}
