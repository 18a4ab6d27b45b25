//! The checks of an `evidence_first` run: quotes, verdicts of the gate, marks, review, report.
//!
//! Whatever needs the code that composes and renders comes in from outside; without it the check
//! says that it was not made.

mod answer;
mod report;
mod requirements;
mod values;

use jurat_model::{Answer, Exhibit, Requirement, Review};
use jurat_verify::Grounded;
use serde_json::Value as Json;

use crate::{Checks, FinalState, Finding, Findings, Layer, Maker, ReportFile};

pub(crate) use values::Values;

/// Reviews an answer against what the gate let through.
pub type ReviewFn = dyn Fn(&Answer, &[Grounded<Requirement>]) -> Review;

/// Makes the report value of a run out of its channels.
pub type ComposeFn = dyn Fn(&Json) -> Result<Json, String>;

/// Makes files of a report value.
pub trait Renderer {
    /// Who it is: only its own files can be compared.
    fn maker(&self) -> &Maker;

    /// The bytes of the file of this name, such as `report.md`.
    fn render(
        &self,
        report: &Json,
        exhibits: &[Exhibit],
        file: &str,
    ) -> Result<Vec<u8>, String>;
}

/// The checks of an `evidence_first` run, with what they need of other crates.
#[derive(Default)]
pub struct EvidenceFirst<'a> {
    /// Reviews an answer again.
    pub review: Option<&'a ReviewFn>,
    /// Makes the report value again; without it the report is compared piece by piece.
    pub compose: Option<&'a ComposeFn>,
    /// Renders files again.
    pub renderer: Option<&'a dyn Renderer>,
}

impl Checks for EvidenceFirst<'_> {
    fn content(&self, state: &FinalState) -> Vec<Finding> {
        let mut findings = Findings::new(Layer::Content);
        let values = Values::read(state, &mut findings);
        let admitted = requirements::check(&values, state, &mut findings);
        answer::check(&values, admitted.as_deref(), (state, self.review), &mut findings);
        report::check_value(&values, (state, self.compose), &mut findings);
        findings.finish()
    }

    fn reports(&self, state: &FinalState, files: &[ReportFile]) -> Vec<Finding> {
        // What cannot be decoded is said once, by `content`.
        let values = Values::read(state, &mut Findings::new(Layer::Content));
        let mut findings = Findings::new(Layer::Reports);
        report::check_files(&values, (state, self.renderer), files, &mut findings);
        findings.finish()
    }

    fn recorded(&self, state: &FinalState) -> Vec<String> {
        let values = Values::read(state, &mut Findings::new(Layer::Content));
        let exhibits = values.exhibits.unwrap_or_default();
        let named = exhibits.iter().map(|exhibit| {
            let Exhibit { name, reader, .. } = exhibit;
            format!(
                "that the text of {name} follows from its source (reader {} {})",
                reader.name, reader.version
            )
        });
        let mut lines: Vec<String> = named.collect();
        lines.push("that the corpus holds nothing else on the question".to_owned());
        lines.push(format!("the ranking of {} retrieved chunks", values.chunks.len()));
        lines
    }
}
