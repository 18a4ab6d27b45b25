//! Research, score, compliance, verification.

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::NoSettings;

use super::channels;
use crate::{
    channels::{
        ANALYSIS, APPLICATION, AS_OF, ASSESSMENT, AUTHORITY_TEXTS, CASE_LAW, COMPLIANCE_ISSUES,
        DEFENSIBILITY_SCORE, EVIDENCE_PLAN, EXHIBITS, FAILED_CITATIONS, FILES, FINDINGS, FIXES,
        JUDGE_STATISTICS, LIMITS, POLICY_CITATIONS, PROFILE, RECOMMENDATIONS, REFUSAL,
        REFUSAL_RISKS, RESEARCH_NOTES, REVIEW, SIMILAR_DECISIONS, VERIFICATION,
        VERIFICATION_STATUS,
    },
    derivation::{ScoreAnalysis, ScoreInput, pack_of, scored},
    gatekeeper::{GatekeeperInput, review},
    model::{DefensibilityScore, EvidencePlan, PartialDate},
    packs::refusal::read_refusal,
    research::{ResearchDesk, ResearchOrder, research},
    verification::{VerificationOrder, verify},
};

/// Looks for authorities; in a later round, for what takes the place of those that failed.
pub(super) fn detective(ctx: &StageCtx, desk: &dyn ResearchDesk) -> Result<Patch, StageError> {
    let state = channels(ctx)?;
    let before = state.maybe(VERIFICATION).map_err(StageError::permanent)?;
    let research_before = state.research().map_err(StageError::permanent)?;
    let cited = research_before.case_law;
    let application = ctx.get(APPLICATION)?;
    let (limits, as_of) = (ctx.get(LIMITS)?, ctx.get(AS_OF)?);
    let (files, exhibits) = (ctx.get(FILES)?, ctx.get(EXHIBITS)?);
    let (assessment, findings) = (ctx.get(ASSESSMENT)?, ctx.get(FINDINGS)?);
    let result = research(
        desk,
        &ResearchOrder {
            application_type: &application.application_type,
            as_of: &as_of,
            limits: &limits,
            files: &files,
            exhibits: &exhibits,
            assessment: &assessment,
            findings: &findings,
            cited_before: if before.is_some() { &cited } else { &[] },
            failed: before
                .as_ref()
                .map(|it| it.failed_citations.as_slice())
                .unwrap_or_default(),
            notes_before: &research_before.research_notes,
        },
    )
    .map_err(StageError::permanent)?;
    let found = result.findings;
    Ok(Patch::of(CASE_LAW, found.case_law)
        .and(POLICY_CITATIONS, found.policy_citations)
        .and(RESEARCH_NOTES, found.research_notes)
        .and(SIMILAR_DECISIONS, found.similar)
        .and(JUDGE_STATISTICS, found.judges)
        .and(AUTHORITY_TEXTS, result.texts))
}

/// Scores the file by what is shown, and by what was verified so far.
pub(super) fn strategist(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let (score, plan, analysis) = rescored(ctx)?;
    Ok(Patch::of(DEFENSIBILITY_SCORE, score)
        .and(EVIDENCE_PLAN, plan)
        .and(ANALYSIS, analysis))
}

/// The score with what was verified by now.
pub(super) fn rescored(
    ctx: &StageCtx,
) -> Result<(DefensibilityScore, EvidencePlan, ScoreAnalysis), StageError> {
    let state = channels(ctx)?;
    let research = state.research().map_err(StageError::permanent)?;
    let verification = state.maybe(VERIFICATION).map_err(StageError::permanent)?;
    scored(&ScoreInput {
        application: &ctx.get(APPLICATION)?,
        assessment: &ctx.get(ASSESSMENT)?,
        findings: &ctx.get(FINDINGS)?,
        research: &research,
        verification: verification.as_ref(),
    })
    .map_err(StageError::permanent)
}

pub(super) fn gatekeeper(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let review = review(GatekeeperInput {
        files: &ctx.get(FILES)?,
        findings: &ctx.get(FINDINGS)?,
        assessment: &ctx.get(ASSESSMENT)?,
        texts: &[],
    });
    Ok(Patch::of(COMPLIANCE_ISSUES, review.compliance_issues.clone())
        .and(REFUSAL_RISKS, review.refusal_risks.clone())
        .and(RECOMMENDATIONS, review.recommendations.clone())
        .and(REVIEW, review))
}

/// Takes a refusal apart.
pub(super) fn refusal_autopsy(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let pack = pack_of(&ctx.get(APPLICATION)?).map_err(StageError::permanent)?;
    let as_of: PartialDate = ctx.get(AS_OF)?.parse().map_err(StageError::permanent)?;
    let (files, exhibits) = (ctx.get(FILES)?, ctx.get(EXHIBITS)?);
    let refusal = read_refusal(&files, &exhibits, &ctx.get(PROFILE)?, &pack, as_of);
    Ok(Patch::of(REFUSAL, refusal))
}

/// Checks every citation of the round.
pub(super) fn verifier(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let state = channels(ctx)?;
    let research = state.research().map_err(StageError::permanent)?;
    let before = state.maybe(VERIFICATION).map_err(StageError::permanent)?;
    let limits = ctx.get(LIMITS)?;
    let record = verify(&VerificationOrder {
        research: &research,
        texts: &ctx.get(AUTHORITY_TEXTS)?,
        as_of: &ctx.get(AS_OF)?,
        iteration: ctx.epoch().saturating_add(1),
        max_iterations: limits.max_verify_iterations,
        before: before.as_ref(),
    });
    Ok(Patch::of(VERIFICATION_STATUS, record.verification_status)
        .and(FAILED_CITATIONS, record.failed_citations.clone())
        .and(FIXES, record.fixes.clone())
        .and(VERIFICATION, record))
}
