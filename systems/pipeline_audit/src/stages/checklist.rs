//! Asks a model which sentences of the answer it doubts.

use std::sync::Arc;

use jurat_agents::{by_model::doubts, prompt::Prompt};
use jurat_engine::{Patch, StageCtx, StageError};

use super::{Sheet, kit, subject};
use crate::channels::{FLAGS, MODEL_USE};
use jurat_system::{
    Models,
    models::{Modelled, Settled},
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/checklist.md");

pub(crate) async fn checklist(
    ctx: StageCtx,
    with: Arc<Modelled>,
    models: Arc<dyn Models>,
) -> Result<Patch, StageError> {
    let Some(model) = with.model(&ctx, &*models)? else {
        return Ok(Patch::of(FLAGS, Vec::new()));
    };
    let prompt = Prompt::read(PROMPT).map_err(|it| StageError::permanent(it.to_string()))?;
    let kit = kit(&ctx)?;
    let sheet = Sheet::of(&subject(&ctx, &kit)?);
    let sources = sheet.sources();
    let shown = sheet.shown(&sources, kit.policy.checklist.max_tokens);
    let said = doubts(&model, &prompt, shown).await;
    let Settled { said, used } = with.settle(&model, said)?;
    Ok(Patch::of(FLAGS, said.unwrap_or_default()).and(MODEL_USE, used))
}
