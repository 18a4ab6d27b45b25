//! Lets through what stands in its source and answers the question.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_verify::{GatePolicy, gate};

use super::NoSettings;
use crate::evidence_first::channels::{
    CONFLICTS, EXHIBITS, EXTRACTED, GATE_POLICY, QUESTION, REJECTED, VERIFICATION_METADATA,
    VERIFIED,
};

pub(crate) fn verify_grounding(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let policy = GatePolicy::shipped();
    let (question, requirements) = (ctx.get(QUESTION)?, ctx.get(EXTRACTED)?);
    let gated = gate(&question, &requirements, &ctx.get(EXHIBITS)?, policy);
    Ok(Patch::of(GATE_POLICY, policy)
        .and(VERIFIED, gated.verified)
        .and(REJECTED, gated.rejected)
        .and(VERIFICATION_METADATA, gated.metadata)
        .and(CONFLICTS, gated.conflicts))
}
