//! Lets through what stands in its source and answers the question.

use std::sync::Arc;

use jurat_agents::{by_model::judgements, prompt::Prompt};
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::{Chunk, Exhibit, Judgement, Requirement};
use jurat_verify::{GatePolicy, Inquiry, decide, worth_asking};

use crate::channels::{
    CONFLICTS, EXHIBITS, EXTRACTED, GATE_POLICY, JUDGEMENTS, MODEL_USE, QUESTION, REJECTED,
    VERIFICATION_METADATA, VERIFIED,
};
use jurat_system::{
    Models,
    models::{Modelled, Settled, compute},
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/address.md");

/// What the gate is asked.
struct Case {
    question: String,
    chunks: Vec<Chunk>,
    exhibits: Vec<Exhibit>,
    requirements: Vec<Requirement>,
    policy: GatePolicy,
}

impl Case {
    fn inquiry<'a>(&'a self, judgements: &'a [Judgement]) -> Inquiry<'a> {
        Inquiry {
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
    with: Arc<Modelled>,
    models: Arc<dyn Models>,
) -> Result<Patch, StageError> {
    let case = Arc::new(Case {
        question: ctx.get(QUESTION)?,
        chunks: super::chunks(&ctx)?,
        exhibits: ctx.get(EXHIBITS)?,
        requirements: ctx.get(EXTRACTED)?,
        policy: ctx.get(GATE_POLICY)?,
    });
    let Settled { said, used } = judged(&ctx, &with, &*models, &case).await?;
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
    with: &Modelled,
    models: &dyn Models,
    case: &Arc<Case>,
) -> Result<Settled<Vec<Judgement>>, StageError> {
    let Some(model) = with.model(ctx, models)? else { return Ok(Settled::offline()) };
    let prompt = Prompt::read(PROMPT).map_err(|it| StageError::permanent(it.to_string()))?;
    let asked = Arc::clone(case);
    let worth = compute(move || worth_asking(asked.inquiry(&[]), &asked.requirements)).await?;
    let said = judgements(&model, &prompt, &case.question, &worth).await;
    with.settle(&model, said)
}
