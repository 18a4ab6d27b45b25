//! What an audit tells people, as a document, and the formats of it: those of documents, and JSON.

mod anonymise;
mod audit_document;
mod decision_section;
mod finding_section;
#[cfg(test)]
pub(crate) mod fixtures;
mod gatekeeper_section;
mod glance_section;
mod letter;
mod line_budget;
mod opening_section;
mod people_section;
mod refusal_section;
mod schema;
mod score_section;
mod strategist_section;
mod summary_section;
#[cfg(test)]
mod tests;
mod tier_depth;
mod told_words;
mod verification_section;

use jurat_document::{DocumentTree, renderer};
use jurat_system::reports::{ReportFormat, ReportTemplate};
use serde::Serialize;

pub use anonymise::{AnonymiseLevel, anonymise};
pub use audit_document::checklist;
pub use letter::{LETTER_LANGUAGES, client_letter, letter_document};
pub use schema::schema;

use crate::model::AuditReport;

pub(crate) use people_section::overridden;

/// The report as it is, for machines.
const JSON: ReportFormat = ReportFormat {
    name: "json",
    extension: "json",
    media: "application/json",
};

/// The file that the published schema lies in.
const SCHEMA: &str = "report.schema.json";

pub fn formats() -> Vec<ReportFormat> {
    ReportFormat::of_documents().chain([JSON]).collect()
}

/// Everything that decides how a report looks, by name: the same texts give the same bytes.
pub fn templates() -> Vec<ReportTemplate> {
    let sections = [
        ("audit", include_str!("audit_document.rs")),
        ("audit decision", include_str!("decision_section.rs")),
        ("audit findings", include_str!("finding_section.rs")),
        ("audit gatekeeper", include_str!("gatekeeper_section.rs")),
        ("audit letter", include_str!("letter.rs")),
        ("audit lines", include_str!("line_budget.rs")),
        ("audit opening", include_str!("opening_section.rs")),
        ("audit people", include_str!("people_section.rs")),
        ("audit refusal", include_str!("refusal_section.rs")),
        ("audit score", include_str!("score_section.rs")),
        ("audit strategist", include_str!("strategist_section.rs")),
        ("audit summary", include_str!("summary_section.rs")),
        ("audit tiers", tier_depth::DEPTHS),
        ("audit verification", include_str!("verification_section.rs")),
        ("audit words", include_str!("told_words.rs")),
    ];
    let letters = letter::LETTERS.map(|(language, text)| match language {
        "fr" => ("audit letter fr", text),
        "pt" => ("audit letter pt", text),
        "zh" => ("audit letter zh", text),
        _ => ("audit letter en", text),
    });
    sections.into_iter().chain(letters).collect()
}

#[derive(Serialize)]
struct ReportJson<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    #[serde(flatten)]
    report: &'a AuditReport,
}

/// A report as a document.
pub fn document(report: &AuditReport) -> DocumentTree {
    audit_document::document(report)
}

/// A report in the format of a name or an extension.
///
/// # Errors
/// Where there is no such format, or it cannot be set in it.
pub fn render(report: &AuditReport, given: &str) -> Result<Vec<u8>, String> {
    if JSON.is_called(given) {
        let document = ReportJson { schema: SCHEMA, report };
        let mut bytes =
            serde_json::to_vec_pretty(&document).map_err(|error| error.to_string())?;
        bytes.push(b'\n');
        return Ok(bytes);
    }
    render_document(&document(report), given)
}

/// Any document in a format: a checklist, a letter.
///
/// # Errors
/// Where there is no such format, or it cannot be set in it.
pub fn render_document(tree: &DocumentTree, given: &str) -> Result<Vec<u8>, String> {
    let renderer =
        renderer(given).ok_or_else(|| format!("`{given}` is no format of a report"))?;
    (renderer.render)(tree).map_err(|error| error.to_string())
}
