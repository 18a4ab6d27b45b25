//! Puts a step's question in terms of issue and rule.

use std::sync::Arc;

use jurat_agents::prompt::FencedText;
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::{
    ModelProvider,
    stage_models::{ModelOutcome, ModelStageSettings},
};

use super::step_at_hand;
use crate::{
    channels::{MODEL_USE, NEAR_WORDS, OBJECTIVE, STEP_QUERIES},
    plan_step::StepQueries,
    rewriter::queries,
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/rewrite.md");

/// Alternatives that are asked beside the primary query.
const ALTERNATIVES: usize = 2;

pub(crate) async fn rewrite(
    ctx: StageCtx,
    with: Arc<ModelStageSettings>,
    models: Arc<dyn ModelProvider>,
) -> Result<Patch, StageError> {
    let step = step_at_hand(&ctx)?;
    let asked = FencedText { name: "question", words: &step.question };
    let ModelOutcome { said, used } =
        with.ask::<StepQueries>(&ctx, &*models, PROMPT, &[asked]).await?;
    let said = said.filter(|queries| !queries.primary.trim().is_empty());
    let queries = if let Some(mut said) = said {
        said.alternatives.truncate(ALTERNATIVES);
        said
    } else {
        let objective = ctx.get(OBJECTIVE)?;
        let near = ctx.get(NEAR_WORDS)?;
        queries(&step, &objective.facts, &near, objective.language())
    };
    Ok(Patch::of(STEP_QUERIES, queries).and(MODEL_USE, used))
}
