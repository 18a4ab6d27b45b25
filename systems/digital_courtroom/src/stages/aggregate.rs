//! Puts all evidence in one order, then holds its parts against each other and the rubric.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::SubmissionArtifact;
use jurat_system::NoSettings;

use super::record;
use crate::{
    channels::{CHECK_RESULTS, CROSS_REFERENCES, EVIDENCES},
    rubric::{cross_reference as crossed, examine},
};

pub(crate) fn aggregate(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let evidences = record(ctx)?.evidences.in_order();
    let by_part = SubmissionArtifact::ALL
        .into_iter()
        .map(|part| (part.word().to_owned(), evidences.part(part).to_vec()));
    Ok(Patch::of(EVIDENCES, by_part.collect()))
}

pub(crate) fn cross_reference(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let mut record = record(ctx)?;
    record.crossed = crossed(&record.evidences, &record.index);
    let results = examine(&record.rubric, &record.docket());
    Ok(Patch::of(CROSS_REFERENCES, record.crossed).and(CHECK_RESULTS, results))
}
