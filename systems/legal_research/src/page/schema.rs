//! The published schema of a report's JSON.

use schemars::{JsonSchema, schema_for};
use serde_json::Value as Json;

use crate::report::ResearchReport;

/// A report as its JSON holds it.
#[derive(JsonSchema)]
#[schemars(
    title = "Research",
    description = "What a legal question came to, step by step, with everything it rests on."
)]
#[expect(dead_code, reason = "only its schema is used")]
struct ResearchJsonSchema {
    /// Where this schema lies.
    #[serde(rename = "$schema")]
    schema: Option<String>,
    #[serde(flatten)]
    report: ResearchReport,
}

pub fn schema() -> Json {
    schema_for!(ResearchJsonSchema).to_value()
}
