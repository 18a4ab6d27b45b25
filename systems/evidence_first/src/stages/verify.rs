//! Lets through what stands in its source and answers the question.

use std::sync::Arc;

use jurat_agents::{by_model::judgements, prompt::Prompt};
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::{RelevanceJudgement, Requirement, RetrievedChunk, SourceExhibit};
use jurat_verify::{GatePolicy, GateRequest, decide, worth_asking};

use crate::channels::{
    CONFLICTS, EXHIBITS, EXTRACTED, GATE_POLICY, JUDGEMENTS, MODEL_USE, QUESTION, REJECTED,
    VERIFICATION_METADATA, VERIFIED,
};
use jurat_system::{
    ModelProvider,
    stage_models::{ModelOutcome, ModelStageSettings, compute},
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/address.md");

/// What the gate is asked.
struct GateInputs {
    question: String,
    chunks: Vec<RetrievedChunk>,
    exhibits: Vec<SourceExhibit>,
    requirements: Vec<Requirement>,
    policy: GatePolicy,
}

impl GateInputs {
    fn inquiry<'a>(&'a self, judgements: &'a [RelevanceJudgement]) -> GateRequest<'a> {
        GateRequest {
            question: &self.question,
            chunks: &self.chunks,
            exhibits: &self.exhibits,
            judgements,
            policy: self.policy,
        }
    }
}

pub(crate) async fn verify_grounding(
    ctx: StageCtx,
    with: Arc<ModelStageSettings>,
    models: Arc<dyn ModelProvider>,
) -> Result<Patch, StageError> {
    let case = Arc::new(GateInputs {
        question: ctx.get(QUESTION)?,
        chunks: super::chunks(&ctx)?,
        exhibits: ctx.get(EXHIBITS)?,
        requirements: ctx.get(EXTRACTED)?,
        policy: ctx.get(GATE_POLICY)?,
    });
    let ModelOutcome { said, used } = judged(&ctx, &with, &*models, &case).await?;
    let judgements = said.unwrap_or_default();
    let opinions = judgements.clone();
    let gated = compute(move || decide(case.inquiry(&opinions), &case.requirements)).await?;
    Ok(Patch::of(JUDGEMENTS, judgements)
        .and(VERIFIED, gated.verified)
        .and(REJECTED, gated.rejected)
        .and(VERIFICATION_METADATA, gated.metadata)
        .and(CONFLICTS, gated.conflicts)
        .and(MODEL_USE, used))
}

/// What a model thinks of those that could pass at all.
async fn judged(
    ctx: &StageCtx,
    with: &ModelStageSettings,
    models: &dyn ModelProvider,
    case: &Arc<GateInputs>,
) -> Result<ModelOutcome<Vec<RelevanceJudgement>>, StageError> {
    let Some(model) = with.model(ctx, models)? else { return Ok(ModelOutcome::offline()) };
    let prompt = Prompt::read(PROMPT).map_err(|it| StageError::permanent(it.to_string()))?;
    let asked = Arc::clone(case);
    let worth = compute(move || worth_asking(asked.inquiry(&[]), &asked.requirements)).await?;
    let said = judgements(&model, &prompt, &case.question, &worth).await;
    with.settle(&model, said)
}
