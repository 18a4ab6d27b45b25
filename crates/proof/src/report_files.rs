//! The files of a bundle against the report value: each is what the value renders to.

use jurat_model::SourceExhibit;
use serde_json::Value as Json;

use crate::{BundleMaker, FinalState, LayerFindings, ReportFile};

/// Makes files of a report value.
pub trait ReportFileRenderer {
    /// Who it is: only its own files can be compared.
    fn maker(&self) -> &BundleMaker;

    /// The bytes of the file of this name, such as `report.md`.
    fn render(
        &self,
        report: &Json,
        exhibits: &[SourceExhibit],
        file: &str,
    ) -> Result<Vec<u8>, String>;
}

/// Renders each file again, where that can be done.
pub fn check(
    (report, exhibits): (Option<&Json>, &[SourceExhibit]),
    (state, renderer): (&FinalState, Option<&dyn ReportFileRenderer>),
    files: &[ReportFile],
    findings: &mut LayerFindings,
) {
    for file in files {
        let made_by =
            format!("rendered by jurat {}, not re-rendered here", state.maker.version);
        match (renderer, report) {
            (None, _) => {
                findings.unchecked("render", &file.name, "no renderer is at hand");
            }
            (Some(renderer), _) if *renderer.maker() != state.maker => {
                findings.unchecked("render", &file.name, made_by);
            }
            (Some(_), None) => {
                findings.failed("render", &file.name, "the run left no report to render");
            }
            (Some(renderer), Some(report)) => {
                match renderer.render(report, exhibits, &file.name) {
                    Ok(again) => {
                        let message = "rendered again it has other bytes";
                        findings.expect("render", again == file.bytes, &file.name, message);
                    }
                    Err(error) => findings.failed("render", &file.name, error),
                }
            }
        }
    }
}
