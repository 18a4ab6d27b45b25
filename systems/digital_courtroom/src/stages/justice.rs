//! What comes after the opinions: citations looked at again, and the verdicts.

use crate::verdict::adjudicate;
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::NoSettings;

use super::record;
use crate::channels::{CITATION_CHECKS, CRITERION_RESULTS, OVERALL};

pub(crate) fn recheck_citations(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    Ok(Patch::of(CITATION_CHECKS, record(ctx)?.rechecked()))
}

pub(crate) fn decide(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let record = record(ctx)?;
    let judged = adjudicate(&record.case());
    Ok(Patch::of(CRITERION_RESULTS, judged.criteria).and(OVERALL, judged.overall))
}
