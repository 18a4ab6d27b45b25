//! Asks a model which sentences of the answer it doubts.

use std::sync::Arc;

use jurat_agents::{by_model::doubts, prompt::Prompt};
use jurat_engine::{Patch, StageCtx, StageError};

use super::{ModelPromptInput, kit, subject};
use crate::channels::{FLAGS, MODEL_USE};
use jurat_system::{
    ModelProvider,
    stage_models::{ModelOutcome, ModelStageSettings},
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/checklist.md");

pub(crate) async fn checklist(
    ctx: StageCtx,
    with: Arc<ModelStageSettings>,
    models: Arc<dyn ModelProvider>,
) -> Result<Patch, StageError> {
    let Some(model) = with.model(&ctx, &*models)? else {
        return Ok(Patch::of(FLAGS, Vec::new()));
    };
    let prompt = Prompt::read(PROMPT).map_err(|it| StageError::permanent(it.to_string()))?;
    let kit = kit(&ctx)?;
    let sheet = ModelPromptInput::of(&subject(&ctx, &kit)?);
    let sources = sheet.sources();
    let shown = sheet.shown(&sources, kit.policy.checklist.max_tokens);
    let said = doubts(&model, &prompt, shown).await;
    let ModelOutcome { said, used } = with.settle(&model, said)?;
    Ok(Patch::of(FLAGS, said.unwrap_or_default()).and(MODEL_USE, used))
}
