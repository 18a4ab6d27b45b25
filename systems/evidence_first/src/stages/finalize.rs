//! Puts the report together, and says how the run ends.

use jurat_compose::ReportResult;
use jurat_engine::{Patch, RunOutcome, StageCtx, StageError};
use jurat_system::NoSettings;

use crate::{
    channels::{AUDIT_TRAIL, CONFIDENCE, MISSING, REPORT},
    report::report_from,
};

pub(crate) fn finalize(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let report = report_from(|name| ctx.json(name)).map_err(StageError::permanent)?;
    let (result, message) = (report.result, report.message.clone().unwrap_or_default());
    let patch = Patch::of(MISSING, report.missing_evidence.clone())
        .and(AUDIT_TRAIL, report.audit_trail.evidence_audit_trail)
        .and(CONFIDENCE, report.grounding_confidence)
        .and(REPORT, report);
    Ok(match result {
        ReportResult::Answered => patch,
        ReportResult::Closest | ReportResult::NoAuthoritativeEvidence => {
            patch.outcome(RunOutcome::Incomplete, message)
        }
        ReportResult::Refused => patch.outcome(RunOutcome::Refused, message),
    })
}
