//! The channels of the system, typed.

use std::collections::BTreeMap;

use crate::report::CourtReport;
use jurat_engine::Channel;
use jurat_model::{
    ModelUse, SourceExhibit,
    court::{
        CheckAnswer, CheckResult, CitationCheck, CriterionResult, Evidence, HeldBlob, Opinion,
        OverallResult, RepoIndex, Rubric,
    },
};
use serde_json::Value as Json;

use super::submission_reader::PaperOutline;

pub(super) const RUBRIC: Channel<Rubric> = Channel::new("rubric");
pub(super) const AS_OF: Channel<String> = Channel::new("as_of");
/// By key of `Submission`: each detective tells of its own part.
pub(super) const SUBMISSION: Channel<BTreeMap<String, Json>> = Channel::new("submission");
pub(super) const REMARKS: Channel<Vec<String>> = Channel::new("remarks");
/// By artifact: each detective writes its own.
pub(super) const EVIDENCES: Channel<BTreeMap<String, Vec<Evidence>>> =
    Channel::new("evidences");
pub(super) const REPO_INDEX: Channel<Option<RepoIndex>> = Channel::new("repo_index");
pub(super) const ANSWERS: Channel<Vec<CheckAnswer>> = Channel::new("answers");
pub(super) const HELD_BLOBS: Channel<Vec<HeldBlob>> = Channel::new("held_blobs");
pub(super) const EXHIBITS: Channel<Vec<SourceExhibit>> = Channel::new("exhibits");
pub(super) const DOC_CONTEXT: Channel<Option<PaperOutline>> = Channel::new("pdf_doc_context");
pub(super) const CROSS_REFERENCES: Channel<Vec<Evidence>> = Channel::new("cross_references");
pub(super) const CHECK_RESULTS: Channel<Vec<CheckResult>> = Channel::new("check_results");
pub(super) const OPINIONS: Channel<Vec<Opinion>> = Channel::new("opinions");
pub(super) const CITATION_CHECKS: Channel<Vec<CitationCheck>> = Channel::new("citation_checks");
pub(super) const CRITERION_RESULTS: Channel<Vec<CriterionResult>> =
    Channel::new("criterion_results");
pub(super) const OVERALL: Channel<OverallResult> = Channel::new("overall");
pub(super) const MODEL_USE: Channel<Vec<ModelUse>> = Channel::new("model_use");
pub(super) const FINAL_REPORT: Channel<CourtReport> = Channel::new("final_report");
