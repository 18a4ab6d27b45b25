//! Personas that a model plays: one request a criterion, the same value as offline. What it cites
//! must be there and belong to the criterion; an opinion that rests on nothing is dropped.

mod citable_evidence;

use futures_util::future::try_join_all;
use jurat_agents::{
    by_model::TwinError,
    prompt::{Prompt, PromptError},
};
use jurat_llm::{ChatError, ChatModel, ChatRequest, ask};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::{
    CheckResult, Criterion, CriterionTarget, Evidence, EvidenceId, EvidenceSet, Opinion,
    Persona, Rubric, RubricScore,
};
use citable_evidence::CitableEvidence;

/// How often a model is asked again for the right shape: three tries in all.
const REPROMPTS: u32 = 2;
/// Criteria that are asked about at the same time.
const AT_ONCE: usize = 4;
/// Samples of one opinion, at most.
const MOST_SAMPLES: u32 = 9;
/// Characters of evidence in one request where the model does not say what it takes.
const ROOM: u64 = 24_000;

/// What a persona is to give its opinion on.
#[derive(Debug, Clone, Copy)]
pub struct OpinionRequest<'a> {
    pub persona: Persona,
    pub rubric: &'a Rubric,
    pub results: &'a [CheckResult],
    pub evidences: &'a EvidenceSet,
    /// What came of holding one part of the submission against another.
    pub crossed: &'a [Evidence],
    /// How often each criterion is asked about; the median counts.
    pub samples: u32,
}

/// What the model said, and on what it said nothing that could be used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelOpinions {
    /// In the order of the rubric.
    pub opinions: Vec<Opinion>,
    /// Criteria without an opinion, and why.
    pub unheard: Vec<MissingOpinion>,
    /// Replies that could not be read.
    pub parse_failures: u32,
}

impl ModelOpinions {
    /// With the opinion by rules wherever the model gave none, in the order of the rubric: a model
    /// that is silent takes no voice off the bench. What it left out stays in `unheard`.
    #[must_use]
    pub fn filled(mut self, brief: &OpinionRequest<'_>) -> Self {
        if self.unheard.is_empty() {
            return self;
        }
        let OpinionRequest { persona, rubric, results, evidences, crossed, .. } = *brief;
        let by_rules = super::opinions(persona, rubric, results, evidences, crossed);
        let silent = |one: &Opinion| {
            self.opinions
                .iter()
                .all(|heard| heard.criterion_id != one.criterion_id)
        };
        let more: Vec<Opinion> = by_rules.into_iter().filter(silent).collect();
        self.opinions.extend(more);
        let place = |one: &Opinion| {
            rubric
                .criteria
                .iter()
                .position(|criterion| criterion.id == one.criterion_id)
        };
        self.opinions.sort_by_key(place);
        self
    }

