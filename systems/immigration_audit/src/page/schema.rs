//! The published schema of a report's JSON.

use schemars::{JsonSchema, schema_for};
use serde_json::Value as Json;

use crate::model::AuditReport;

/// A report as its JSON holds it.
#[derive(JsonSchema)]
#[schemars(
    title = "ImmigrationAudit",
    description = "What an audit of a client's folder came to, with everything it rests on."
)]
#[expect(dead_code, reason = "only its schema is used")]
struct AuditJsonSchema {
    /// Where this schema lies.
    #[serde(rename = "$schema")]
    schema: Option<String>,
    #[serde(flatten)]
    report: AuditReport,
}

pub fn schema() -> Json {
    schema_for!(AuditJsonSchema).to_value()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    #![expect(clippy::disallowed_methods, reason = "whoever runs the test asks for the file")]

    use std::fs;

    use super::schema;

    #[test]
    fn the_published_schema_is_that_of_reports() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/report.schema.json");
        let made = format!("{}\n", serde_json::to_string_pretty(&schema()).unwrap());
        if std::env::var_os("JURAT_UPDATE").is_some() {
            fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/schema")).unwrap();
            fs::write(path, &made).unwrap();
        }
        assert!(fs::read_to_string(path).unwrap() == made, "`JURAT_UPDATE=1` writes it anew");
    }
}
