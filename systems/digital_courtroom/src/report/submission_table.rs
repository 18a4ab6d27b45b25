//! Many audits side by side: a row each, the best first.

use std::{cmp::Reverse, collections::BTreeSet};

use jurat_code::facts::FindingExposure;
use serde::Serialize;

use super::{CourtReport, SecurityRow};
use crate::model::{CheckOutcome, CourtVerdict, CriterionResult, RubricScore};

/// Whether the bundle that a row is out of holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RowProof {
    /// All that can be checked was, and held.
    Holds,
    /// Nothing failed, and something could not be checked.
    NotFullyCheckable,
    /// It does not hold, or is no bundle of a court: it counts for nothing.
    Fails,
}

impl RowProof {
    pub const fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::NotFullyCheckable => "not fully checkable",
            Self::Fails => "fails: not counted",
        }
    }
}

/// One submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SubmissionRow {
    /// The bundle, as it was given.
    pub file: String,
    pub proof: RowProof,
    /// What came of it; nothing where the bundle does not hold.
    #[serde(flatten)]
    pub result: Option<SubmissionResult>,
}

/// What an audit came to, in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SubmissionResult {
    /// The repository, or the paper where there is none.
    pub submission: String,
    pub commit: Option<String>,
    pub rubric: String,
    /// BLAKE3 of the rubric: only rows that share it can be compared.
    pub rubric_blake3: String,
    pub verdict: CourtVerdict,
    pub score_hundredths: Option<u32>,
    /// Each criterion of the rubric, in its order.
    pub criteria: Vec<CriterionCell>,
    /// Security findings that are confirmed in the product.
    pub confirmed_findings: usize,
    /// What the Prosecutor charges, each once.
    pub charges: Vec<String>,
    /// Checks that could not be told.
    pub not_assessable: usize,
    /// Checks in all.
    pub checks: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CriterionCell {
    pub criterion_id: String,
    pub verdict: CourtVerdict,
    /// From 1 to 5; none where it could not be told.
    pub score: Option<u8>,
}

impl SubmissionRow {
    pub fn of(file: String, proof: RowProof, report: Option<&CourtReport>) -> Self {
        let result = report.filter(|_| proof != RowProof::Fails).map(result);
        let proof = if result.is_some() { proof } else { RowProof::Fails };
        Self { file, proof, result }
    }
}

fn result(report: &CourtReport) -> SubmissionResult {
    let submission = &report.submission;
    let repository = submission.repository.as_ref();
    let paper = submission.paper.as_ref().map(|paper| paper.name.clone());
    let criteria = &report.audit.criterion_breakdown;
    let checks = || criteria.iter().flat_map(|one| &one.checks);
    let charges = criteria
        .iter()
        .flat_map(|one| &one.opinions)
        .flat_map(|one| &one.charges);
    let charges: BTreeSet<String> = charges.cloned().collect();
    let confirmed =
        |row: &&SecurityRow| row.confirmed && row.exposure == FindingExposure::Reachable;
    let cell = |one: &CriterionResult| CriterionCell {
        criterion_id: one.criterion_id.clone(),
        verdict: one.verdict,
        score: one.score.map(RubricScore::get),
    };
    SubmissionResult {
        submission: repository.map(|it| it.address.clone()).or(paper).unwrap_or_default(),
        commit: repository.and_then(|it| it.commit.clone()),
        rubric: report.rubric.name.clone(),
        rubric_blake3: report.rubric.hash.to_string(),
        verdict: report.audit.overall.verdict,
        score_hundredths: report.audit.overall.score_hundredths,
        criteria: criteria.iter().map(cell).collect(),
        confirmed_findings: report.security.iter().filter(confirmed).count(),
        charges: charges.into_iter().collect(),
        not_assessable: checks()
            .filter(|one| one.outcome == CheckOutcome::NotAssessable)
            .count(),
        checks: checks().count(),
    }
}

/// The best verdict and score first; what does not count comes last. Equals stay as they were given.
pub fn ranked(mut rows: Vec<SubmissionRow>) -> Vec<SubmissionRow> {
    rows.sort_by_key(|row| {
        let result = row.result.as_ref();
        let verdict = result.map(|one| one.verdict);
        let score = result.and_then(|one| one.score_hundredths);
        (result.is_none(), verdict, Reverse(score))
    });
    rows
}

/// Whether all rows that count were judged by one rubric.
pub fn is_comparable(rows: &[SubmissionRow]) -> bool {
    let rubrics = rows.iter().filter_map(|row| row.result.as_ref());
    rubrics.map(|one| &one.rubric_blake3).collect::<BTreeSet<_>>().len() < 2
}
