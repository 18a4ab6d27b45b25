//! What research tells people, as a document, and the formats of it: those of documents, and JSON.

mod reliability_plot;
mod research_document;
mod schema;
mod timeline_section;

use jurat_document::renderer;
use jurat_model::SourceExhibit;
use jurat_system::reports::{ReportFormat, ReportTemplate};
use serde::Serialize;

pub use schema::schema;

use crate::report::ResearchReport;

/// The report as it is, for machines.
const JSON: ReportFormat = ReportFormat {
    name: "json",
    extension: "json",
    media: "application/json",
};

/// The file that the published schema lies in.
const SCHEMA: &str = "report.schema.json";

pub(crate) fn formats() -> Vec<ReportFormat> {
    ReportFormat::of_documents().chain([JSON]).collect()
}

/// Everything that decides how a report looks, by name: the same texts give the same bytes.
pub(crate) fn templates() -> Vec<ReportTemplate> {
    vec![
        ("research", include_str!("research_document.rs")),
        ("timeline", include_str!("../timeline.rs")),
        ("timeline section", include_str!("timeline_section.rs")),
    ]
}

#[derive(Serialize)]
struct ReportJson<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    #[serde(flatten)]
    report: &'a ResearchReport,
}

/// A report in the format of a name or an extension.
pub(crate) fn render(
    report: &ResearchReport,
    exhibits: &[SourceExhibit],
    given: &str,
) -> Result<Vec<u8>, String> {
    if JSON.is_called(given) {
        let document = ReportJson { schema: SCHEMA, report };
        let mut bytes =
            serde_json::to_vec_pretty(&document).map_err(|error| error.to_string())?;
        bytes.push(b'\n');
        return Ok(bytes);
    }
    let renderer =
        renderer(given).ok_or_else(|| format!("`{given}` is no format of a report"))?;
    let tree = research_document::document(report, exhibits);
    (renderer.render)(&tree).map_err(|error| error.to_string())
}
