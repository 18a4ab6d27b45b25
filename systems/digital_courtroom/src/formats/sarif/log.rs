//! The shape of a SARIF 2.1.0 log, as far as it is used. Keys are written in this order.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::report::FindingLevel;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

#[derive(Serialize)]
pub(super) struct SarifLog {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [SarifRun; 1],
}

impl SarifLog {
    pub(super) const fn of(run: SarifRun) -> Self {
        Self { schema: SCHEMA, version: "2.1.0", runs: [run] }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifRun {
    pub(super) tool: SarifTool,
    pub(super) invocations: [SarifInvocation; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) version_control_provenance: Vec<SarifProvenance>,
    pub(super) original_uri_base_ids: BTreeMap<&'static str, SarifUriBase>,
    pub(super) column_kind: &'static str,
    pub(super) results: Vec<SarifResult>,
    pub(super) properties: RunProperties,
}

#[derive(Serialize)]
pub(super) struct RunProperties {
    pub(super) verdict: &'static str,
    pub(super) score: Option<String>,
    pub(super) rubric: String,
    pub(super) commit: Option<String>,
}

#[derive(Serialize)]
pub(super) struct SarifTool {
    driver: SarifDriver,
}

#[derive(Serialize)]
struct SarifDriver {
    name: &'static str,
    version: &'static str,
    rules: Vec<SarifRule>,
}

impl SarifTool {
    pub(super) const fn of(rules: Vec<SarifRule>) -> Self {
        Self {
            driver: SarifDriver {
                name: "jurat",
                version: env!("CARGO_PKG_VERSION"),
                rules,
            },
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifRule {
    pub(super) id: String,
    pub(super) short_description: SarifMessage,
    pub(super) help: SarifMessage,
    pub(super) default_configuration: SarifConfiguration,
    pub(super) properties: RuleProperties,
}

#[derive(Serialize)]
pub(super) struct SarifConfiguration {
    pub(super) level: FindingLevel,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct RuleProperties {
    pub(super) tags: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) security_severity: Option<&'static str>,
}

#[derive(Serialize)]
pub(super) struct SarifMessage {
    text: String,
}

impl SarifMessage {
    pub(super) fn of(text: &str) -> Self {
        Self { text: text.to_owned() }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifInvocation {
    pub(super) execution_successful: bool,
    pub(super) tool_execution_notifications: Vec<SarifNotification>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifNotification {
    pub(super) level: FindingLevel,
    pub(super) message: SarifMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) associated_rule: Option<SarifRuleReference>,
}

/// The rule that a notification is about.
#[derive(Serialize)]
pub(super) struct SarifRuleReference {
    pub(super) id: String,
    pub(super) index: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifProvenance {
    pub(super) repository_uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) revision_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) branch: Option<String>,
    pub(super) mapped_to: SarifArtifactLocation,
}

#[derive(Serialize)]
pub(super) struct SarifUriBase {
    pub(super) description: SarifMessage,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifResult {
    pub(super) rule_id: String,
    pub(super) rule_index: usize,
    pub(super) level: FindingLevel,
    pub(super) message: SarifMessage,
    pub(super) locations: Vec<SarifLocation>,
    pub(super) partial_fingerprints: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifLocation {
    pub(super) physical_location: SarifPhysicalLocation,
    pub(super) message: SarifMessage,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifPhysicalLocation {
    pub(super) artifact_location: SarifArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) region: Option<SarifRegion>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifArtifactLocation {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uri: Option<String>,
    pub(super) uri_base_id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifRegion {
    pub(super) start_line: u32,
    pub(super) end_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) snippet: Option<SarifMessage>,
}
