//! Security findings: structured, with a place, never a word in prose.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SecurityFinding {
    /// The rule, such as `shell-command`.
    pub rule: String,
    /// How bad.
    pub severity: SecuritySeverity,
    /// The weakness, as `CWE-78`.
    pub cwe: String,
    /// In words.
    pub message: String,
    /// What would mend it.
    pub remediation: String,
    /// Whether it can matter.
    pub exposure: FindingExposure,
    /// Whether the pattern alone proves it: `os.system` with a value from outside does, an unusual
    /// call does not.
    pub confirmed: bool,
}

/// How bad.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SecuritySeverity {
    /// Worth a look.
    Low,
    /// Should be mended.
    Medium,
    /// Must be mended.
    High,
}

/// Whether a finding can matter.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum FindingExposure {
    /// In the product.
    Reachable,
    /// In tests, examples or code of others.
    TestOnly,
}
