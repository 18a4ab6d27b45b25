//! Writes the answer out of what was verified.

use jurat_compose::compose;
use jurat_engine::{Patch, StageCtx, StageError};

use super::{NoSettings, grounded};
use crate::evidence_first::channels::{
    ANSWER, CONFLICTS, FINAL_ANSWER, FINAL_SUMMARY, POLICY_SUMMARY, QUESTION, REFERENCES,
    REVIEW, STATUTE_SUMMARY,
};

pub(crate) fn compose_answer(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let earlier = ctx.get(REVIEW)?.map(|review| review.issues).unwrap_or_default();
    let (question, conflicts) = (ctx.get(QUESTION)?, ctx.get(CONFLICTS)?);
    let answer = compose(&question, &grounded(ctx)?, &conflicts, &earlier, ctx.epoch());
    let text = answer.final_answer();
    Ok(Patch::of(FINAL_ANSWER, text.clone())
        .and(FINAL_SUMMARY, text)
        .and(STATUTE_SUMMARY, answer.statute_summary.clone())
        .and(POLICY_SUMMARY, answer.policy_summary.clone())
        .and(REFERENCES, answer.requirement_references.clone())
        .and(ANSWER, Some(answer)))
}
