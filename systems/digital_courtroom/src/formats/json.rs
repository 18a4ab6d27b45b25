//! The report as it is, for machines.

use crate::report::CourtReport;
use serde::Serialize;

use super::CourtFormat;

pub(super) const FORMAT: CourtFormat = CourtFormat {
    name: "json",
    extension: "json",
    media: "application/json",
    render,
};

/// The file that the published schema lies in.
const SCHEMA: &str = "report.schema.json";

#[derive(Serialize)]
struct JsonReport<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    #[serde(flatten)]
    report: &'a CourtReport,
}

fn render(report: &CourtReport) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(&JsonReport { schema: SCHEMA, report })?;
    bytes.push(b'\n');
    Ok(bytes)
}
