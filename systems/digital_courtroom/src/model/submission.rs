//! What lies before the court besides the evidence: what was submitted, indexes, held texts.

use jurat_code::facts::{FileFact, RepoIdentity, SkippedFile, SymbolDefinition};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{EvidenceId, PaperIdentity};

/// Whether a part of the submission can be looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "is", content = "why")]
pub enum ArtifactAvailability {
    /// It was not given, or not asked for.
    #[default]
    NotGiven,
    /// It was read.
    Read,
    /// It was given and could not be read; why, in words.
    Unreadable(String),
}

/// What was submitted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Submission {
    /// Whether the repository can be looked at.
    pub repo: ArtifactAvailability,
    /// Whether its history can.
    pub history: ArtifactAvailability,
    /// Whether the paper can.
    pub docs: ArtifactAvailability,
    /// Whether its pictures can.
    pub vision: ArtifactAvailability,
    /// Which repository.
    pub repository: Option<RepoIdentity>,
    /// Which paper.
    pub paper: Option<PaperIdentity>,
    /// Files that were not looked into, limits that cut something off: in words.
    pub remarks: Vec<String>,
    /// Code that was not read, in groups.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_read: Vec<UnreadGroup>,
    /// Why the rubric was chosen, where nobody named one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rubric_reason: String,
}

/// Things of one kind that were not read: they count neither for nor against anybody.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct UnreadGroup {
    /// What they are, as many as there are: `files of Ruby`.
    pub what: String,
    /// How many.
    pub count: u64,
    /// Why.
    pub why: String,
    /// What would change that; empty where nothing would.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
}

/// What claims are held against.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepoIndex {
    /// Every file, by path.
    pub files: Vec<FileFact>,
    /// What is defined where.
    pub symbols: Vec<SymbolDefinition>,
    /// Names that code says, wherever it does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Files of code that nobody looked into, and why; no path where a limit cut facts off. What
    /// these may hold is not known to be absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<SkippedFile>,
}

/// What a detective answered to the query of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckAnswer {
    /// The criterion.
    pub criterion_id: String,
    /// The check.
    pub check_id: String,
    /// How many facts fit.
    pub total: u64,
    /// Those that are shown, at most a few.
    pub evidence: Vec<EvidenceId>,
    /// Some that would fit but do nothing, where only what does something counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hollow: Vec<EvidenceId>,
    /// Why it could not be answered, where it could not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}
