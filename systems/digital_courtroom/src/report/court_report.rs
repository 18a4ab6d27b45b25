//! The shape of a court's report: the public keys first, then what they rest on.

use std::collections::BTreeMap;

use jurat_canon::Hash;
use jurat_code::facts::{
    CommitKind, FindingExposure, OrchestrationEdge, RepoIdentity, SecuritySeverity,
};
use jurat_model::{EvidenceLocation, LineRange, ModelUse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::RemedialAction;
use crate::model::{
    ArtifactAvailability, AuditReport, CheckOutcome, ClaimStatus, EvidenceId, PaperIdentity,
    RubricNote, RubricScale, RubricScore, UnreadGroup,
};

/// The report of a court, with everything that it rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CourtReport {
    /// Summary, criteria, plan, narrative, whole: under the keys that are known for them.
    #[serde(flatten)]
    pub audit: AuditReport,
    /// The plan as one list: what to do, the worst first, each thing once.
    #[serde(default)]
    pub actions: Vec<RemedialAction>,
    /// The day that it is meant for, where one was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<String>,
    /// What was looked at.
    pub submission: ReportedSubmission,
    /// What was scored, and how.
    pub rubric: ReportedRubric,
    /// The best orchestration graph, or that there is none.
    pub graph: GraphFacts,
    /// Unmet checks and security findings, the worst first: what two reports are compared by.
    pub findings: Vec<CourtFinding>,
    /// Security findings, the worst first.
    pub security: Vec<SecurityRow>,
    /// Claims of the paper, held against the repository.
    pub claims: ClaimsSection,
    /// Figures of the paper, held against the code.
    pub diagrams: Vec<DiagramRow>,
    /// Text that addresses whoever judges. It was flagged, and not obeyed.
    pub orders: Vec<OrderRow>,
    /// What the history shows; none where there is none to read.
    pub history: Option<HistoryFacts>,
    /// All evidence that is cited, by alias.
    pub evidence: Vec<CitedEvidence>,
    /// What was not assessed, and why.
    pub not_assessed: Vec<NotAssessed>,
    /// What was not read, in groups: it counts neither for nor against anybody.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_read: Vec<UnreadGroup>,
    /// What models did, and what it took.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub model_use: Vec<ModelUse>,
    /// Limits, files that were skipped, what was put right: in words.
    pub remarks: Vec<String>,
    /// What the report is not.
    pub disclaimer: String,
}

/// What was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReportedSubmission {
    /// Which repository; of a place on a disk only the last name.
    pub repository: Option<RepoIdentity>,
    /// Which paper.
    pub paper: Option<PaperIdentity>,
    /// Whether the repository could be looked at.
    pub repo: ArtifactAvailability,
    /// Whether its history could.
    pub history: ArtifactAvailability,
    /// Whether the paper could.
    pub docs: ArtifactAvailability,
    /// Whether its pictures could.
    pub vision: ArtifactAvailability,
}

impl ReportedSubmission {
    /// Whether something that was given could not be read.
    pub fn any_unreadable(&self) -> bool {
        [&self.repo, &self.docs, &self.vision]
            .iter()
            .any(|part| matches!(part, ArtifactAvailability::Unreadable(_)))
    }
}

/// What was scored, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReportedRubric {
    /// What it is called.
    pub name: String,
    /// As it says.
    pub version: String,
    /// What it is for.
    pub grading_target: String,
    /// The scale that its file declares.
    pub scale: RubricScale,
    /// BLAKE3 of the rubric as it was understood.
    #[schemars(with = "String")]
    pub hash: Hash,
    /// How many criteria it has.
    pub criteria: u32,
    /// From this score on a criterion passes.
    pub pass: RubricScore,
    /// From this score on it passes in part.
    pub partial: RubricScore,
    /// From this spread on opinions are said to differ.
    pub variance_threshold: u8,
    /// The rules of synthesis as its file words them.
    pub rules: BTreeMap<String, String>,
    /// What of it has no meaning here, or was taken otherwise than written.
    pub notes: Vec<RubricNote>,
    /// That it is meant for other repositories, where it is. No verdict changes for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsuited: Option<String>,
    /// Why it was chosen, where nobody named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
}

/// The best orchestration graph. The first eight keys are those that public auditors use; where
/// there is no graph they say so.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "the keys are prescribed")]
pub struct GraphFacts {
    /// Whether a graph builder is made.
    pub has_state_graph: bool,
    /// Whether edges are added by a call.
    pub has_add_edge: bool,
    /// Whether one node leads to several at once.
    pub has_fan_out: bool,
    /// Whether several branches meet in one node before anything goes on.
    pub has_evidence_aggregator: bool,
    /// Whether two or more judges run beside each other.
    pub has_parallel_judges: bool,
    /// The nodes, in order of their names.
    pub node_names: Vec<String>,
    /// Edges added by a plain call.
    pub edge_count: u32,
    /// A sentence about it, or why there is none.
    pub details: String,
    /// Whether there is a graph.
    pub found: bool,
    /// The library; empty where there is no graph.
    pub framework: String,
    /// How often conditional edges are added.
    pub conditional_count: u32,
    /// Every edge that can be told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<OrchestrationEdge>,
    /// Nodes that do nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hollow_nodes: Vec<String>,
    /// Routes that could not be told from the code.
    pub unresolved: Vec<String>,
    /// Further graphs of the repository.
    pub others: u32,
    /// Where they are built, and of those that may never run, that they may not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_places: Vec<String>,
    /// Its evidence.
    pub evidence: Option<EvidenceId>,
}

