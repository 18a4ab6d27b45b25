//! A case as it comes before the rules, and what they make of it.

use jurat_model::court::{
    CheckResult, CitationCheck, CriterionResult, Evidence, Evidences, Opinion, Overall, Rubric,
    Submission,
};

use crate::verdict::{
    hearing::Hearing,
    index::Index,
    overall::overall,
    problem::{Problem, problems, strays},
    rules::{self, Applied},
};

/// All that a verdict rests on.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    /// What is scored, and by which rules.
    pub rubric: &'a Rubric,
    /// What the checks came to.
    pub results: &'a [CheckResult],
    /// What the bench thinks.
    pub opinions: &'a [Opinion],
    /// What was found.
    pub evidences: &'a Evidences,
    /// What came of holding one part of the submission against another.
    pub crossed: &'a [Evidence],
    /// Cited places that were looked at again.
    pub citations: &'a [CitationCheck],
    /// What could be looked at.
    pub submission: &'a Submission,
}

/// What the rules make of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// Every criterion, in the order of the rubric.
    pub criteria: Vec<CriterionResult>,
    /// The whole.
    pub overall: Overall,
    /// What of the rubric's rules, the opinions or the results could not be used.
    pub problems: Vec<Problem>,
}

/// The verdict. The order of opinions, results, evidence and citations does not matter.
pub fn adjudicate(case: &Case<'_>) -> Judged {
    let index = Index::of(case);
    let rules = rules::applied(&case.rubric.synthesis);
    let criteria: Vec<CriterionResult> = case
        .rubric
        .criteria
        .iter()
        .map(|criterion| heard(Hearing::of(case, &index, criterion), &rules))
        .collect();
    let mut problems = problems(case.rubric);
    problems.extend(strays(case));
    let overall = overall(case, &criteria, &rules, &problems);
    Judged { criteria, overall, problems }
}

fn heard(mut hearing: Hearing<'_>, rules: &[Applied<'_>]) -> CriterionResult {
    hearing.open();
    // A rubric can ask for more or for less; leaving the question out is no answer.
    let is_asked =
        |rule: &Applied<'_>| rule.is_coverage() && rule.is_for(&hearing.criterion.id);
    if !rules.iter().any(is_asked)
        && let Some(coverage) = rules::default_coverage()
    {
        hearing.apply(&coverage);
    }
    for rule in rules.iter().filter(|rule| rule.is_for(&hearing.criterion.id)) {
        hearing.apply(rule);
    }
    hearing.close();
    hearing.result()
}
