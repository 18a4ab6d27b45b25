//! Takes verbatim requirements out of the passages.

use jurat_agents::extract::extract;
use jurat_engine::{Patch, StageCtx, StageError};

use super::{NoSettings, chunks};
use crate::evidence_first::channels::{
    DROPPED, EXHIBITS, EXTRACTED, EXTRACTION_METADATA, FLAGGED, PLACEHOLDERS,
};

pub(crate) fn extract_evidence(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let extraction = extract(&chunks(ctx)?, &ctx.get(EXHIBITS)?);
    Ok(Patch::of(EXTRACTED, extraction.requirements)
        .and(EXTRACTION_METADATA, extraction.extraction_metadata)
        .and(DROPPED, extraction.dropped)
        .and(PLACEHOLDERS, extraction.placeholders)
        .and(FLAGGED, extraction.flagged))
}
