//! The checks of a `digital_courtroom` run: every pointer read again, every verdict decided again.
//!
//! Whoever opines by rules comes in from outside, as does whoever reads a paper or renders; without
//! them the check says that it was not made.

mod asked_submission;
mod decoded_channels;
mod evidence_pointers;
mod opinions;
mod paper;
mod repository;
mod run_account;
mod submission;
mod unverifiable;
mod verdicts;

use jurat_model::Rendition;
use jurat_proof::{
    BundleLayer, ContentCheck, ContentFindings, FinalState, LayerFindings, ReportFile,
    ReportFileRenderer, SourceRereader, check_files, check_sources,
};

use crate::model::{CheckResult, Evidence, EvidenceSet, Opinion, Persona, Rubric};
use decoded_channels::DecodedChannels;

pub use repository::SurveyFn;

/// What a persona thinks, by rules alone.
pub type OpineFn =
    dyn Fn(Persona, &Rubric, &[CheckResult], &EvidenceSet, &[Evidence]) -> Vec<Opinion>;

/// Reads a rubric, in whatever dialect.
pub type LoadFn = dyn Fn(&str) -> Result<Rubric, String>;

/// What a paper of that name says, all of it but which paper it is: headings, terms (those that
/// are given), claims, orders, and the figures that its text draws.
pub type PaperFn = dyn Fn(&str, &Rendition, &[String]) -> Vec<Evidence>;

/// The checks of a `digital_courtroom` run, with what they need of other crates.
#[derive(Default)]
pub struct DigitalCourtroom<'a> {
    pub load: Option<&'a LoadFn>,
    /// Opines again, where no model did.
    pub opine: Option<&'a OpineFn>,
    /// Takes facts out of the paper's text again.
    pub paper: Option<&'a PaperFn>,
    pub renderer: Option<&'a dyn ReportFileRenderer>,
    /// Reads the paper again; without it that its text follows from its bytes stays recorded.
    pub rereader: Option<&'a dyn SourceRereader>,
    /// Gathers the repository's facts again; without it they stay recorded.
    pub survey: Option<&'a SurveyFn<'a>>,
}

impl ContentCheck for DigitalCourtroom<'_> {
    fn check(&self, state: &FinalState, reports: &[ReportFile]) -> ContentFindings {
        let mut findings = LayerFindings::new(BundleLayer::Content);
        let values = DecodedChannels::read(state, &mut findings);
        let exhibits = values.exhibits.as_deref().unwrap_or_default();
        let mut recorded = check_sources(exhibits, self.rereader, &mut findings);
        let gathered = repository::check(&values, (state, self.survey), &mut findings);
        recorded.extend(unverifiable::only(&values, gathered));
        let held_params = run_account::check(&values, state, &mut findings);
        verdicts::rubric(&values, (state, self.load), &mut findings);
        self.ground(&values, state, &mut findings);
        verdicts::check(&values, state, &mut findings);
        opinions::check(&values, (state, self.opine), &mut findings);
        let mut of_files = LayerFindings::new(BundleLayer::Reports);
        let shown = (values.report.as_ref(), exhibits);
        check_files(shown, (state, self.renderer), reports, &mut of_files);
        ContentFindings {
            content: findings.finish(),
            reports: of_files.finish(),
            recorded,
            notices: run_account::notices(&values, state),
            scope: run_account::scope(&values, gathered),
            held_params,
        }
    }
}

impl DigitalCourtroom<'_> {
    /// What verdicts rest on: evidence, its places, what was submitted.
    fn ground(
        &self,
        values: &DecodedChannels,
        state: &FinalState,
        findings: &mut LayerFindings,
    ) {
        if !values.grounded {
            let message = "what it is held against cannot be read";
            return findings.unchecked("evidence", "evidences", message);
        }
        evidence_pointers::check(values, findings);
        submission::check(values, state, findings);
        paper::check(values, (state, self.paper), findings);
    }
}
