//! Asks for what is still open, or says that it is enough.

use std::sync::Arc;

use jurat_agents::prompt::FencedText;
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::{
    ModelProvider,
    stage_models::{ModelOutcome, ModelStageSettings},
};

use crate::{
    channels::{
        ACCUMULATED_CONTEXT, FINDINGS, MODEL_USE, NEXT_STAGE, OBJECTIVE, PLANNING_TABLE,
        REPLAN_DECISIONS, SPOTTED,
    },
    evaluation::{NextStage, StepSummary},
    open_ends::ResearchSoFar,
    plan_step::{PlanStep, StepAim, StepWords},
    replanner::{NextMove, ReplanAction, ReplanDecision, next_move},
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/replan.md");

pub(crate) async fn replan(
    ctx: StageCtx,
    with: Arc<ModelStageSettings>,
    models: Arc<dyn ModelProvider>,
) -> Result<Patch, StageError> {
    let (objective, mut table) = (ctx.get(OBJECTIVE)?, ctx.get(PLANNING_TABLE)?);
    let context = told(&ctx.get(ACCUMULATED_CONTEXT)?);
    let asked = [
        FencedText { name: "question", words: &objective.question },
        FencedText { name: "context", words: &context },
    ];
    let ModelOutcome { said, used } =
        with.ask::<ReplanDecision>(&ctx, &*models, PROMPT, &asked).await?;
    let NextMove { decision, step } = match said {
        Some(decision) => by_model(decision, &table),
        None => next_move(&ResearchSoFar {
            objective: &objective,
            spotted: &ctx.get(SPOTTED)?,
            table: &table,
            findings: &ctx.get(FINDINGS)?,
        }),
    };
    let next = if step.is_some() { NextStage::ExecuteStep } else { NextStage::McSelect };
    table.extend(step);
    Ok(Patch::of(PLANNING_TABLE, table)
        .and(REPLAN_DECISIONS, vec![decision])
        .and(NEXT_STAGE, next)
        .and(MODEL_USE, used))
}

/// The step that a model asks for; one without a question completes the research.
fn by_model(decision: ReplanDecision, table: &[PlanStep]) -> NextMove {
    let asks =
        decision.action != ReplanAction::Complete && !decision.question.trim().is_empty();
    let step = asks.then(|| {
        let number = table.last().map_or(1, |step| step.step_id + 1);
        let words = StepWords {
            phase: decision.phase.clone(),
            question: decision.question.clone(),
            why: decision.reasoning.clone(),
        };
        PlanStep::pending(number, StepAim::Model, words)
    });
    NextMove { decision, step }
}

/// The steps so far, as the prompt shows them.
fn told(context: &[StepSummary]) -> String {
    serde_json::to_string_pretty(context).unwrap_or_default()
}
