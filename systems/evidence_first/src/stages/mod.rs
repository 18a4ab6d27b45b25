//! The stage functions: each decodes, calls one function of a shared crate and returns a patch.

pub(super) mod compose;
pub(super) mod extract;
pub(super) mod finalize;
pub(super) mod retrieval;
pub(super) mod review;
pub(super) mod verify;

use jurat_engine::{StageCtx, StageError};
use jurat_model::{Requirement, RetrievedChunk};
use jurat_verify::{GateRequest, Grounded};

use super::{
    channels::{
        EXHIBITS, EXTRACTED, GATE_POLICY, JUDGEMENTS, POLICY_CHUNKS, QUESTION, STATUTE_CHUNKS,
        VERIFIED,
    },
    report::readmitted,
};

/// All chunks, statutes first.
fn chunks(ctx: &StageCtx) -> Result<Vec<RetrievedChunk>, StageError> {
    let mut chunks = ctx.get(STATUTE_CHUNKS)?;
    chunks.extend(ctx.get(POLICY_CHUNKS)?);
    Ok(chunks)
}

/// What was verified, through the gate once more.
fn grounded(ctx: &StageCtx) -> Result<Vec<Grounded<Requirement>>, StageError> {
    let (verified, extracted) = (ctx.get(VERIFIED)?, ctx.get(EXTRACTED)?);
    let (question, exhibits) = (ctx.get(QUESTION)?, ctx.get(EXHIBITS)?);
    let (judgements, policy) = (ctx.get(JUDGEMENTS)?, ctx.get(GATE_POLICY)?);
    let chunks = chunks(ctx)?;
    let inquiry = GateRequest {
        question: &question,
        chunks: &chunks,
        exhibits: &exhibits,
        judgements: &judgements,
        policy,
    };
    readmitted(inquiry, (&verified, &extracted)).map_err(StageError::permanent)
}
