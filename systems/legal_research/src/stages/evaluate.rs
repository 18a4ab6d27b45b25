//! How likely a step is answered, what becomes of it, and where research goes from there.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::NoSettings;

use super::step_at_hand;
use crate::{
    channels::{
        ACCUMULATED_CONTEXT, FINAL_CITED_ANSWER, FINDINGS, ITERATION_COUNT, NEXT_STAGE,
        OBJECTIVE, PLANNING_TABLE, PRESET, QUERY_TYPE, STEP_CHUNKS, STEP_CONFIDENCE,
        STEP_DRAFT, STEP_QUERIES,
    },
    confidence::StepConfidence,
    evaluation::{evaluated, next_stage, summaries, whole_answer},
    step_findings::StepFindings,
};

pub(crate) fn confidence(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let (step, preset, draft) = (step_at_hand(ctx)?, ctx.get(PRESET)?, ctx.get(STEP_DRAFT)?);
    let asked = (&step, ctx.get(OBJECTIVE)?.language());
    let found = StepConfidence::of(&preset, asked, &ctx.get(STEP_CHUNKS)?, &draft.sources);
    Ok(Patch::of(STEP_CONFIDENCE, found))
}

pub(crate) fn evaluate(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let (step, draft, preset) = (step_at_hand(ctx)?, ctx.get(STEP_DRAFT)?, ctx.get(PRESET)?);
    let findings = StepFindings {
        step_id: step.step_id,
        chunks: ctx.get(STEP_CHUNKS)?,
        sources: draft.sources,
        flagged: draft.flagged,
        statements: draft.statements,
        cut: draft.cut,
        sent_back: draft.sent_back,
        confidence: ctx.get(STEP_CONFIDENCE)?,
    };
    let mut table = evaluated(&ctx.get(PLANNING_TABLE)?, &findings, &preset);
    for own in table.iter_mut().filter(|own| own.step_id == step.step_id) {
        own.queries = Some(ctx.get(STEP_QUERIES)?);
    }
    let evaluations = ctx.get(ITERATION_COUNT)? + 1;
    let next = next_stage(ctx.get(QUERY_TYPE)?, &table, evaluations, &preset);
    let mut all = ctx.get(FINDINGS)?;
    all.push(findings.clone());
    let answer = whole_answer(&table, &all);
    Ok(Patch::of(FINDINGS, vec![findings])
        .and(ACCUMULATED_CONTEXT, summaries(&table))
        .and(FINAL_CITED_ANSWER, answer)
        .and(PLANNING_TABLE, table)
        .and(ITERATION_COUNT, evaluations)
        .and(NEXT_STAGE, next))
}
