//! A case as it comes before the rules, and what they make of it.

use crate::{
    model::{
        CheckResult, CitationCheck, CriterionResult, Evidence, EvidenceSet, Opinion,
        OverallResult, Rubric, Submission,
    },
    verdict::{
        adjudication_index::AdjudicationIndex,
        criterion_state::CriterionState,
        overall::overall,
        problem::{AdjudicationProblem, problems, strays},
        rules::{self, ConfiguredRule},
    },
};

/// All that a verdict rests on.
#[derive(Debug, Clone, Copy)]
pub struct AdjudicationInput<'a> {
    /// What is scored, and by which rules.
    pub rubric: &'a Rubric,
    pub results: &'a [CheckResult],
    pub opinions: &'a [Opinion],
    pub evidences: &'a EvidenceSet,
    /// What came of holding one part of the submission against another.
    pub crossed: &'a [Evidence],
    /// Cited places that were looked at again.
    pub citations: &'a [CitationCheck],
    /// What could be looked at.
    pub submission: &'a Submission,
}

/// What the rules make of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdjudicationResult {
    /// Every criterion, in the order of the rubric.
    pub criteria: Vec<CriterionResult>,
    pub overall: OverallResult,
    /// What of the rubric's rules, the opinions or the results could not be used.
    pub problems: Vec<AdjudicationProblem>,
}

/// The verdict. The order of opinions, results, evidence and citations does not matter.
pub fn adjudicate(case: &AdjudicationInput<'_>) -> AdjudicationResult {
    let index = AdjudicationIndex::of(case);
    let rules = rules::applied(&case.rubric.synthesis);
    let criteria: Vec<CriterionResult> = case
        .rubric
        .criteria
        .iter()
        .map(|criterion| heard(CriterionState::of(case, &index, criterion), &rules))
        .collect();
    let mut problems = problems(case.rubric);
    problems.extend(strays(case));
    let overall = overall(case, &criteria, &rules, &problems);
    AdjudicationResult { criteria, overall, problems }
}

fn heard(mut hearing: CriterionState<'_>, rules: &[ConfiguredRule<'_>]) -> CriterionResult {
    hearing.open();
    // A rubric can ask for more or for less; leaving the question out is no answer.
    let is_asked =
        |rule: &ConfiguredRule<'_>| rule.is_coverage() && rule.is_for(&hearing.criterion.id);
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
