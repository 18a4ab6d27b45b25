//! The report of an audit: everything that a page shows, and nothing that a page would have to compute.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    AuditJudgment, AuditTier, DefensibilityScore, DetectiveFindings, EvidencePlan, FactPlace,
    Finding, GatekeeperReview, MatterFile, MatterProfile, PackAssessment, PartialDate,
    PeopleRecord, TierLimits, VerificationRecord, WorkflowName,
};

/// The report of an audit. What a workflow has no stage for is nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AuditReport {
    pub workflow: WorkflowName,
    pub tier: AuditTier,
    pub limits: TierLimits,
    /// The day that it is dated to, as `2026-01-09`.
    pub as_of: String,
    /// The seed's words, first on every page.
    pub disclaimer: String,
    /// `PASS` or `INCOMPLETE`, with the reason.
    pub verification_status: String,
    pub incomplete_reason: Option<String>,
    pub summary: CaseSummary,
    pub files: Vec<MatterFile>,
    pub profile: MatterProfile,
    pub timeline: Vec<TimelineEvent>,
    /// What people said before. Reports of earlier versions have none.
    #[serde(default)]
    pub people: PeopleRecord,
    pub findings: Vec<Finding>,
    pub assessment: PackAssessment,
    pub research: Option<DetectiveFindings>,
    pub score: Option<DefensibilityScore>,
    pub plan: EvidencePlan,
    pub review: Option<GatekeeperReview>,
    pub verification: Option<VerificationRecord>,
    pub judgment: AuditJudgment,
    /// What a refusal letter says and what follows, in refusal analysis.
    pub refusal: Option<serde_json::Value>,
    /// A letter to the client in plain language, by language, in client guidance.
    pub letters: std::collections::BTreeMap<String, String>,
}

/// What the matter is, in a few rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseSummary {
    /// `spousal`, `study`, `work`, `visitor`, `refugee`, `express_entry`, `other`.
    pub application_type: String,
    /// Why it was taken for that.
    pub type_reason: String,
    pub applicant: Option<String>,
    pub sponsor: Option<String>,
    /// Names and values, at most eight.
    pub key_facts: Vec<(String, String)>,
    pub counts: FileCounts,
    /// Files that were not read, with why: they stand on page one.
    pub not_read: Vec<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileCounts {
    pub total_files: u32,
    pub extracted_count: u32,
    /// Read in part.
    pub partial_count: u32,
    pub failed_count: u32,
}

/// An event of the people's lives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TimelineEvent {
    pub date: PartialDate,
    pub until: Option<PartialDate>,
    pub person: String,
    pub words: String,
    pub places: Vec<FactPlace>,
}
