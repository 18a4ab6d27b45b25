//! Takes verbatim requirements out of the passages.

use std::sync::Arc;

use jurat_agents::{
    by_model::proposals,
    extract::{Proposal, anchored, extract, provisions},
    prompt::Prompt,
};
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::{Chunk, EvidenceUnit};

use super::chunks;
use crate::channels::{
    DROPPED, EXHIBITS, EXTRACTED, EXTRACTION_METADATA, FLAGGED, GATE_POLICY, MODEL_USE,
    PLACEHOLDERS, QUESTION,
};
use jurat_system::{
    Models,
    models::{Modelled, Settled, compute},
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/extract.md");

pub(crate) async fn extract_evidence(
    ctx: StageCtx,
    with: Arc<Modelled>,
    models: Arc<dyn Models>,
) -> Result<Patch, StageError> {
    let (chunks, exhibits) = (chunks(&ctx)?, ctx.get(EXHIBITS)?);
    let unit = ctx.get(GATE_POLICY)?.unit;
    let Settled { said, used } = if unit == EvidenceUnit::Norm {
        proposed(&ctx, &with, &*models, &chunks).await?
    } else {
        // What provisions there are is no matter of opinion.
        Settled::offline()
    };
    let extraction = compute(move || match said {
        Some(proposals) => anchored(&proposals, &chunks, &exhibits),
        None if unit == EvidenceUnit::Norm => extract(&chunks, &exhibits),
        None => provisions(&chunks, &exhibits),
    })
    .await?;
    Ok(Patch::of(EXTRACTED, extraction.requirements)
        .and(EXTRACTION_METADATA, extraction.extraction_metadata)
        .and(DROPPED, extraction.dropped)
        .and(PLACEHOLDERS, extraction.placeholders)
        .and(FLAGGED, extraction.flagged)
        .and(MODEL_USE, used))
}

async fn proposed(
    ctx: &StageCtx,
    with: &Modelled,
    models: &dyn Models,
    chunks: &[Chunk],
) -> Result<Settled<Vec<Proposal>>, StageError> {
    let Some(model) = with.model(ctx, models)? else { return Ok(Settled::offline()) };
    let prompt = Prompt::read(PROMPT).map_err(|it| StageError::permanent(it.to_string()))?;
    let said = proposals(&model, &prompt, &ctx.get(QUESTION)?, chunks).await;
    with.settle(&model, said)
}
