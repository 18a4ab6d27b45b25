//! The report of an audit, put together of what its stages left: nothing is decided here that a judge decided.

use std::{collections::BTreeMap, ops::Deref};

use jurat_engine::Channel;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value as Json;

use crate::{
    case_summary::{case_summary, timeline},
    channels::{
        APPLICATION, AS_OF, ASSESSMENT, CASE_LAW, DEFENSIBILITY_SCORE, EVIDENCE_PLAN, FILES,
        FINDINGS, JUDGE_STATISTICS, JUDGMENT, LETTERS, LIMITS, PEOPLE, POLICY_CITATIONS,
        PROFILE, REFUSAL, RESEARCH_NOTES, REVIEW, SIMILAR_DECISIONS, VERIFICATION,
    },
    derivation::pack_of,
    gatekeeper::{self, DISCLAIMER, ReportParts},
    model::{
        AuditJudgment, AuditReport, AuditTier, DefensibilityScore, DetectiveFindings,
        GatekeeperReview, TierLimits, VerificationRecord, VerificationStatus, WorkflowName,
    },
    score,
    tiers::limits_of,
    verdict::{self, DecisionInput},
};

/// Channels of a run by name, wherever they are.
pub(crate) struct AuditChannels<F> {
    pub(crate) of: F,
    pub(crate) workflow: WorkflowName,
}

/// A workflow by its name.
pub(crate) fn workflow_named(name: &str) -> Result<WorkflowName, String> {
    WorkflowName::deserialize(Json::String(name.to_owned()))
        .map_err(|_| format!("`{name}` is no workflow of the immigration audit"))
}

impl<C: Deref<Target = Json>, F: Fn(&str) -> C> AuditChannels<F> {
    pub(crate) fn needed<T: DeserializeOwned>(&self, channel: Channel<T>) -> Result<T, String> {
        channel.read(&self.of)
    }

    pub(crate) fn maybe<T: DeserializeOwned>(
        &self,
        channel: Channel<T>,
    ) -> Result<Option<T>, String> {
        channel.read_as::<Option<T>>().read(&self.of)
    }

    /// What research found; nothing in a workflow without research.
    pub(crate) fn research(&self) -> Result<DetectiveFindings, String> {
        Ok(DetectiveFindings {
            case_law: self.maybe(CASE_LAW)?.unwrap_or_default(),
            policy_citations: self.maybe(POLICY_CITATIONS)?.unwrap_or_default(),
            research_notes: self.maybe(RESEARCH_NOTES)?.unwrap_or_default(),
            similar: self.maybe(SIMILAR_DECISIONS)?.unwrap_or_default(),
            judges: self.maybe(JUDGE_STATISTICS)?.unwrap_or_default(),
        })
    }

    /// Whether the workflow has research.
    const fn researches(&self) -> bool {
        !matches!(self.workflow, WorkflowName::DocumentList | WorkflowName::ClientGuidance)
    }

    /// The judgment of what the channels hold, by a score that is theirs or newer.
    pub(crate) fn judged(
        &self,
        score: Option<&DefensibilityScore>,
    ) -> Result<AuditJudgment, String> {
        let (files, limits) = (self.needed(FILES)?, self.needed(LIMITS)?);
        let (findings, assessment) = (self.needed(FINDINGS)?, self.needed(ASSESSMENT)?);
        let research = self.research()?;
        let (review, verification) = (self.maybe(REVIEW)?, self.maybe(VERIFICATION)?);
        Ok(verdict::decide(DecisionInput {
            workflow: self.workflow,
            limits: &limits,
            counts: crate::derivation::file_counts(&files),
            findings: &findings,
            assessment: &assessment,
            score,
            research: self.researches().then_some(&research),
            review: review.as_ref(),
            verification: verification.as_ref(),
        }))
    }

