//! The channels of the system, typed.

use std::collections::BTreeMap;

use jurat_code::facts::HeldBlob;
use jurat_engine::channels;
use jurat_model::{ModelUse, SourceExhibit};
use serde_json::Value as Json;

use super::submission_reader::PaperOutline;
use crate::{
    model::{
        CheckAnswer, CheckResult, CitationCheck, CriterionResult, Evidence, Opinion,
        OverallResult, RepoIndex, Rubric,
    },
    report::CourtReport,
};

channels! {
    RUBRIC: Rubric = "rubric";
    AS_OF: String = "as_of";
    /// By key of `Submission`: each detective tells of its own part.
    SUBMISSION: BTreeMap<String, Json> = "submission";
    REMARKS: Vec<String> = "remarks";
    /// By artifact: each detective writes its own.
    EVIDENCES: BTreeMap<String, Vec<Evidence>> = "evidences";
    REPO_INDEX: Option<RepoIndex> = "repo_index";
    ANSWERS: Vec<CheckAnswer> = "answers";
    HELD_BLOBS: Vec<HeldBlob> = "held_blobs";
    EXHIBITS: Vec<SourceExhibit> = "exhibits";
    DOC_CONTEXT: Option<PaperOutline> = "pdf_doc_context";
    CROSS_REFERENCES: Vec<Evidence> = "cross_references";
    CHECK_RESULTS: Vec<CheckResult> = "check_results";
    OPINIONS: Vec<Opinion> = "opinions";
    CITATION_CHECKS: Vec<CitationCheck> = "citation_checks";
    CRITERION_RESULTS: Vec<CriterionResult> = "criterion_results";
    OVERALL: OverallResult = "overall";
    MODEL_USE: Vec<ModelUse> = "model_use";
    FINAL_REPORT: CourtReport = "final_report";
}
