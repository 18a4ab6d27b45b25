//! Tiers with their limits, and the six workflows by name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum AuditTier {
    #[default]
    Guest,
    Pro,
    Ultra,
}

/// What a tier may do: the rows of `data/tiers.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the table of tiers says yes or no in each row"
)]
pub struct TierLimits {
    pub max_citations: u32,
    pub max_agent_calls: u32,
    pub max_verify_iterations: u32,
    pub kg_search: bool,
    pub deep_analysis: bool,
    pub multi_round: bool,
    pub max_report_lines: u32,
    pub detective_lines: u32,
    pub strategist_lines: u32,
    pub gatekeeper_lines: u32,
    pub verifier_lines: u32,
    /// Pills of this severity and above stand in the report: `critical`, `high`, `low` for all.
    pub poison_pill_threshold: super::FindingSeverity,
    /// Whether the report has the table of citations and the legal framework.
    pub citation_table: bool,
}

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum WorkflowName {
    RiskAudit,
    InitialAssessment,
    FinalReview,
    RefusalAnalysis,
    DocumentList,
    ClientGuidance,
}
