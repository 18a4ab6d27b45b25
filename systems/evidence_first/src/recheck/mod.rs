//! The checks of an `evidence_first` run: quotes, verdicts of the gate, marks, review, report.
//!
//! Whatever needs the code that composes, renders and reads comes in from outside; without it the
//! check says that it was not made.

mod answer;
mod answer_scope;
mod channel_values;
mod derived_channels;
mod report;
mod requirements;
mod run_params;

use jurat_agents::extract::RequirementExtraction;
use jurat_model::{
    AnswerReview, ComposedAnswer, EvidenceUnit, Requirement, RetrievedChunk, SourceExhibit,
};
use jurat_verify::Grounded;
use serde_json::Value as Json;

use jurat_proof::{
    BundleLayer, ContentCheck, ContentFindings, FinalState, LayerFindings, ReportFile,
    ReportFileRenderer, SourceRereader, check_files, check_sources,
};

pub(crate) use channel_values::ChannelValues;

use crate::offline_answer::AnswerInput;
use derived_channels::DerivedChannels;

/// Reviews an answer against what the gate let through.
pub type ReviewFn = dyn Fn(&ComposedAnswer, &[Grounded<Requirement>]) -> AnswerReview;

/// Makes the report value of a run out of its channels.
pub type ComposeFn = dyn Fn(&Json) -> Result<Json, String>;

/// Takes requirements out of passages, as no model does.
pub type ExtractFn =
    dyn Fn(&[RetrievedChunk], &[SourceExhibit], EvidenceUnit) -> RequirementExtraction;

/// Writes an answer, as no model does.
pub type AnswerFn = dyn Fn(&AnswerInput<'_>) -> ComposedAnswer;

/// The checks of an `evidence_first` run, with what they need of other crates.
#[derive(Default)]
pub struct EvidenceFirst<'a> {
    /// Extracts again; without it what was extracted is taken as it is.
    pub extract: Option<&'a ExtractFn>,
    /// Writes an answer again that no model wrote; without it its words are taken as they are.
    pub answer: Option<&'a AnswerFn>,
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
        recorded.extend(self.not_at_hand());
        if !values.model_use.is_empty() {
            recorded.push("what models took: calls, tokens and cost".to_owned());
        }
        let held_params = run_params::check(&values, state, &mut findings);
        let derived = DerivedChannels::of(state);
        recorded.extend(derived.extraction(&values, self.extract, &mut findings));
        let admitted = requirements::check(&values, state, &mut findings);
        if let Some(admitted) = &admitted {
            derived.gate(admitted, &mut findings);
        }
        answer::check(&values, admitted.as_ref(), (state, self.review), &mut findings);
        let written = (admitted.as_ref(), self.answer);
        recorded.extend(derived.answer(&values, written, &mut findings));
        report::check_value(&values, (state, self.compose), &derived, &mut findings);
        answer_scope::check(&values, state, &mut findings);
        let mut of_files = LayerFindings::new(BundleLayer::Reports);
        let shown = (values.report.as_ref(), exhibits);
        check_files(shown, (state, self.renderer), reports, &mut of_files);
        ContentFindings {
            content: findings.finish(),
            reports: of_files.finish(),
            recorded,
            notices: run_params::notices(&values, state)
                .into_iter()
                .chain(requirements::notice(&values))
                .collect(),
            scope: answer_scope::scope(&values),
            held_params,
        }
    }
}

impl EvidenceFirst<'_> {
    /// What is taken as it is since nobody is here to make it again.
    fn not_at_hand(&self) -> impl Iterator<Item = String> {
        let taken = [
            (self.extract.is_none(), "that what was extracted follows from the passages"),
            (
                self.answer.is_none(),
                "that an answer which no model wrote is the one written again",
            ),
            (self.compose.is_none(), "that the whole report follows from the run"),
        ];
        taken
            .into_iter()
            .filter(|(open, _)| *open)
            .map(|(_, what)| what.to_owned())
    }
}
