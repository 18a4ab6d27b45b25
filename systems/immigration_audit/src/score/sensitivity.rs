//! What each missing thing or mended finding would add, by adding the score up again.

use super::dimension_sum::ScoreBasis;
use crate::model::{
    Finding, FindingStanding, PackAssessment, RequirementCheck, RequirementStanding,
    ScoreChange,
};

/// What would change the score, the most first.
pub(super) fn changes(basis: ScoreBasis<'_>) -> Vec<ScoreChange> {
    let before = basis.total();
    let mut changes = if_it_were_there(basis, before);
    changes.extend(if_it_were_mended(basis, before));
    changes.extend(if_it_were_answered(basis, before));
    changes.retain(|it| 0.0 < it.by);
    changes.sort_by(|a, b| b.by.total_cmp(&a.by).then_with(|| a.of.cmp(&b.of)));
    changes
}

/// What it would be with everything that can be had.
pub(super) fn projected(basis: ScoreBasis<'_>) -> f64 {
    let mut assessment = basis.assessment.clone();
    for requirement in &mut assessment.requirements {
        if is_lacking(requirement) && !requirement.obtain.is_empty() {
            requirement.standing = RequirementStanding::Met;
        }
    }
    ScoreBasis { assessment: &assessment, ..basis }.total()
}

/// Whether it is asked for, or may be, and is not there.
pub fn is_lacking(requirement: &RequirementCheck) -> bool {
    matches!(
        requirement.standing,
        RequirementStanding::NotSeen
            | RequirementStanding::Unmet
            | RequirementStanding::Unknown
    )
}

fn if_it_were_there(basis: ScoreBasis<'_>, before: f64) -> Vec<ScoreChange> {
    let lacking = basis.assessment.requirements.iter().enumerate();
    let lacking = lacking.filter(|(_, it)| is_lacking(it) && it.dimension.is_some());
    let change = |(at, requirement): (usize, &RequirementCheck)| {
        let by = with(basis, |it| {
            if let Some(one) = it.requirements.get_mut(at) {
                one.standing = RequirementStanding::Met;
            }
        }) - before;
        ScoreChange {
            words: format!("If this were there: {}", requirement.words),
            of: requirement.id.clone(),
            by: tenth(by),
        }
    };
    lacking.map(change).collect()
}

fn if_it_were_mended(basis: ScoreBasis<'_>, before: f64) -> Vec<ScoreChange> {
    let shown = basis.findings.iter().enumerate();
    let shown = shown.filter(|(_, it)| it.standing == FindingStanding::Shown);
    let change = |(at, finding): (usize, &Finding)| {
        let mut findings = basis.findings.to_vec();
        findings.remove(at);
        let by = ScoreBasis { findings: &findings, ..basis }.total() - before;
        ScoreChange {
            words: format!("If this were mended: {}", finding.message),
            of: finding.id.clone(),
            by: tenth(by),
        }
    };
    shown.map(change).collect()
}

fn if_it_were_answered(basis: ScoreBasis<'_>, before: f64) -> Vec<ScoreChange> {
    let triggers = basis.assessment.triggers.iter().enumerate();
    let met = triggers.filter(|(_, it)| it.standing == RequirementStanding::Met);
    met.map(|(at, trigger)| {
        let by = with(basis, |it| {
            it.triggers.remove(at);
        }) - before;
        ScoreChange {
            words: format!("If this were answered: {}", trigger.words),
            of: trigger.id.clone(),
            by: tenth(by),
        }
    })
    .collect()
}

fn with(basis: ScoreBasis<'_>, change: impl FnOnce(&mut PackAssessment)) -> f64 {
    let mut assessment = basis.assessment.clone();
    change(&mut assessment);
    ScoreBasis { assessment: &assessment, ..basis }.total()
}

pub(super) fn tenth(points: f64) -> f64 {
    0.0 + (10.0 * points).round() / 10.0
}
