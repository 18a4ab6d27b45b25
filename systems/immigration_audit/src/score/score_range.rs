//! The least and the most that a score may be: what could not be told, taken as missing and as there.

use super::{dimension_sum::ScoreBasis, scoring_scale::scale, whole_points};
use crate::model::{PackAssessment, RequirementCheck, RequirementStanding};

/// The least and the most, the score itself between them.
pub(super) fn range(basis: ScoreBasis<'_>, is_clouded: bool) -> (u32, u32) {
    let total = basis.total();
    let is_unknown =
        |it: &RequirementCheck| it.standing == RequirementStanding::Unknown && it.required;
    let worse = with(basis, is_unknown, RequirementStanding::NotSeen);
    let may_be_there = |it: &RequirementCheck| {
        it.standing == RequirementStanding::Unknown
            || (is_clouded && it.required && it.standing == RequirementStanding::NotSeen)
    };
    let better = with(basis, may_be_there, RequirementStanding::Met);
    let widths = scale().range;
    let margin = widths.least + widths.untold * untold_share(basis.assessment);
    (whole_points(worse.min(total) - margin), whole_points(better.max(total) + margin))
}

fn with(
    basis: ScoreBasis<'_>,
    which: impl Fn(&RequirementCheck) -> bool,
    standing: RequirementStanding,
) -> f64 {
    let mut assessment = basis.assessment.clone();
    for requirement in assessment.requirements.iter_mut().filter(|it| which(it)) {
        requirement.standing = standing;
    }
    ScoreBasis { assessment: &assessment, ..basis }.total()
}

/// The part of the rules and triggers that could not be told either way.
fn untold_share(assessment: &PackAssessment) -> f64 {
    let rules = assessment.rules.iter().map(|it| it.standing);
    let triggers = assessment.triggers.iter().map(|it| it.standing);
    let all: Vec<RequirementStanding> = rules.chain(triggers).collect();
    let is_untold = |it: &&RequirementStanding| {
        matches!(it, RequirementStanding::Unknown | RequirementStanding::NotSeen)
    };
    let count = |of: usize| f64::from(u32::try_from(of).unwrap_or(u32::MAX));
    let untold = all.iter().filter(is_untold).count();
    if all.is_empty() { 0.0 } else { count(untold) / count(all.len()) }
}
