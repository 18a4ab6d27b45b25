//! Plans the first step.

use std::sync::Arc;

use jurat_agents::prompt::FencedText;
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::{
    ModelProvider,
    stage_models::{ModelOutcome, ModelStageSettings},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    channels::{MODEL_USE, OBJECTIVE, PLANNING_TABLE, QUERY_TYPE},
    plan_step::{PlanStep, QueryType, StepAim, StepWords},
    planner::first_step,
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/plan.md");

/// Steps that a model may plan at once.
const MOST: usize = 4;

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PlanReply {
    /// In the order in which they are to be researched.
    steps: Vec<PlannedQuestion>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PlannedQuestion {
    /// From 1.
    step_id: u32,
    /// What it is about, in a few words.
    phase: String,
    /// A question that can be understood by itself.
    question: String,
}

pub(crate) async fn plan(
    ctx: StageCtx,
    with: Arc<ModelStageSettings>,
    models: Arc<dyn ModelProvider>,
) -> Result<Patch, StageError> {
    let (objective, query_type) = (ctx.get(OBJECTIVE)?, ctx.get(QUERY_TYPE)?);
    let asked = FencedText { name: "question", words: &objective.question };
    let ModelOutcome { said, used } =
        with.ask::<PlanReply>(&ctx, &*models, PROMPT, &[asked]).await?;
    let planned = said
        .map(|said| planned(said, query_type))
        .filter(|steps| !steps.is_empty());
    let table = match planned {
        Some(steps) => steps,
        None => vec![first_step(&objective)],
    };
    Ok(Patch::of(PLANNING_TABLE, table).and(MODEL_USE, used))
}

/// A model's plan: of several rules the first alone, since what comes next depends on what it finds.
fn planned(said: PlanReply, query_type: QueryType) -> Vec<PlanStep> {
    let most = if query_type == QueryType::MultiHop { 1 } else { MOST };
    let asked = said.steps.into_iter().filter(|step| !step.question.trim().is_empty());
    let steps = (1..).zip(asked.take(most)).map(|(number, step)| {
        let words = StepWords {
            phase: step.phase,
            question: step.question,
            why: String::new(),
        };
        PlanStep::pending(number, StepAim::Model, words)
    });
    steps.collect()
}