    pub fn has(&self, criterion: &str) -> bool {
        self.opinions.iter().any(|one| one.criterion_id == criterion)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingOpinion {
    pub criterion_id: String,
    pub why: String,
}

/// What the model is asked to return. The reasons come before the score.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PersonaOpinion {
    /// The recommendation in one sentence, then the reasons, with the names of evidence in brackets.
    argument: String,
    /// The names of the evidence that the argument rests on, such as repo#0. At least one.
    cited_evidence: Vec<String>,
    /// From 1 to 5.
    #[schemars(range(min = 1, max = 5))]
    score: u8,
}

/// Asks a model about every criterion that has evidence.
///
/// A reply of the wrong shape is asked for again, three tries in all; a criterion whose replies
/// stay wrong is left out and said so. A server that cannot be reached is an error.
pub async fn opinions_by_model(
    model: &dyn ChatModel,
    prompt: &Prompt<'_>,
    brief: &OpinionRequest<'_>,
) -> Result<ModelOpinions, TwinError> {
    let mut heard = ModelOpinions::default();
    for group in brief.rubric.criteria.chunks(AT_ONCE) {
        let asked = group.iter().map(|criterion| opinion(model, prompt, brief, criterion));
        for (criterion, one) in group.iter().zip(try_join_all(asked).await?) {
            heard.parse_failures += one.parse_failures;
            match one.opinion {
                Ok(opinion) => heard.opinions.push(opinion),
                Err(why) => heard
                    .unheard
                    .push(MissingOpinion { criterion_id: criterion.id.clone(), why }),
            }
        }
    }
    Ok(heard)
}

/// The request on one criterion, as the model gets it.
///
/// All that comes from the submission, and the rubric's own words, stand inside a fence.
pub fn render(
    prompt: &Prompt<'_>,
    brief: &OpinionRequest<'_>,
    criterion: &Criterion,
) -> Result<ChatRequest, PromptError> {
    let record = CitableEvidence::of(brief, criterion);
    record.request(prompt, brief, criterion, ROOM)
}

struct OpinionAttempt {
    opinion: Result<Opinion, String>,
    parse_failures: u32,
}

async fn opinion(
    model: &dyn ChatModel,
    prompt: &Prompt<'_>,
    brief: &OpinionRequest<'_>,
    criterion: &Criterion,
) -> Result<OpinionAttempt, TwinError> {
    let record = CitableEvidence::of(brief, criterion);
    if criterion.target == CriterionTarget::Manual || record.belongs.is_empty() {
        let why = "there is no evidence that belongs to it".to_owned();
        return Ok(OpinionAttempt { opinion: Err(why), parse_failures: 0 });
    }
    let bare = record.request(prompt, brief, criterion, 0)?;
    let room = model.limits().room(&bare).map_or(ROOM, |tokens| ROOM.min(tokens * 3));
    let request = record.request(prompt, brief, criterion, room)?;
    let samples = brief.samples.clamp(1, MOST_SAMPLES);
    let OpinionSamples { said, notes, parse_failures } =
        sampled(model, &request, &record, samples).await?;
    let opinion = middle(said).map(|(middle, scores)| Opinion {
        judge: brief.persona,
        criterion_id: criterion.id.clone(),
        score: middle.score,
        argument: middle.argument,
        cited_evidence: middle.cited,
        charges: record.charges.clone(),
        samples: if 1 < samples { scores } else { Vec::new() },
        model: Some(model.identity().model.clone()),
        notes: notes.clone(),
    });
    Ok(OpinionAttempt {
        opinion: opinion.ok_or_else(|| reasons(&notes)),
        parse_failures,
    })
}

/// Why nothing could be used; never nothing.
fn reasons(notes: &[String]) -> String {
    let said: Vec<&str> = notes
        .iter()
        .map(|note| note.trim())
        .filter(|note| !note.is_empty())
        .collect();
    if said.is_empty() {
        "it gave no reply that could be used".to_owned()
    } else {
        said.join("; ")
    }
}

/// What came of all samples of one request.
#[derive(Default)]
struct OpinionSamples {
    said: Vec<CitedReply>,
    notes: Vec<String>,
    parse_failures: u32,
}

async fn sampled(
    model: &dyn ChatModel,
    request: &ChatRequest,
    record: &CitableEvidence<'_>,
    samples: u32,
) -> Result<OpinionSamples, ChatError> {
    let asked = (0..samples).map(|sample| {
        // Samples of one request must differ, or a journal would take them for one.
        let seed = (1 < samples).then_some(u64::from(sample));
        ask_once(model, ChatRequest { seed, ..request.clone() })
    });
    let mut all = OpinionSamples::default();
    for (sample, reply) in (1..).zip(try_join_all(asked).await?) {
        match reply {
            Ok((reply, reprompts)) => {
                all.parse_failures += reprompts;
                all.said.extend(record.admitted(&reply, sample, &mut all.notes));
            }
            Err(why) => {
                all.parse_failures += REPROMPTS + 1;
                all.notes.push(format!("sample {sample}: {why}"));
            }
        }
    }
    Ok(all)
}

/// The reply; or why its shape was never right, which costs this criterion and no other.
async fn ask_once(
    model: &dyn ChatModel,
    request: ChatRequest,
) -> Result<Result<(PersonaOpinion, u32), String>, ChatError> {
    match ask::<PersonaOpinion>(model, request, REPROMPTS).await {
        Ok(reply) => Ok(Ok((reply.value, reply.reprompts))),
        Err(error @ (ChatError::SchemaNotMet { .. } | ChatError::Declined)) => {
            Ok(Err(error.to_string()))
        }
        Err(error) => Err(error),
    }
}

/// A reply whose citations hold.
struct CitedReply {
    score: RubricScore,
    argument: String,
    cited: Vec<EvidenceId>,
}

/// The reply with the middle score, the lower of two, and all scores in order.
fn middle(mut said: Vec<CitedReply>) -> Option<(CitedReply, Vec<RubricScore>)> {
    let scores: Vec<RubricScore> = said.iter().map(|one| one.score).collect();
    let mut sorted = scores.clone();
    sorted.sort();
    let median = *sorted.get(sorted.len().checked_sub(1)? / 2)?;
    let at = said.iter().position(|one| one.score == median)?;
    Some((said.swap_remove(at), scores))
}
