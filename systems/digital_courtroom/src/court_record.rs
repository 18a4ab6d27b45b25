//! The record of a run: what its channels hold. Stages read it as far as it is written; whoever
//! checks a finished run makes the report out of it again.

use std::{collections::BTreeMap, ops::Deref};

use jurat_code::facts::HeldBlob;
use jurat_model::{ModelUse, SourceExhibit};
use serde_json::Value as Json;

use crate::{
    channels::{
        ANSWERS, AS_OF, CHECK_RESULTS, CITATION_CHECKS, CRITERION_RESULTS, CROSS_REFERENCES,
        EVIDENCES, EXHIBITS, HELD_BLOBS, MODEL_USE, OPINIONS, OVERALL, REMARKS, REPO_INDEX,
        RUBRIC, SUBMISSION,
    },
    model::{
        CheckAnswer, CheckResult, CitationCheck, CriterionResult, Evidence, EvidenceSet,
        Opinion, OverallResult, RepoIndex, Rubric, Submission,
    },
    report::{CourtInput, CourtReport, report},
    rubric::ExaminationInput,
    verdict::{AdjudicationInput, recheck},
};

/// What the channels of a run hold; what is not written yet is empty.
#[derive(Debug, Clone)]
pub struct CourtRecord {
    pub rubric: Rubric,
    /// What was given, and whether it could be read.
    pub submission: Submission,
    pub evidences: EvidenceSet,
    /// Files and names of the repository.
    pub index: RepoIndex,
    pub answers: Vec<CheckAnswer>,
    /// Texts of the repository that are pointed into.
    pub held: Vec<HeldBlob>,
    pub exhibits: Vec<SourceExhibit>,
    /// Claims and figures, held against the repository.
    pub crossed: Vec<Evidence>,
    pub results: Vec<CheckResult>,
    pub opinions: Vec<Opinion>,
    /// Citations that were looked at again.
    pub citations: Vec<CitationCheck>,
    pub criteria: Vec<CriterionResult>,
    pub overall: Option<OverallResult>,
    pub model_use: Vec<ModelUse>,
    /// The day that the report is dated to.
    pub as_of: Option<String>,
}

impl CourtRecord {
    /// Out of wherever the channels are. Those not written are null.
    pub fn read<C: Deref<Target = Json>>(channel: impl Fn(&str) -> C) -> Result<Self, String> {
        let remarks = REMARKS.read_or_default(&channel)?;
        let submission = SUBMISSION.read_or_default(&channel)?;
        Ok(Self {
            rubric: RUBRIC.read(&channel)?,
            submission: submitted(submission, remarks)?,
            evidences: EVIDENCES.read_as().read_or_default(&channel)?,
            index: REPO_INDEX.read_as().read_or_default(&channel)?,
            answers: ANSWERS.read_or_default(&channel)?,
            held: HELD_BLOBS.read_or_default(&channel)?,
            exhibits: EXHIBITS.read_or_default(&channel)?,
            crossed: CROSS_REFERENCES.read_or_default(&channel)?,
            results: CHECK_RESULTS.read_or_default(&channel)?,
            opinions: OPINIONS.read_or_default(&channel)?,
            citations: CITATION_CHECKS.read_or_default(&channel)?,
            criteria: CRITERION_RESULTS.read_or_default(&channel)?,
            overall: OVERALL.read_as::<Option<_>>().read(&channel)?,
            model_use: MODEL_USE.read_or_default(&channel)?,
            as_of: Some(AS_OF.read_or_default(&channel)?).filter(|day| !day.is_empty()),
        })
    }

    /// What checks are run on.
    pub fn docket(&self) -> ExaminationInput<'_> {
        ExaminationInput {
            evidences: &self.evidences,
            crossed: &self.crossed,
            index: &self.index,
            answers: &self.answers,
            submission: &self.submission,
        }
    }

    /// Citations, looked at again where opinions differ.
    pub fn rechecked(&self) -> Vec<CitationCheck> {
        recheck(
            &self.rubric,
            &self.opinions,
            &self.evidences,
            &self.crossed,
            &self.held,
            &self.exhibits,
        )
    }

    pub fn case(&self) -> AdjudicationInput<'_> {
        AdjudicationInput {
            rubric: &self.rubric,
            results: &self.results,
            opinions: &self.opinions,
            evidences: &self.evidences,
            crossed: &self.crossed,
            citations: &self.citations,
            submission: &self.submission,
        }
    }

    pub fn report(&self) -> Result<CourtReport, String> {
        let overall = self.overall.as_ref().ok_or("there is no verdict yet")?;
        Ok(report(&CourtInput {
            rubric: &self.rubric,
            submission: &self.submission,
            evidences: &self.evidences,
            crossed: &self.crossed,
            results: &self.criteria,
            overall,
            model_use: &self.model_use,
            as_of: self.as_of.as_deref(),
        }))
    }
}

/// Each detective told of its own part; remarks come from all of them, in no one's order.
fn submitted(
    told: BTreeMap<String, Json>,
    mut remarks: Vec<String>,
) -> Result<Submission, String> {
    let told = Json::Object(told.into_iter().collect());
    let mut submission: Submission = serde_json::from_value(told)
        .map_err(|error| format!("channel `submission`: {error}"))?;
    remarks.sort();
    remarks.dedup();
    submission.remarks = remarks;
    Ok(submission)
}
