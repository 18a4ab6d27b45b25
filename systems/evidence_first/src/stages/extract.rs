//! Takes verbatim requirements out of the passages.

use std::sync::Arc;

use jurat_agents::{
    by_model::proposals,
    extract::{QuoteProposal, RequirementExtraction, anchored, extract, provisions},
    prompt::Prompt,
};
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::{EvidenceUnit, RetrievedChunk, SourceExhibit};

use super::chunks;
use crate::channels::{
    DROPPED, EXHIBITS, EXTRACTED, EXTRACTION_METADATA, FLAGGED, GATE_POLICY, MODEL_USE,
    PLACEHOLDERS, QUESTION,
};
use jurat_system::{
    ModelProvider,
    stage_models::{ModelOutcome, ModelStageSettings, compute},
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/extract.md");

pub(crate) async fn extract_evidence(
    ctx: StageCtx,
    with: Arc<ModelStageSettings>,
    models: Arc<dyn ModelProvider>,
) -> Result<Patch, StageError> {
    let (chunks, exhibits) = (chunks(&ctx)?, ctx.get(EXHIBITS)?);
    let unit = ctx.get(GATE_POLICY)?.unit;
    let ModelOutcome { said, used } = if unit == EvidenceUnit::Norm {
        proposed(&ctx, &with, &*models, &chunks).await?
    } else {
        // What provisions there are is no matter of opinion.
        ModelOutcome::offline()
    };
    let extraction = compute(move || match said {
        Some(proposals) => anchored(&proposals, &chunks, &exhibits),
        None => extracted_offline(&chunks, &exhibits, unit),
    })
    .await?;
    Ok(Patch::of(EXTRACTED, extraction.requirements)
        .and(EXTRACTION_METADATA, extraction.extraction_metadata)
        .and(DROPPED, extraction.dropped)
        .and(PLACEHOLDERS, extraction.placeholders)
        .and(FLAGGED, extraction.flagged)
        .and(MODEL_USE, used))
}

/// What is taken out of passages without a model.
pub(crate) fn extracted_offline(
    chunks: &[RetrievedChunk],
    exhibits: &[SourceExhibit],
    unit: EvidenceUnit,
) -> RequirementExtraction {
    match unit {
        EvidenceUnit::Norm => extract(chunks, exhibits),
        EvidenceUnit::Provision => provisions(chunks, exhibits),
    }
}

async fn proposed(
    ctx: &StageCtx,
    with: &ModelStageSettings,
    models: &dyn ModelProvider,
    chunks: &[RetrievedChunk],
) -> Result<ModelOutcome<Vec<QuoteProposal>>, StageError> {
    let Some(model) = with.model(ctx, models)? else { return Ok(ModelOutcome::offline()) };
    let prompt = Prompt::read(PROMPT).map_err(|it| StageError::permanent(it.to_string()))?;
    let said = proposals(&model, &prompt, &ctx.get(QUESTION)?, chunks).await;
    with.settle(&model, said)
}
