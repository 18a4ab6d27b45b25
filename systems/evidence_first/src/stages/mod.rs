//! The stage functions and their table: each decodes, calls one function of a shared crate and returns a patch.

mod compose;
pub(super) mod extract;
mod finalize;
mod retrieval;
mod review;
mod verify;

use std::sync::Arc;

use jurat_engine::{StageCtx, StageError, StageSpec};
use jurat_model::{Requirement, RetrievedChunk};
use jurat_retrieve::library::{NoPassageRetriever, PassageRetriever};
use jurat_system::{ModelProvider, NoModelProvider, ServiceRegistry};
use jurat_verify::{GateRequest, Grounded};

use super::{
    channels::{
        EXHIBITS, EXTRACTED, GATE_POLICY, JUDGEMENTS, POLICY_CHUNKS, QUESTION, STATUTE_CHUNKS,
        VERIFIED,
    },
    report::readmitted,
};

/// From stage name to function.
pub(super) fn table(services: &ServiceRegistry) -> Vec<StageSpec> {
    let library = services.port::<dyn PassageRetriever>(|| Arc::new(NoPassageRetriever));
    let retrieve = move |ctx: &_, with: &_| retrieval::retrieve(ctx, with, &*library);
    let models = || services.port::<dyn ModelProvider>(|| Arc::new(NoModelProvider));
    let (extracting, verifying, composing) = (models(), models(), models());
    vec![
        StageSpec::compute("evidence_first.retrieval", retrieve),
        StageSpec::wait("evidence_first.extract", move |ctx, with| {
            extract::extract_evidence(ctx, with, Arc::clone(&extracting))
        }),
        StageSpec::wait("evidence_first.verify", move |ctx, with| {
            verify::verify_grounding(ctx, with, Arc::clone(&verifying))
        }),
        StageSpec::wait("evidence_first.compose", move |ctx, with| {
            compose::compose_answer(ctx, with, Arc::clone(&composing))
        }),
        StageSpec::compute("evidence_first.review", review::quality_review),
        StageSpec::compute("evidence_first.finalize", finalize::finalize),
    ]
}

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
