//! What the gatekeeper says, and what is decided.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{FactPlace, FindingSeverity};

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GatekeeperReview {
    pub compliance_issues: Vec<ComplianceIssue>,
    pub refusal_risks: Vec<ComplianceIssue>,
    /// Required fixes.
    pub recommendations: Vec<String>,
    /// `PASS` or `FIX`.
    pub status: String,
    /// The quality checklist, where it was gone through.
    pub quality: Vec<QualityCheck>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComplianceIssue {
    pub code: String,
    pub severity: FindingSeverity,
    pub words: String,
    pub fix: String,
    pub places: Vec<FactPlace>,
}

/// A point of the quality checklist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QualityCheck {
    pub code: String,
    pub words: String,
    /// Nothing where it could not be told.
    pub holds: Option<bool>,
    pub reason: String,
}

/// The judgment, as the reporter is given it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AuditJudgment {
    pub verdict: VerdictWord,
    pub recommendation: FinalRecommendation,
    pub current_score: Option<u32>,
    pub projected_score: Option<u32>,
    /// `high`, `medium`, `low`.
    pub confidence: String,
    /// At most six.
    pub strengths: Vec<String>,
    pub critical_issues: Vec<String>,
    pub concerns: Vec<String>,
    pub required_actions: Vec<String>,
    pub recommended_actions: Vec<String>,
    pub missing_documents: Vec<String>,
    pub document_quality_issues: Vec<String>,
    pub evidence_gaps: Vec<String>,
    pub scenario: String,
    pub reasoning: String,
    /// How it came about, rule by rule.
    pub trace: Vec<VerdictStep>,
    /// The pills that forced it.
    pub pills: Vec<String>,
}

/// A rule of the verdict and what it did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VerdictStep {
    pub rule: String,
    pub applied: String,
}

/// The verdicts of all workflows.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub enum VerdictWord {
    #[serde(rename = "GO")]
    Go,
    #[serde(rename = "CAUTION")]
    Caution,
    #[serde(rename = "NO-GO")]
    NoGo,
    #[serde(rename = "APPROVE")]
    Approve,
    #[serde(rename = "REVISE")]
    Revise,
    #[serde(rename = "APPEAL")]
    Appeal,
    #[serde(rename = "REAPPLY")]
    Reapply,
    #[serde(rename = "ABANDON")]
    Abandon,
    #[serde(rename = "COMPLETE")]
    Complete,
    #[serde(rename = "INCOMPLETE")]
    Incomplete,
    #[serde(rename = "READY")]
    Ready,
    #[serde(rename = "NEEDS_REVISION")]
    NeedsRevision,
    /// Too little could be read to decide.
    #[serde(rename = "NOT_ASSESSABLE")]
    NotAssessable,
}

/// The final decision that every report carries.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub enum FinalRecommendation {
    #[serde(rename = "PROCEED")]
    Proceed,
    #[serde(rename = "REVISE")]
    Revise,
    #[serde(rename = "HIGH-RISK")]
    HighRisk,
    #[serde(rename = "NOT_ASSESSABLE")]
    NotAssessable,
}
