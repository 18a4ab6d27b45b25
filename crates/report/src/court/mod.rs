//! The formats of the report of a court, one file each, and of two reports compared.

mod badge;
mod diff;
mod exhibits;
mod html;
mod json;
mod markdown;
mod pdf;
mod pick;
mod sarif;
mod words;

use jurat_compose::court::{CourtDiff, CourtReport};
use schemars::{JsonSchema, schema_for};
use serde_json::Value as Json;

use crate::RenderError;

/// A format of a court's report.
#[derive(Debug, Clone, Copy)]
pub struct CourtFormat {
    /// What people call it.
    pub name: &'static str,
    /// How its files end.
    pub extension: &'static str,
    /// Its media type.
    pub media: &'static str,
    /// Makes the bytes.
    pub render: fn(&CourtReport) -> Result<Vec<u8>, RenderError>,
}

/// Every format; a new one is one file and one line here.
pub const COURT_FORMATS: &[CourtFormat] =
    &[markdown::FORMAT, html::FORMAT, pdf::FORMAT, json::FORMAT, sarif::FORMAT, badge::FORMAT];

/// A format of two reports compared.
#[derive(Debug, Clone, Copy)]
pub struct DiffFormat {
    /// What people call it.
    pub name: &'static str,
    /// How its files end.
    pub extension: &'static str,
    /// Its media type.
    pub media: &'static str,
    /// Makes the bytes.
    pub render: fn(&CourtDiff) -> Result<Vec<u8>, RenderError>,
}

/// Every format of a comparison.
pub const DIFF_FORMATS: &[DiffFormat] = &[diff::TEXT, diff::MARKDOWN, diff::JSON];

/// The format of a name or an extension: `markdown` or `md`.
pub fn format(given: &str) -> Option<&'static CourtFormat> {
    COURT_FORMATS
        .iter()
        .find(|one| one.name == given || one.extension == given)
}

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
struct Document {
    /// Where this schema lies.
    #[serde(rename = "$schema")]
    schema: Option<String>,
    #[serde(flatten)]
    report: CourtReport,
}

/// The published schema of the report's JSON.
pub fn schema() -> Json {
    schema_for!(Document).to_value()
}
