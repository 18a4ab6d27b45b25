//! The published schema of a report's JSON.

use jurat_compose::EvidenceReport;
use schemars::{JsonSchema, schema_for};
use serde_json::Value as Json;

/// A report as its JSON holds it.
#[derive(JsonSchema)]
#[schemars(
    title = "Report",
    description = "What a question came to, with everything it rests on."
)]
#[expect(dead_code, reason = "only its schema is used")]
struct ReportJsonSchema {
    /// Where this schema lies.
    #[serde(rename = "$schema")]
    schema: Option<String>,
    #[serde(flatten)]
    report: EvidenceReport,
}

/// The schema.
pub fn schema() -> Json {
    schema_for!(ReportJsonSchema).to_value()
}
