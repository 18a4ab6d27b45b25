//! Which doctrines are in play, and whether one rule or several are asked for.

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
    channels::{MODEL_USE, OBJECTIVE, QUERY_TYPE, SPOTTED},
    issue_spotter::spot,
    plan_step::QueryType,
    planner::query_type,
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/classify.md");

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ClassifyReply {
    query_type: QueryType,
}

pub(crate) async fn classify(
    ctx: StageCtx,
    with: Arc<ModelStageSettings>,
    models: Arc<dyn ModelProvider>,
) -> Result<Patch, StageError> {
    let objective = ctx.get(OBJECTIVE)?;
    let global: String = ctx.param("question")?;
    let asked = FencedText { name: "question", words: &global };
    let ModelOutcome { said, used } =
        with.ask::<ClassifyReply>(&ctx, &*models, PROMPT, &[asked]).await?;
    let (spotted, own) = compute(move || {
        let spotted = spot(&objective);
        let own = query_type(&objective, &spotted);
        (spotted, own)
    })
    .await?;
    let query_type = said.map_or(own, |said| said.query_type);
    Ok(Patch::of(QUERY_TYPE, query_type)
        .and(SPOTTED, spotted)
        .and(MODEL_USE, used))
}
