//! Puts the report together, and says how the run ends.

use jurat_engine::{Patch, RunOutcome, StageCtx, StageError};
use jurat_system::NoSettings;

use super::record;
use crate::{channels::FINAL_REPORT, model::CourtVerdict};

pub(crate) fn write(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let report = record(ctx)?.report().map_err(StageError::permanent)?;
    let verdict = report.audit.overall.verdict;
    let patch = Patch::of(FINAL_REPORT, report);
    Ok(match verdict {
        CourtVerdict::NotAssessable => {
            let why = "less than half of the rubric could be assessed".to_owned();
            patch.outcome(RunOutcome::Incomplete, why)
        }
        _ => patch,
    })
}
