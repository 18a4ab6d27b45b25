//! Lays each answer choice beside the evidence, and checks every sentence of the whole answer against its source.

use std::sync::Arc;

use jurat_agents::prompt::FencedText;
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::{
    ModelProvider,
    stage_models::{ModelOutcome, ModelStageSettings, compute},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    channels::{
        CHOICE_CHUNKS, CHOICE_EXHIBITS, CHOICE_TABLE, EXHIBITS, FINAL_CITED_ANSWER, FINDINGS,
        MODEL_USE, OBJECTIVE, PLANNING_TABLE, SPOTTED, VERIFICATION_RESULT,
    },
    choices::{ChoiceTable, choice_table, choice_text},
    evaluation::whole_answer,
    open_ends::ResearchSoFar,
    plan_step::{StepStatus, count},
    report::SupportCheck,
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/choose.md");

/// What parts the research from the choice.
pub(crate) const PARTED: &str = "\n\n---\n\n";

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ChoiceReply {
    /// The letter of the choice.
    answer: String,
    /// For each choice, which element it meets or lacks.
    reasoning: String,
}

pub(crate) async fn mc_select(
    ctx: StageCtx,
    with: Arc<ModelStageSettings>,
    models: Arc<dyn ModelProvider>,
) -> Result<Patch, StageError> {
    let (table, findings) = (ctx.get(PLANNING_TABLE)?, ctx.get(FINDINGS)?);
    let (objective, exhibits) = (ctx.get(OBJECTIVE)?, ctx.get(EXHIBITS)?);
    let mut answer = whole_answer(&table, &findings);
    let checked = SupportCheck::of(&findings, &exhibits);
    let mut patch = Patch::empty();
    let researched = 0 < count(&table, StepStatus::Completed);
    let mut used = Vec::new();
    if !objective.choices.is_empty() {
        let outcome = chosen_by_model(&ctx, &with, &*models, (&answer, researched)).await?;
        used = outcome.used;
        let offline = offline_table(&ctx).await?;
        let chosen = match outcome.said {
            Some(said) => by_model(offline, &said),
            None => offline,
        };
        // What was not researched is not chosen: a failed search would decide by chance.
        let chosen = if researched { chosen } else { undecided(chosen) };
        answer = format!("{answer}{PARTED}{}", choice_text(&chosen));
        patch = patch.and(CHOICE_TABLE, Some(chosen));
    }
    Ok(patch
        .and(FINAL_CITED_ANSWER, answer)
        .and(VERIFICATION_RESULT, Some(checked))
        .and(MODEL_USE, used))
}

async fn offline_table(ctx: &StageCtx) -> Result<ChoiceTable, StageError> {
    let (objective, spotted) = (ctx.get(OBJECTIVE)?, ctx.get(SPOTTED)?);
    let (table, findings) = (ctx.get(PLANNING_TABLE)?, ctx.get(FINDINGS)?);
    let (chunks, mut exhibits) = (ctx.get(CHOICE_CHUNKS)?, ctx.get(EXHIBITS)?);
    exhibits.extend(ctx.get(CHOICE_EXHIBITS)?);
    compute(move || {
        let so_far = ResearchSoFar {
            objective: &objective,
            spotted: &spotted,
            table: &table,
            findings: &findings,
        };
        choice_table(&so_far, &chunks, &exhibits)
    })
    .await
}

/// What a model chooses, shown the research. Without research it is not asked.
async fn chosen_by_model(
    ctx: &StageCtx,
    with: &ModelStageSettings,
    models: &dyn ModelProvider,
    (answer, researched): (&str, bool),
) -> Result<ModelOutcome<ChoiceReply>, StageError> {
    if !researched {
        return Ok(ModelOutcome::offline());
    }
    let global: String = ctx.param("question")?;
    let texts = [
        FencedText { name: "question", words: &global },
        FencedText { name: "research", words: answer },
    ];
    with.ask(ctx, models, PROMPT, &texts).await
}

/// The table with a model's choice; a letter that is none leaves it undecided.
fn by_model(table: ChoiceTable, said: &ChoiceReply) -> ChoiceTable {
    let letter = said.answer.trim().trim_matches(['(', ')', '.']).to_uppercase();
    let known = table.choices.iter().any(|row| row.letter == letter);
    ChoiceTable {
        chosen: known.then_some(letter),
        reason: "A model chose it, shown the research above.".to_owned(),
        reasoning: said.reasoning.clone(),
        ..table
    }
}

fn undecided(table: ChoiceTable) -> ChoiceTable {
    ChoiceTable {
        chosen: None,
        reason: "No step of the research found what the question turns on.".to_owned(),
        ..table
    }
}
