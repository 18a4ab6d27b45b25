//! The channels of a `digital_courtroom` run, decoded.

use jurat_model::{
    ModelUse, Rendition, SourceExhibit,
    court::{
        CheckAnswer, CheckResult, CitationCheck, CriterionResult, Evidence, EvidenceSet,
        HeldBlob, Opinion, OverallResult, PaperIdentity, RepoIndex, Rubric, Submission,
    },
};
use serde::Deserialize;
use serde_json::Value as Json;

use jurat_proof::{ChannelDecoder, FinalState, LayerFindings};

/// The paper as its reader left it; its text is the exhibit's.
#[derive(Deserialize)]
pub(super) struct RecordedOutline {
    pub(super) paper: PaperIdentity,
    pub(super) outline: Rendition,
}

/// What the channels hold; nothing where a channel is empty or holds something else.
pub(super) struct DecodedChannels {
    pub(super) rubric: Option<Rubric>,
    pub(super) submission: Option<Submission>,
    pub(super) evidences: EvidenceSet,
    pub(super) index: RepoIndex,
    pub(super) answers: Vec<CheckAnswer>,
    pub(super) held: Vec<HeldBlob>,
    pub(super) exhibits: Option<Vec<SourceExhibit>>,
    pub(super) context: Option<RecordedOutline>,
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
        let submission: Option<Submission> = reading.needed("submission");
        let remarks: Vec<String> = reading.maybe("remarks").unwrap_or_default();
        let evidences: Option<EvidenceSet> = reading.needed("evidences");
        let index: Option<RepoIndex> = reading.maybe("repo_index");
        let answers: Option<Vec<CheckAnswer>> = reading.maybe("answers");
        let held: Option<Vec<HeldBlob>> = reading.maybe("held_blobs");
        let exhibits: Option<Vec<SourceExhibit>> = reading.maybe("exhibits");
        let context: Option<RecordedOutline> = reading.maybe("pdf_doc_context");
        let empty = |channel: &str| state.channels[channel].is_null();
        let grounded = submission.is_some()
            && evidences.is_some()
            && (index.is_some() || empty("repo_index"))
            && (answers.is_some() || empty("answers"))
            && (held.is_some() || empty("held_blobs"))
            && (exhibits.is_some() || empty("exhibits"))
            && (context.is_some() || empty("pdf_doc_context"));
        Self {
            // The parameter of that name is the text that it was made of.
            rubric: reading.needed("rubric"),
            submission: submission.map(|it| with_remarks(it, remarks)),
            evidences: evidences.unwrap_or_default(),
            index: index.unwrap_or_default(),
            answers: answers.unwrap_or_default(),
            held: held.unwrap_or_default(),
            exhibits,
            context,
            crossed: reading.maybe("cross_references").unwrap_or_default(),
            results: reading.needed("check_results"),
            opinions: reading.needed("opinions"),
            citations: reading.maybe("citation_checks").unwrap_or_default(),
            criteria: reading.needed("criterion_results"),
            overall: reading.needed("overall"),
            model_use: reading.maybe("model_use").unwrap_or_default(),
            as_of: reading.maybe::<String>("as_of").filter(|day| !day.is_empty()),
            report: reading.needed("final_report"),
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
