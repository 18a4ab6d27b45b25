//! What verdicts are counted from: each issue once, whatever part of the audit says it.

use super::{DecisionInput, verdict_rules::VerdictCounts};
use crate::{
    model::{
        AdmissionFinding, FactPlace, Finding, FindingSeverity, FindingStanding, PackAssessment,
        RequirementStanding, TriggerCheck,
    },
    score::verified_for_us,
};

/// Something that stands against the matter.
#[derive(Debug, Clone)]
pub(super) struct GraveIssue {
    pub(super) severity: FindingSeverity,
    pub(super) words: String,
    pub(super) action: String,
}

/// Findings, triggers and rules that are shown, the worst first. A trigger that rests on a finding's own places is the
/// same thing told twice, and is counted once.
pub(super) fn issues(findings: &[Finding], assessment: &PackAssessment) -> Vec<GraveIssue> {
    let shown: Vec<&Finding> = findings
        .iter()
        .filter(|it| it.standing == FindingStanding::Shown)
        .collect();
    let is_told = |places: &[FactPlace], severity: FindingSeverity| {
        !places.is_empty()
            && shown.iter().any(|it| {
                severity <= it.severity && places.iter().all(|place| it.places.contains(place))
            })
    };
    let mut issues: Vec<GraveIssue> = shown
        .iter()
        .map(|it| GraveIssue {
            severity: it.severity,
            words: it.message.clone(),
            action: it.action.clone(),
        })
        .collect();
    let triggers = assessment.triggers.iter().filter(|it| is_met(it));
    for trigger in triggers.filter(|it| !it.is_pill && !is_told(&it.places, it.severity)) {
        issues.push(GraveIssue {
            severity: trigger.severity,
            words: trigger.words.clone(),
            action: format!("{}: {}", trigger.words, trigger.rebuttal),
        });
    }
    for rule in assessment.rules.iter().filter(|it| is_unmet(it)) {
        if !is_told(&rule.places, rule.severity) {
            issues.push(GraveIssue {
                severity: rule.severity,
                words: format!("{}: {}", rule.provision, rule.words),
                action: format!("Settle {} before filing: {}", rule.provision, rule.words),
            });
        }
    }
    issues.sort_by(|a, b| b.severity.cmp(&a.severity).then_with(|| a.words.cmp(&b.words)));
    issues
}

fn is_met(trigger: &TriggerCheck) -> bool {
    trigger.standing == RequirementStanding::Met
}

fn is_unmet(rule: &AdmissionFinding) -> bool {
    rule.standing == RequirementStanding::Unmet
}

/// Pills that documents show.
pub(super) fn pills(assessment: &PackAssessment) -> Vec<&TriggerCheck> {
    let triggers = assessment.triggers.iter();
    triggers.filter(|it| it.is_pill && is_met(it)).collect()
}

pub(super) fn counts(input: &DecisionInput<'_>, issues: &[GraveIssue]) -> VerdictCounts {
    let of = |severity| count(issues.iter().filter(|it| it.severity == severity).count());
    let rules = input.assessment.rules.iter();
    let inadmissible = rules
        .filter(|it| is_unmet(it) && it.severity == FindingSeverity::Critical)
        .count();
    let requirements = input.assessment.requirements.iter();
    let lacking = requirements
        .filter(|it| it.required && crate::score::is_lacking(it))
        .count();
    let requirements = input.assessment.requirements.iter();
    let missing = requirements
        .filter(|it| {
            let standings = [RequirementStanding::NotSeen, RequirementStanding::Unmet];
            it.required && standings.contains(&it.standing)
        })
        .count();
    VerdictCounts {
        score: input.score.map_or(0, |it| it.score),
        range_from: input.score.map_or(0, |it| it.range.map_or(it.score, |(low, _)| low)),
        critical: of(FindingSeverity::Critical),
        high: of(FindingSeverity::High),
        inadmissible: count(inadmissible),
        unverified: unverified(input),
        quality_faults: quality_faults(input),
        lacking: count(lacking),
        missing: count(missing),
        promises: promises(input),
        precedents: count(
            input
                .research
                .map_or(0, |it| verified_for_us(it, input.verification).len()),
        ),
        max_citations: input.limits.max_citations,
    }
}

/// Citations that are not verified; where nothing was verified at all, one.
fn unverified(input: &DecisionInput<'_>) -> u32 {
    let Some(record) = input.verification else { return 1 };
    let open = record.citations.iter().filter(|it| it.status != "VERIFIED").count();
    let open = open.max(record.failed_citations.len());
    if record.citations.is_empty() { 1 } else { count(open) }
}

fn quality_faults(input: &DecisionInput<'_>) -> u32 {
    let Some(review) = input.review else { return 1 };
    let failed = review.quality.iter().filter(|it| it.holds == Some(false)).count();
    count(failed + usize::from(review.status != "PASS"))
}

fn promises(input: &DecisionInput<'_>) -> u32 {
    let issues = input
        .review
        .map(|it| it.compliance_issues.as_slice())
        .unwrap_or_default();
    count(issues.iter().filter(|it| it.code == "BANNED_PROMISE").count())
}

pub(super) fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
