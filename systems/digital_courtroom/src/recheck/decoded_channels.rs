//! The channels of a `digital_courtroom` run, decoded.

use jurat_code::facts::HeldBlob;
use jurat_model::{ModelUse, SourceExhibit};
use serde_json::Value as Json;

use jurat_proof::{ChannelDecoder, FinalState, LayerFindings};

use crate::{
    channels::{
        ANSWERS, AS_OF, CHECK_RESULTS, CITATION_CHECKS, CRITERION_RESULTS, CROSS_REFERENCES,
        DOC_CONTEXT, EVIDENCES, EXHIBITS, FINAL_REPORT, HELD_BLOBS, MODEL_USE, OPINIONS,
        OVERALL, REMARKS, REPO_INDEX, RUBRIC, SUBMISSION,
    },
    model::{
        CheckAnswer, CheckResult, CitationCheck, CriterionResult, Evidence, EvidenceSet,
        Opinion, OverallResult, RepoIndex, Rubric, Submission,
    },
    submission_reader::PaperOutline,
};

/// What the channels hold; nothing where a channel is empty or holds something else.
pub(super) struct DecodedChannels {
    pub(super) rubric: Option<Rubric>,
    pub(super) submission: Option<Submission>,
    pub(super) evidences: EvidenceSet,
    pub(super) index: RepoIndex,
    pub(super) answers: Vec<CheckAnswer>,
    pub(super) held: Vec<HeldBlob>,
    pub(super) exhibits: Option<Vec<SourceExhibit>>,
    pub(super) context: Option<PaperOutline>,
    pub(super) crossed: Vec<Evidence>,
    pub(super) results: Option<Vec<CheckResult>>,
    pub(super) opinions: Option<Vec<Opinion>>,
    pub(super) citations: Vec<CitationCheck>,
    pub(super) criteria: Option<Vec<CriterionResult>>,
    pub(super) overall: Option<OverallResult>,
    pub(super) model_use: Vec<ModelUse>,
    pub(super) as_of: Option<String>,
    pub(super) report: Option<Json>,
    /// Whether all that evidence is held against could be read.
    pub(super) grounded: bool,
}

impl DecodedChannels {
    pub(super) fn read(state: &FinalState, findings: &mut LayerFindings) -> Self {
        let mut reading = ChannelDecoder { state, findings };
        let submission: Option<Submission> = reading.needed(SUBMISSION.read_as());
        let remarks = reading.maybe(REMARKS).unwrap_or_default();
        let evidences: Option<EvidenceSet> = reading.needed(EVIDENCES.read_as());
        let index: Option<RepoIndex> = reading.maybe(REPO_INDEX.read_as());
        let answers = reading.maybe(ANSWERS);
        let held = reading.maybe(HELD_BLOBS);
        let exhibits = reading.maybe(EXHIBITS);
        let context: Option<PaperOutline> = reading.maybe(DOC_CONTEXT.read_as());
        let empty = |channel: &str| state.channels[channel].is_null();
        let grounded = submission.is_some()
            && evidences.is_some()
            && (index.is_some() || empty(REPO_INDEX.name()))
            && (answers.is_some() || empty(ANSWERS.name()))
            && (held.is_some() || empty(HELD_BLOBS.name()))
            && (exhibits.is_some() || empty(EXHIBITS.name()))
            && (context.is_some() || empty(DOC_CONTEXT.name()));
        Self {
            // The parameter of that name is the text that it was made of.
            rubric: reading.needed(RUBRIC),
            submission: submission.map(|it| with_remarks(it, remarks)),
            evidences: evidences.unwrap_or_default(),
            index: index.unwrap_or_default(),
            answers: answers.unwrap_or_default(),
            held: held.unwrap_or_default(),
            exhibits,
            context,
            crossed: reading.maybe(CROSS_REFERENCES).unwrap_or_default(),
            results: reading.needed(CHECK_RESULTS),
            opinions: reading.needed(OPINIONS),
            citations: reading.maybe(CITATION_CHECKS).unwrap_or_default(),
            criteria: reading.needed(CRITERION_RESULTS),
            overall: reading.needed(OVERALL),
            model_use: reading.maybe(MODEL_USE).unwrap_or_default(),
            as_of: reading.maybe(AS_OF).filter(|day| !day.is_empty()),
            report: reading.needed(FINAL_REPORT.read_as()),
            grounded,
        }
    }
}

/// Remarks come from all detectives; the report has them in order.
fn with_remarks(submission: Submission, mut remarks: Vec<String>) -> Submission {
    remarks.sort();
    remarks.dedup();
    Submission { remarks, ..submission }
}
