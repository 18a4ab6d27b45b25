//! What an answer tells people, as a document, and the formats of it: those of documents, and JSON.

mod answer_document;
mod json;
mod report_view;
mod schema;
mod translations;

use jurat_compose::{EvidenceReport, ReportResult};
use jurat_document::{DocumentRenderer, RENDERERS};
use jurat_model::SourceExhibit;

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
    let names: Vec<&str> = ALL.iter().map(|format| format.name).collect();
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

/// The format of a name or an extension: `markdown` or `md`.
pub fn format(given: &str) -> Result<&'static AnswerFormat, RenderError> {
    let found = ALL
        .iter()
        .find(|format| format.name == given || format.extension == given);
    found.ok_or_else(|| RenderError::UnknownFormat { given: given.to_owned() })
}

/// A report in a format. The same report and texts give the same bytes.
pub fn render(
    report: &EvidenceReport,
    exhibits: &[SourceExhibit],
    name: &str,
) -> Result<Vec<u8>, RenderError> {
    (format(name)?.render)(&ReportView { report, exhibits })
}

#[derive(Debug, Clone, Copy)]
pub struct AnswerFormat {
    /// What people call it.
    pub name: &'static str,
    /// How its files end.
    pub extension: &'static str,
    pub media: &'static str,
    pub render: fn(&ReportView<'_>) -> Result<Vec<u8>, RenderError>,
}

pub const ALL: &[AnswerFormat] =
    &[drawn::<0>(), drawn::<1>(), json::FORMAT, drawn::<2>(), drawn::<3>()];

const fn drawn<const N: usize>() -> AnswerFormat {
    let DocumentRenderer { name, extension, media, .. } = RENDERERS[N];
    let render = |view: &ReportView<'_>| {
        (RENDERERS[N].render)(&answer_document::document(view)).map_err(RenderError::from)
    };
    AnswerFormat { name, extension, media, render }
}