/// Something to mend: an unmet check, or a security finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CourtFinding {
    /// `criterion/check`, or `security/rule`.
    pub rule: String,
    /// Which of the two.
    pub sort: FindingSort,
    /// How bad.
    pub level: FindingLevel,
    /// What the rule asks for.
    pub title: String,
    /// What was seen instead.
    pub message: String,
    /// What would mend it.
    pub help: String,
    /// The criterion, of a check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criterion_id: Option<String>,
    /// How far it is met, of a check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<CheckOutcome>,
    /// The weakness, of a security finding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwe: Option<String>,
    /// Where.
    pub places: Vec<FindingPlace>,
    /// Of rule, file and words; lines may move.
    pub fingerprint: String,
    /// Of rule and words alone; files may move too.
    pub content_fingerprint: String,
}

/// Where a finding comes from.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum FindingSort {
    /// A check of the rubric.
    Check,
    /// A security rule.
    Security,
}

/// How bad a finding is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum FindingLevel {
    /// Must be mended.
    Error,
    /// Should be.
    Warning,
    /// Worth a look.
    Note,
}

/// A place of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FindingPlace {
    /// The evidence.
    pub evidence: EvidenceId,
    /// As people write it.
    pub pointer: String,
    /// The file; empty for the whole.
    pub path: String,
    /// Whether the file is one of the repository; else it is the paper.
    pub in_repository: bool,
    /// The lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<LineRange>,
    /// The page of a paper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// The words that stand there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub snippet: String,
}

/// A security finding with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SecurityRow {
    /// The rule.
    pub rule: String,
    /// How bad.
    pub severity: SecuritySeverity,
    /// The weakness.
    pub cwe: String,
    /// In words.
    pub message: String,
    /// What would mend it.
    pub remediation: String,
    /// Whether it can matter.
    pub exposure: FindingExposure,
    /// Whether the pattern alone proves it.
    pub confirmed: bool,
    /// Its evidence.
    pub evidence: EvidenceId,
    /// Where, as people write it.
    pub pointer: String,
}

/// Claims of the paper, held against the repository.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClaimsSection {
    /// Those that are there and do something.
    pub verified: u32,
    /// Those that are there and empty.
    pub hollow: u32,
    /// Those that are not there.
    pub missing: u32,
    /// Those that were not said to be there yet.
    pub planned: u32,
    /// Examples, and what was said not to be there.
    pub aside: u32,
    /// Those of which nobody can tell: code that was not read may hold them.
    #[serde(default)]
    pub untold: u32,
    /// Why there are none, where there are none.
    pub note: String,
    /// Every one, the worst first.
    pub rows: Vec<ClaimRow>,
}

/// A claim held against the repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClaimRow {
    /// The path or identifier.
    pub name: String,
    /// What became of it.
    pub status: ClaimStatus,
    /// The file, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Where the paper says it.
    pub pointer: String,
    /// The evidence that it was held against the repository.
    pub evidence: EvidenceId,
}

/// A figure held against the code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiagramRow {
    /// Where the figure stands.
    pub pointer: String,
    /// Nodes of the code that it shows.
    pub shown: Vec<String>,
    /// Nodes of the code that it does not.
    pub left_out: Vec<String>,
    /// Labels that look like nodes and are none in the code.
    pub invented: Vec<String>,
    /// Rows that the code runs beside each other.
    pub parallel: Vec<Vec<String>>,
    /// Rows that it does not.
    pub not_parallel: Vec<Vec<String>>,
    /// Whether nothing speaks against it.
    pub agrees: bool,
    /// The evidence of the comparison.
    pub evidence: EvidenceId,
}

/// Text that addresses whoever judges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OrderRow {
    /// The words.
    pub words: String,
    /// Why they are taken for an order.
    pub why: String,
    /// Whether a person would not see them.
    pub hidden: bool,
    /// Where.
    pub pointer: String,
    /// The evidence.
    pub evidence: EvidenceId,
}

/// What the history shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HistoryFacts {
    /// All of it in a sentence.
    pub words: String,
    /// Commits.
    pub commits: u64,
    /// Those with more than one parent.
    pub merges: u64,
    /// Distinct authors.
    pub authors: u64,
    /// The day of the first commit, UTC.
    pub first: String,
    /// The day of the last.
    pub last: String,
    /// Whole hours between them.
    pub span_hours: u64,
    /// Runs of commits close to each other.
    pub clusters: u64,
    /// The share of commits in the largest run, in per cent.
    pub largest_cluster: u8,
    /// The share of files that one commit brought, in per cent; none where they were not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub largest_commit: Option<u8>,
    /// The share of subjects that say something, in per cent.
    pub meaningful: u8,
    /// Kinds of work in the order in which each first shows.
    pub progression: Vec<CommitKind>,
    /// Signs that it was written anew.
    pub rewritten: Vec<String>,
    /// Whether it was cut off: then counts are no facts.
    pub shallow: bool,
    /// Its evidence.
    pub evidence: EvidenceId,
}

/// Evidence that is cited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CitedEvidence {
    /// By content.
    pub id: EvidenceId,
    /// What people see.
    pub alias: String,
    /// The sort of fact.
    pub kind: String,
    /// Whether what was sought was found.
    pub found: bool,
    /// The fact in a few words.
    pub says: String,
    /// Where it lies.
    pub location: EvidenceLocation,
    /// The same as people write it: `src/graph.py:10-24 @860fa77b64f9`.
    pub pointer: String,
    /// The words that stand there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub snippet: String,
    /// The criteria that rest on it.
    pub cited_by: Vec<String>,
}

/// Something that was not assessed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct NotAssessed {
    /// A part of the submission, a criterion, or a check of one.
    pub what: String,
    /// Why.
    pub why: String,
    /// The criterion, where it is one or a check of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criterion_id: Option<String>,
}
