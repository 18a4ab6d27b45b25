//! What an answer tells people, as a document, and the formats of it: those of documents, and JSON.

mod answer_document;
mod json;
mod report_view;
mod schema;
mod translations;

use jurat_compose::{EvidenceReport, ReportResult};
use jurat_model::SourceExhibit;
use jurat_system::reports::ReportFormat;

pub use report_view::{ReportView, shown_of};
pub use schema::schema;

/// Provisions that a page shows whole, where there are so many: those that the answer rests on, then the closest.
pub const SHOWN: usize = 5;

/// Why a report could not be rendered.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// A word that names no format.
    #[error("`{given}` is no format of a report: it is one of {}", names())]
    UnknownFormat { given: String },
    /// Its document cannot be rendered.
    #[error(transparent)]
    Document(#[from] jurat_document::DocumentError),
    /// It cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

fn names() -> String {
    let names: Vec<&str> = formats().iter().map(|format| format.name).collect();
    names.join(", ")
}

/// Everything that decides how a report looks, by name: the same texts give the same bytes.
pub fn templates() -> Vec<(&'static str, &'static str)> {
    vec![
        ("answer", include_str!("answer_document.rs")),
        ("answer/en.json", include_str!("en.json")),
        ("answer/fr.json", include_str!("fr.json")),
        ("answer/json", include_str!("json.rs")),
        ("answer/view", include_str!("report_view.rs")),
        ("answer/words", include_str!("translations.rs")),
    ]
}

/// What came of a question, as an English page names it.
pub(crate) fn result_name(result: ReportResult) -> String {
    translations::named(&translations::words("en").result, result)
}

/// Every format: those of documents, and JSON.
pub fn formats() -> Vec<ReportFormat> {
    ReportFormat::of_documents().chain([json::FORMAT]).collect()
}

/// A report in the format of a name or an extension: `markdown` or `md`. The same report and texts give the same bytes.
pub fn render(
    report: &EvidenceReport,
    exhibits: &[SourceExhibit],
    given: &str,
) -> Result<Vec<u8>, RenderError> {
    let view = ReportView { report, exhibits };
    if json::FORMAT.is_called(given) {
        return Ok(json::render(&view)?);
    }
    let renderer = jurat_document::renderer(given)
        .ok_or_else(|| RenderError::UnknownFormat { given: given.to_owned() })?;
    Ok((renderer.render)(&answer_document::document(&view))?)
}
