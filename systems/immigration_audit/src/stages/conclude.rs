//! Quality, judgment, guidance, report.

use std::collections::BTreeMap;

use jurat_engine::{Patch, RunOutcome, StageCtx, StageError};
use jurat_system::NoSettings;

use super::{channels, investigate::rescored};
use crate::{
    channels::{
        ANALYSIS, DEFENSIBILITY_SCORE, EVIDENCE_PLAN, JUDGMENT, LETTERS, RATIONALE, REPORT,
        REVIEW, VERDICT,
    },
    model::{AuditReport, FinalRecommendation, WorkflowName},
    page::{LETTER_LANGUAGES, client_letter},
};

/// Goes through the checklist of the report as it would be.
pub(super) fn quality_check(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let report = channels(ctx)?.report().map_err(StageError::permanent)?;
    let review = report
        .review
        .ok_or_else(|| StageError::permanent("there is no review"))?;
    Ok(Patch::of(REVIEW, review))
}

/// Decides, by the score with what was verified by now.
pub(super) fn judge(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let (score, plan, analysis) = rescored(ctx)?;
    let state = channels(ctx)?;
    let judgment = state.judged(Some(&score)).map_err(StageError::permanent)?;
    Ok(Patch::of(DEFENSIBILITY_SCORE, score)
        .and(EVIDENCE_PLAN, plan)
        .and(ANALYSIS, analysis)
        .and(VERDICT, judgment.verdict)
        .and(RATIONALE, judgment.reasoning.clone())
        .and(JUDGMENT, judgment))
}

/// Letters to the client in plain language.
pub(super) fn guidance(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let report = channels(ctx)?.report().map_err(StageError::permanent)?;
    let letters: BTreeMap<String, String> = LETTER_LANGUAGES
        .iter()
        .filter_map(|language| {
            Some(((*language).to_owned(), client_letter(&report, language)?))
        })
        .collect();
    Ok(Patch::of(LETTERS, letters))
}

/// Puts the report together. A workflow without a judge has its verdict made here, by the same function.
pub(super) fn reporter(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let report = channels(ctx)?.report().map_err(StageError::permanent)?;
    let lacking = lacking(&report);
    let mut patch = Patch::empty();
    if matches!(report.workflow, WorkflowName::DocumentList | WorkflowName::ClientGuidance) {
        patch = patch
            .and(VERDICT, report.judgment.verdict)
            .and(JUDGMENT, report.judgment.clone());
    }
    let patch = patch.and(REPORT, report);
    Ok(match lacking {
        Some(reason) => patch.outcome(RunOutcome::Incomplete, reason),
        None => patch,
    })
}

/// Why a report is not complete; nothing where it is.
pub(crate) fn lacking(report: &AuditReport) -> Option<String> {
    if let Some(reason) = &report.incomplete_reason {
        return Some(reason.clone());
    }
    let open = report.judgment.recommendation == FinalRecommendation::NotAssessable;
    open.then(|| "too little could be read to decide".to_owned())
}
