//! What of a rubric's rules, or of what was given, cannot be used. Listed, never a panic.

use std::collections::BTreeSet;

use crate::{
    model::{Rubric, RuleSetting},
    verdict::{
        adjudication::AdjudicationInput,
        rules::{named, settings},
    },
};

/// Something that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum AdjudicationProblem {
    /// A rule that has no name here.
    #[error("there is no rule `{rule}`; it was not applied")]
    UnknownRule {
        /// As the rubric names it.
        rule: String,
    },
    /// A number that the rule does not read.
    #[error("the rule `{rule}` has no number `{number}`")]
    UnknownNumber { rule: String, number: String },
    /// A number that makes no sense; the default applies.
    #[error("`{number}` of the rule `{rule}` is {given}, which is not from {least} to {most}")]
    OutOfRange {
        rule: String,
        number: String,
        /// What the rubric says.
        given: u32,
        /// The least that makes sense.
        least: u32,
        most: u32,
    },
    /// A rule for a criterion that the rubric does not have.
    #[error("the rule `{rule}` is for `{criterion}`, which is no criterion of the rubric")]
    UnknownCriterion { rule: String, criterion: String },
    /// An opinion on something that the rubric does not have.
    #[error("an opinion is on `{criterion}`, which is no criterion of the rubric")]
    StrayOpinion { criterion: String },
    /// A result of something that the rubric does not have.
    #[error("the result `{check}` is of `{criterion}`, which is no criterion of the rubric")]
    StrayResult { criterion: String, check: String },
}

/// What of a rubric's rules cannot be used, in the order of the rules.
pub fn problems(rubric: &Rubric) -> Vec<AdjudicationProblem> {
    settings(&rubric.synthesis)
        .iter()
        .flat_map(|setting| of_setting(rubric, setting))
        .collect()
}

fn of_setting(rubric: &Rubric, setting: &RuleSetting) -> Vec<AdjudicationProblem> {
    let rule = || setting.rule.clone();
    let Some(known) = named(&setting.rule) else {
        return vec![AdjudicationProblem::UnknownRule { rule: rule() }];
    };
    let numbers = setting.numbers.iter().filter_map(|(name, given)| {
        let Some(number) = known.form.numbers.iter().find(|number| number.name == name) else {
            return Some(AdjudicationProblem::UnknownNumber {
                rule: rule(),
                number: name.clone(),
            });
        };
        let (least, most) = (number.least, number.most);
        (!(least..=most).contains(given)).then(|| AdjudicationProblem::OutOfRange {
            rule: rule(),
            number: name.clone(),
            given: *given,
            least,
            most,
        })
    });
    // The defaults name criteria that not every rubric has.
    let own = !rubric.synthesis.rules.is_empty();
    let unknown = setting
        .criteria
        .iter()
        .filter(|id| own && rubric.criterion(id).is_none());
    let criteria = unknown.map(|id| AdjudicationProblem::UnknownCriterion {
        rule: rule(),
        criterion: id.clone(),
    });
    numbers.chain(criteria).collect()
}

/// Opinions and results that belong to no criterion.
pub(crate) fn strays(case: &AdjudicationInput<'_>) -> Vec<AdjudicationProblem> {
    let known: BTreeSet<&str> = case
        .rubric
        .criteria
        .iter()
        .map(|criterion| criterion.id.as_str())
        .collect();
    let opinions = case
        .opinions
        .iter()
        .map(|one| AdjudicationProblem::StrayOpinion { criterion: one.criterion_id.clone() });
    let results = case.results.iter().map(|one| AdjudicationProblem::StrayResult {
        criterion: one.criterion_id.clone(),
        check: one.check_id.clone(),
    });
    let stray = |problem: &AdjudicationProblem| match problem {
        AdjudicationProblem::StrayOpinion { criterion }
        | AdjudicationProblem::StrayResult { criterion, .. } => {
            !known.contains(criterion.as_str())
        }
        _ => false,
    };
    let strays: BTreeSet<AdjudicationProblem> = opinions.chain(results).filter(stray).collect();
    strays.into_iter().collect()
}
