//! The formats of the report of a court, one file each, and of two reports compared.

mod badge;
mod diff;
mod document;
mod highlights;
mod json;
mod opinion_text;
mod page_evidence;
mod report_phrases;
mod sarif;
mod submission_table;

use crate::report::{CourtDiff, CourtReport};
use jurat_system::reports::ReportFormat;
use schemars::{JsonSchema, schema_for};
use serde_json::Value as Json;

pub use submission_table::{NOT_COMPARABLE, TABLE_COLUMNS, table_csv, table_page, table_row};

/// Everything that decides how a report looks, by name: the same texts give the same bytes.
pub fn templates() -> Vec<(&'static str, &'static str)> {
    let own = [
        ("court/badge", include_str!("badge.rs")),
        ("court/exhibits", include_str!("page_evidence.rs")),
        ("court/json", include_str!("json.rs")),
        ("court/opinions", include_str!("opinion_text.rs")),
        ("court/pick", include_str!("highlights.rs")),
        ("court/sarif", include_str!("sarif.rs")),
        ("court/sarif/log", include_str!("sarif/log.rs")),
        ("court/words", include_str!("report_phrases.rs")),
    ];
    let rules = [crate::run_report::RULES];
    document::templates().into_iter().chain(own).chain(rules).collect()
}

#[derive(Debug)]
pub struct FormatOf<T> {
    /// What people call it.
    pub name: &'static str,
    pub extension: &'static str,
    pub media: &'static str,
    pub render: fn(&T) -> serde_json::Result<Vec<u8>>,
}

pub type CourtFormat = FormatOf<CourtReport>;

pub type DiffFormat = FormatOf<CourtDiff>;

/// The formats of findings; a report also has those of documents.
const FINDING_FORMATS: &[CourtFormat] = &[json::FORMAT, sarif::FORMAT, badge::FORMAT];

/// Every format: those of documents, and those of findings.
pub fn formats() -> Vec<ReportFormat> {
    let own = FINDING_FORMATS.iter().map(|it| ReportFormat {
        name: it.name,
        extension: it.extension,
        media: it.media,
    });
    ReportFormat::of_documents().chain(own).collect()
}

/// A report in the format of a name or an extension: `markdown` or `md`.
pub fn render(report: &CourtReport, given: &str) -> Result<Vec<u8>, String> {
    if let Some(renderer) = jurat_document::renderer(given) {
        let rendered = (renderer.render)(&document::document(report));
        return rendered.map_err(|error| error.to_string());
    }
    let mut own = FINDING_FORMATS.iter();
    let format = own.find(|one| one.name == given || one.extension == given);
    let format = format.ok_or_else(|| format!("no report of a court is `{given}`"))?;
    (format.render)(report).map_err(|error| error.to_string())
}

pub const DIFF_FORMATS: &[DiffFormat] = &[diff::TEXT, diff::MARKDOWN, diff::JSON];

/// The format of a comparison, by name or extension.
pub fn diff_format(given: &str) -> Option<&'static DiffFormat> {
    DIFF_FORMATS
        .iter()
        .find(|one| one.name == given || one.extension == given)
}

/// A court's report as its JSON holds it.
#[derive(JsonSchema)]
#[schemars(
    title = "CourtReport",
    description = "What a court found of a repository and its paper, with everything it rests on."
)]
#[expect(dead_code, reason = "only its schema is used")]
struct JsonReportSchema {
    /// Where this schema lies.
    #[serde(rename = "$schema")]
    schema: Option<String>,
    #[serde(flatten)]
    report: CourtReport,
}

pub fn schema() -> Json {
    schema_for!(JsonReportSchema).to_value()
}
