//! The checks of an `evidence_first` run: quotes, verdicts of the gate, marks, review, report.
//!
//! Whatever needs the code that composes, renders and reads comes in from outside; without it the
//! check says that it was not made.

mod answer;
mod channel_values;
mod report;
mod requirements;

use jurat_model::{AnswerReview, ComposedAnswer, Requirement};
use jurat_verify::Grounded;
use serde_json::Value as Json;

use jurat_proof::{
    BundleLayer, ContentCheck, ContentFindings, FinalState, LayerFindings, ReportFile,
    ReportFileRenderer, SourceRereader, check_files, check_sources,
};

pub(crate) use channel_values::ChannelValues;

/// Reviews an answer against what the gate let through.
pub type ReviewFn = dyn Fn(&ComposedAnswer, &[Grounded<Requirement>]) -> AnswerReview;

/// Makes the report value of a run out of its channels.
pub type ComposeFn = dyn Fn(&Json) -> Result<Json, String>;

/// The checks of an `evidence_first` run, with what they need of other crates.
#[derive(Default)]
pub struct EvidenceFirst<'a> {
    /// Reviews an answer again.
    pub review: Option<&'a ReviewFn>,
    /// Makes the report value again; without it the report is compared piece by piece.
    pub compose: Option<&'a ComposeFn>,
    pub renderer: Option<&'a dyn ReportFileRenderer>,
    /// Reads sources again; without it that a text follows from its source stays recorded.
    pub rereader: Option<&'a dyn SourceRereader>,
}

impl ContentCheck for EvidenceFirst<'_> {
    fn check(&self, state: &FinalState, reports: &[ReportFile]) -> ContentFindings {
        let mut findings = LayerFindings::new(BundleLayer::Content);
        let values = ChannelValues::read(state, &mut findings);
        let exhibits = values.exhibits.as_deref().unwrap_or_default();
        let mut recorded = check_sources(exhibits, self.rereader, &mut findings);
        recorded.push("that the corpus holds nothing else on the question".to_owned());
        recorded.push(format!("the ranking of {} retrieved chunks", values.chunks.len()));
        if let Some(opinions) = values.judgements.as_ref().filter(|all| !all.is_empty()) {
            let count = opinions.len();
            recorded.push(format!("what a model thought of {count} requirements"));
        }
        let admitted = requirements::check(&values, state, &mut findings);
        answer::check(&values, admitted.as_ref(), (state, self.review), &mut findings);
        report::check_value(&values, (state, self.compose), &mut findings);
        let mut of_files = LayerFindings::new(BundleLayer::Reports);
        let shown = (values.report.as_ref(), exhibits);
        check_files(shown, (state, self.renderer), reports, &mut of_files);
        ContentFindings {
            content: findings.finish(),
            reports: of_files.finish(),
            recorded,
        }
    }
}