    /// The report; a workflow without a judge has its judgment made here, by the same function.
    pub(crate) fn report(&self) -> Result<AuditReport, String> {
        let (application, files) = (self.needed(APPLICATION)?, self.needed(FILES)?);
        let (profile, limits) = (self.needed(PROFILE)?, self.needed(LIMITS)?);
        let (score, assessment) = (self.maybe(DEFENSIBILITY_SCORE)?, self.needed(ASSESSMENT)?);
        let judgment = match self.maybe(JUDGMENT)? {
            Some(judgment) => judgment,
            None => self.judged(score.as_ref())?,
        };
        let plan = match self.maybe(EVIDENCE_PLAN)? {
            Some(plan) => plan,
            None => score::evidence_plan(
                &pack_of(&application)?,
                &assessment,
                &DefensibilityScore::default(),
            ),
        };
        let verification = self.maybe(VERIFICATION)?;
        let (verification_status, incomplete_reason) =
            status(self.researches(), verification.as_ref());
        let mut report = AuditReport {
            workflow: self.workflow,
            tier: tier_of(&limits)?,
            as_of: self.needed(AS_OF)?,
            disclaimer: DISCLAIMER.to_owned(),
            verification_status,
            incomplete_reason,
            summary: case_summary(&application, &files, &profile)?,
            timeline: timeline(&profile)?,
            people: self.maybe(PEOPLE)?.unwrap_or_default(),
            findings: self.needed(FINDINGS)?,
            research: self.researches().then(|| self.research()).transpose()?,
            score,
            plan,
            review: self.maybe(REVIEW)?,
            verification,
            judgment,
            refusal: self.maybe(REFUSAL.read_as())?,
            letters: self.maybe(LETTERS)?.unwrap_or_else(BTreeMap::new),
            limits,
            files,
            profile,
            assessment,
        };
        report.review = report.review.take().map(|review| checked(review, &report));
        Ok(report)
    }
}

/// The review with its checklist, where no stage went through it before.
fn checked(review: GatekeeperReview, report: &AuditReport) -> GatekeeperReview {
    if !review.quality.is_empty() {
        return review;
    }
    let letters: Vec<(String, String)> = report
        .letters
        .iter()
        .map(|(name, text)| (name.clone(), text.clone()))
        .collect();
    let quality = gatekeeper::quality_checklist(ReportParts {
        opening: &report.disclaimer,
        score: report.score.as_ref(),
        plan: &report.plan,
        review: Some(&review),
        verification: report.verification.as_ref(),
        verification_status: &report.verification_status,
        texts: &letters,
    });
    gatekeeper::with_quality(review, quality)
}

/// `PASS` or `INCOMPLETE`, and why.
pub(crate) fn status(
    researches: bool,
    record: Option<&VerificationRecord>,
) -> (String, Option<String>) {
    let Some(record) = record else {
        let reason = researches.then(|| "no citation was checked".to_owned());
        let word = if researches { "INCOMPLETE" } else { "PASS" };
        return (word.to_owned(), reason);
    };
    let open = |status: &str| {
        let names = record.citations.iter().filter(|it| it.status == status);
        names.map(|it| it.citation.as_str()).collect::<Vec<_>>().join("; ")
    };
    let reason = match record.verification_status {
        VerificationStatus::Pass => return ("PASS".to_owned(), None),
        VerificationStatus::Partial => {
            format!("could not be checked: {}", open(crate::verification::UNVERIFIED))
        }
        VerificationStatus::Fail => format!(
            "failed after {} of at most {} rounds: {}",
            record.iteration,
            record.max_iterations.saturating_add(1),
            open(crate::verification::FAILED)
        ),
        VerificationStatus::Pending => "there was no citation to check".to_owned(),
    };
    ("INCOMPLETE".to_owned(), Some(reason))
}

/// The tier that has these limits.
fn tier_of(limits: &TierLimits) -> Result<AuditTier, String> {
    for tier in [AuditTier::Guest, AuditTier::Pro, AuditTier::Ultra] {
        if limits_of(tier)? == *limits {
            return Ok(tier);
        }
    }
    Err("no tier has these limits".to_owned())
}
