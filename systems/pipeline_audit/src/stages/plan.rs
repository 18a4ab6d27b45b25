//! Plans the answer that the sources allow.

use std::sync::Arc;

use crate::audit::plan::planned;
use jurat_agents::{by_model, prompt::Prompt};
use jurat_engine::{Patch, StageCtx, StageError};

use super::{ModelPromptInput, kit, subject};
use crate::channels::{MODEL_USE, PLAN};
use jurat_system::{
    ModelProvider,
    stage_models::{ModelOutcome, ModelStageSettings},
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/plan.md");

pub(crate) async fn plan(
    ctx: StageCtx,
    with: Arc<ModelStageSettings>,
    models: Arc<dyn ModelProvider>,
) -> Result<Patch, StageError> {
    let kit = kit(&ctx)?;
    let subject = subject(&ctx, &kit)?;
    let twin = || planned(&subject, &kit.policy);
    let Some(model) = with.model(&ctx, &*models)? else {
        return Ok(Patch::of(PLAN, Some(twin())));
    };
    let prompt = Prompt::read(PROMPT).map_err(|it| StageError::permanent(it.to_string()))?;
    // A plan comes before the answer: it is made without looking at one.
    let sheet = ModelPromptInput {
        answer: String::new(),
        ..ModelPromptInput::of(&subject)
    };
    let sources = sheet.sources();
    let shown = sheet.shown(&sources, kit.policy.checklist.max_tokens);
    let said = by_model::plan(&model, &prompt, shown).await;
    let ModelOutcome { said, used } = with.settle(&model, said)?;
    Ok(Patch::of(PLAN, Some(said.unwrap_or_else(twin))).and(MODEL_USE, used))
}
