//! The report as it is, for machines.

use serde::Serialize;

use super::{AnswerFormat, RenderError, ReportView};

pub(super) const FORMAT: AnswerFormat = AnswerFormat {
    name: "json",
    extension: "json",
    media: "application/json",
    render,
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

fn render(view: &ReportView<'_>) -> Result<Vec<u8>, RenderError> {
    let document = ReportJson { schema: SCHEMA, report: view.report };
    let mut bytes = serde_json::to_vec_pretty(&document)?;
    bytes.push(b'\n');
    Ok(bytes)
}
