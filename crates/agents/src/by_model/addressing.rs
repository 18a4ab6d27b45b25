//! Whether requirements address the question, as a model sees it. The gate decides.

use std::collections::{BTreeMap, BTreeSet};

use jurat_llm::{ChatModel, ChatRequest, ask};
use jurat_model::{RelevanceJudgement, Requirement, RequirementId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AgentModelReply, REPROMPTS, TwinError};
use crate::prompt::{FencedText, Prompt, PromptFence, packed};

/// Requirements in one request.
const MOST: u64 = 40;
/// Characters of a reason that are kept.
const LONGEST_REASON: usize = 300;

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Judgements")]
struct AddressingReply {
    /// One for each requirement of the list.
    judgements: Vec<JudgedRequirement>,
    /// The names of those that answer the question, the best first; empty where none does.
    #[serde(default)]
    best: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct JudgedRequirement {
    /// The name of the requirement, such as REQ-S001.
    requirement: String,
    /// Whether it says something about what is asked.
    addresses: bool,
    /// Why, in one short sentence.
    why: String,
}

/// Asks a model about each requirement and which of them answer. What it says of others, or twice, is left out.
pub async fn judgements(
    model: &dyn ChatModel,
    prompt: &Prompt<'_>,
    question: &str,
    requirements: &[Requirement],
) -> Result<AgentModelReply<Vec<RelevanceJudgement>>, TwinError> {
    let mut told = AgentModelReply { value: Vec::new(), parse_failures: 0 };
    let known: BTreeSet<RequirementId> =
        requirements.iter().map(|one| one.requirement_id).collect();
    let mut judged = BTreeSet::new();
    for group in packed(requirements.iter().collect(), MOST, |_| 1) {
        let request = request(prompt, question, &group)?;
        let reply = ask::<AddressingReply>(model, request, REPROMPTS).await?;
        told.parse_failures += reply.reprompts;
        let best: Vec<RequirementId> = reply
            .value
            .best
            .iter()
            .filter_map(|name| name.trim().parse().ok())
            .collect();
        for one in reply.value.judgements {
            let id = one.requirement.trim().parse().ok();
            let id = id.filter(|id| known.contains(id) && judged.insert(*id));
            told.value.extend(id.map(|requirement_id| RelevanceJudgement {
                requirement_id,
                addresses: one.addresses,
                why: one.why.chars().take(LONGEST_REASON).collect(),
                chosen: one.addresses.then(|| place_among(&best, requirement_id)).flatten(),
            }));
        }
    }
    Ok(told)
}

fn place_among(best: &[RequirementId], id: RequirementId) -> Option<u32> {
    let at = best.iter().position(|one| *one == id)?;
    u32::try_from(at).ok()
}

fn request(
    prompt: &Prompt<'_>,
    question: &str,
    requirements: &[&Requirement],
) -> Result<ChatRequest, TwinError> {
    let names: Vec<String> = requirements
        .iter()
        .map(|one| one.requirement_id.to_string())
        .collect();
    let placed: Vec<String> = requirements.iter().map(|one| in_its_place(one)).collect();
    let fenced: Vec<FencedText<'_>> = names
        .iter()
        .zip(&placed)
        .map(|(name, words)| FencedText { name, words })
        .collect();
    let fence = PromptFence::around(fenced.iter().map(|one| one.words).chain([question]));
    let words = BTreeMap::from([
        ("fence", fence.word().to_owned()),
        ("question", fence.enclose(&[FencedText { name: "question", words: question }])),
        ("requirements", fence.enclose(&fenced)),
    ]);
    Ok(prompt.filled(&words)?)
}

/// The words below what they stand under: a rule of one Part is not the general rule.
fn in_its_place(requirement: &Requirement) -> String {
    let above = [requirement.document_id.as_str(), requirement.section_heading.as_str()];
    let above: Vec<&str> = above.into_iter().filter(|line| !line.is_empty()).collect();
    format!("({})\n{}", above.join(" · "), requirement.exact_quote)
}
