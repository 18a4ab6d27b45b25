//! The report as it is, for machines.

use serde::Serialize;

use super::Format;
use crate::ReportView;

pub(super) const FORMAT: Format = Format {
    name: "json",
    extension: "json",
    media: "application/json",
    render,
};

/// The file that the published schema lies in.
const SCHEMA: &str = "report.schema.json";

#[derive(Serialize)]
struct Document<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    #[serde(flatten)]
    report: &'a jurat_compose::Report,
}

fn render(view: &ReportView<'_>) -> Vec<u8> {
    let document = Document { schema: SCHEMA, report: view.report };
    // A report holds no map with keys that are no text: it can always be written.
    let mut bytes = serde_json::to_vec_pretty(&document).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}
