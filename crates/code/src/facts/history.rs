//! What the history of a repository shows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommitFact {
    /// Its id.
    pub id: String,
    /// When its author says it was written, in seconds since 1970, UTC.
    pub authored: i64,
    /// When it was committed.
    pub committed: i64,
    /// The first line of its message, cut short.
    pub subject: String,
    /// What sort of work the message tells of.
    pub kind: CommitKind,
    /// How many parents it has.
    pub parents: u32,
    /// How many files it touched, where that was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<u32>,
}

/// What a commit's message tells of.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CommitKind {
    /// Environment, dependencies, scaffolding.
    Setup,
    /// Tools, utilities, single parts.
    Tooling,
    /// Graph, pipeline, wiring of parts.
    Orchestration,
    /// Tests.
    Tests,
    /// Documentation.
    Docs,
    /// Mending and tidying.
    Fix,
    /// A merge.
    Merge,
    /// Nothing of these.
    Other,
}

/// The history as a whole. Times are in seconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommitHistory {
    /// All commits that the head rests on.
    pub commits: u64,
    /// Those with more than one parent.
    pub merges: u64,
    /// Distinct authors; their names are not kept.
    pub authors: u64,
    /// The first commit's time.
    pub first: i64,
    /// The last commit's.
    pub last: i64,
    /// Runs of commits with less than an hour between neighbours.
    pub clusters: u64,
    /// The share of commits in the largest such run, in per cent.
    pub largest_cluster: u8,
    /// The share of files that came in with the commit that brought most, in per cent; none where
    /// files were not counted commit by commit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub largest_commit: Option<u8>,
    /// The share of subjects that say something (three words or more, no bare `update`), in per cent.
    pub meaningful: u8,
    /// Kinds of work in the order in which each first shows.
    pub progression: Vec<CommitKind>,
    /// Signs that it was written anew: commit times bunched while author times are spread, times
    /// that run backwards, all times alike. In words, a sign each.
    pub rewritten: Vec<String>,
    /// Whether the submission was cut off at some depth: then counts are no facts.
    pub shallow: bool,
    /// The commits, the oldest first; the middle is left out where there are very many.
    pub log: Vec<CommitFact>,
}

impl CommitHistory {
    /// From the first to the last commit.
    pub const fn span_seconds(&self) -> i64 {
        self.last.saturating_sub(self.first)
    }
}
