//! What a run is remembered as: made from its channels when it is written, and again from its proof before it is served.

use std::{collections::BTreeSet, ops::Deref};

use jurat_canon::Hash;
use jurat_model::DoneBy;
use jurat_retrieve::memory::{
    AnswerSource, MemoryQuestion, MemoryScope, RememberedAnswer, is_worth_remembering,
};
use serde_json::Value as Json;

use crate::{
    channels::{
        EXHIBITS, FINDINGS, MEMORY_HIT, MODEL_USE, OBJECTIVE, PLANNING_TABLE, PRESET,
        VERIFICATION_RESULT,
    },
    evaluation::{mean_confidence, whole_answer},
    memory_hit::MemoryHit,
    objective::ResearchObjective,
    plan_step::{PlanStep, StepStatus},
    step_findings::StepFindings,
};

/// Roles whose words an answer rests on; the others are played anew.
const RESEARCH_ROLES: [&str; 4] = ["plan", "rewrite", "synthesize", "replan"];

/// The question without its choices, as the memory compares it.
pub(crate) fn memory_question(objective: &ResearchObjective) -> MemoryQuestion {
    MemoryQuestion::read(&objective.question, Some(objective.language()))
}

/// What must be the same before an earlier answer is looked at. Models are part of how thoroughly was asked.
pub(crate) fn memory_scope<C>(param: impl Fn(&str) -> C) -> MemoryScope
where
    C: Deref<Target = Json>,
{
    let text = |name: &str| param(name).as_str().unwrap_or_default().to_owned();
    let preset = text("preset");
    let models = param("models");
    let by_models = models.as_object().is_some_and(|models| !models.is_empty());
    MemoryScope {
        corpus: text("corpus"),
        preset: if by_models { format!("{preset} {}", *models) } else { preset },
        jurisdiction: text("jurisdiction"),
        as_of: text("as_of"),
    }
}

/// What a run is remembered as, or why it is not. When is for whoever keeps it.
pub(crate) fn remembered<C>(
    run: &str,
    param: impl Fn(&str) -> C,
    channel: impl Fn(&str) -> C,
) -> Result<RememberedAnswer, String>
where
    C: Deref<Target = Json>,
{
    let hit = MEMORY_HIT.read_as::<Option<MemoryHit>>().read(&channel)?;
    if hit.is_some_and(|hit| hit.found) {
        return Err("It was remembered already.".to_owned());
    }
    let objective = OBJECTIVE.read(&channel)?;
    let preset = PRESET.read(&channel)?;
    let table = PLANNING_TABLE.read_or_default(&channel)?;
    let findings = FINDINGS.read_or_default(&channel)?;
    let completed = table.iter().filter(|step| step.status == StepStatus::Completed);
    let sure: Vec<f64> = completed.filter_map(|step| step.confidence).collect();
    if !is_worth_remembering(&sure, preset.remembered_from) {
        return Err("It is not sure enough to be remembered.".to_owned());
    }
    if !VERIFICATION_RESULT.read(&channel)?.is_some_and(|it| it.is_verified) {
        return Err("A sentence of it is not borne out by its source.".to_owned());
    }
    let bare = ResearchObjective { choices: Vec::new(), ..objective };
    if ResearchObjective::read(&bare.question).as_ref() != Ok(&bare) {
        return Err("Its question is another one without its choices.".to_owned());
    }
    let scope = memory_scope(param);
    Ok(RememberedAnswer {
        id: RememberedAnswer::id_of(&bare.question, &scope),
        language: bare.language(),
        question: bare.question,
        scope,
        sources: answer_sources(&channel, (&table, &findings))?,
        run: run.to_owned(),
        remembered_at_ms: 0,
        confidence: mean_confidence(&table).unwrap_or_default(),
        proof: String::new(),
        answer: whole_answer(&table, &findings).into(),
    })
}

/// The sources whose words a completed step tells, each once.
fn answer_sources<C>(
    channel: &impl Fn(&str) -> C,
    (table, findings): (&[PlanStep], &[StepFindings]),
) -> Result<Vec<AnswerSource>, String>
where
    C: Deref<Target = Json>,
{
    let is_completed = |found: &&StepFindings| {
        let own = |step: &PlanStep| step.step_id == found.step_id;
        table
            .iter()
            .any(|step| own(step) && step.status == StepStatus::Completed)
    };
    let told = findings.iter().filter(is_completed);
    let quoted: BTreeSet<Hash> = told
        .flat_map(|found| &found.statements)
        .map(|statement| statement.quote.rendition)
        .collect();
    let exhibits = EXHIBITS.read_or_default(channel)?;
    let sources: BTreeSet<AnswerSource> = exhibits
        .iter()
        .filter(|exhibit| quoted.contains(&exhibit.rendition))
        .map(|it| AnswerSource::of(&it.name, it.rendition, &it.metadata))
        .collect();
    Ok(sources.into_iter().collect())
}

/// Roles of the research that models played in a run.
pub(crate) fn research_by_models<C>(channel: &impl Fn(&str) -> C) -> Result<Vec<String>, String>
where
    C: Deref<Target = Json>,
{
    let used = MODEL_USE.read_or_default(channel)?;
    let roles: BTreeSet<String> = used
        .into_iter()
        .filter(|one| one.done_by != DoneBy::Twin)
        .map(|one| one.role)
        .filter(|role| RESEARCH_ROLES.contains(&role.as_str()))
        .collect();
    Ok(roles.into_iter().collect())
}
