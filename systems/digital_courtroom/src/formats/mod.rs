//! The formats of the report of a court, one file each, and of two reports compared.

mod badge;
mod diff;
mod document;
mod highlights;
mod json;
mod page_evidence;
mod report_phrases;
mod sarif;

use crate::report::{CourtDiff, CourtReport};
use jurat_document::{DocumentRenderer, RENDERERS};
use schemars::{JsonSchema, schema_for};
use serde_json::Value as Json;

use jurat_document::DocumentError;

/// Everything that decides how a report looks, by name: the same texts give the same bytes.
pub fn templates() -> Vec<(&'static str, &'static str)> {
    let own = [
        ("court/badge", include_str!("badge.rs")),
        ("court/exhibits", include_str!("page_evidence.rs")),
        ("court/json", include_str!("json.rs")),
        ("court/pick", include_str!("highlights.rs")),
        ("court/sarif", include_str!("sarif.rs")),
        ("court/sarif/log", include_str!("sarif/log.rs")),
        ("court/words", include_str!("report_phrases.rs")),
    ];
    document::templates().into_iter().chain(own).collect()
}

#[derive(Debug)]
pub struct FormatOf<T> {
    /// What people call it.
    pub name: &'static str,
    pub extension: &'static str,
    pub media: &'static str,
    pub render: fn(&T) -> Result<Vec<u8>, DocumentError>,
}

pub type CourtFormat = FormatOf<CourtReport>;

pub type DiffFormat = FormatOf<CourtDiff>;

/// Every format: those of documents, and those of findings.
pub const COURT_FORMATS: &[CourtFormat] = &[
    drawn::<0>(),
    drawn::<1>(),
    drawn::<2>(),
    drawn::<3>(),
    json::FORMAT,
    sarif::FORMAT,
    badge::FORMAT,
];

const fn drawn<const N: usize>() -> CourtFormat {
    let DocumentRenderer { name, extension, media, .. } = RENDERERS[N];
    let render = |report: &CourtReport| (RENDERERS[N].render)(&document::document(report));
    CourtFormat { name, extension, media, render }
}

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
