//! Counts what was done, and puts the report together.

use jurat_engine::{Patch, RunOutcome, StageCtx, StageError};
use jurat_system::NoSettings;

use crate::{
    channels::{REPORT, RUN_METRICS},
    report::{ResearchResult, report_from},
};

pub(crate) fn observability(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let report = report_from(|name| ctx.json(name)).map_err(StageError::permanent)?;
    let (result, message) = (report.result, report.message.clone());
    let patch = Patch::of(RUN_METRICS, report.metrics.clone()).and(REPORT, report);
    Ok(match result {
        ResearchResult::Answered => patch,
        ResearchResult::Undecided | ResearchResult::NoAuthoritativeEvidence => {
            patch.outcome(RunOutcome::Incomplete, message)
        }
        ResearchResult::Refused => patch.outcome(RunOutcome::Refused, message),
    })
}
