//! The report as it is, for machines.

use jurat_system::reports::ReportFormat;
use serde::Serialize;

use super::ReportView;

pub(super) const FORMAT: ReportFormat = ReportFormat {
    name: "json",
    extension: "json",
    media: "application/json",
};

/// The file that the published schema lies in.
const SCHEMA: &str = "report.schema.json";

#[derive(Serialize)]
struct ReportJson<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    #[serde(flatten)]
    report: &'a jurat_compose::EvidenceReport,
}

pub(super) fn render(view: &ReportView<'_>) -> serde_json::Result<Vec<u8>> {
    let document = ReportJson { schema: SCHEMA, report: view.report };
    let mut bytes = serde_json::to_vec_pretty(&document)?;
    bytes.push(b'\n');
    Ok(bytes)
}
