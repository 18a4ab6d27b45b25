//! Checks of a rubric: what is asked of which facts, what is expected, what came of it.

use jurat_code::facts::{AstQuery, CommitKind, FileRole, SyntaxFact};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Evidence, EvidenceFact, EvidenceId};

/// One check of a criterion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RubricCheck {
    /// Its name within the criterion.
    pub id: String,
    /// In words: what is looked for.
    #[serde(default)]
    pub description: String,
    /// What is counted or measured.
    pub query: RubricQuery,
    /// What is expected of it.
    pub expect: ExpectedRange,
    /// What must be there for the check to mean anything; without it there is nothing to measure,
    /// and `on_missing` says what that means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<CheckPrecondition>,
    /// How much it counts.
    #[serde(default = "one")]
    pub weight: u32,
    /// How bad it is if it is not met.
    #[serde(default)]
    pub severity: CheckSeverity,
    /// What it is about: the Tech Lead looks at function and architecture alone.
    #[serde(default)]
    pub aspect: CheckAspect,
    /// What it means that nothing was found.
    #[serde(default)]
    pub on_missing: OnMissing,
    /// What the Prosecutor charges if something shows that it is not met; never for what was not
    /// seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charge: Option<String>,
    /// What must be shown besides for the charge to be brought: that the paper claims it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charge_given: Option<CheckPrecondition>,
    /// What the number is a ratio to, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per: Option<MeasureBase>,
    /// What would mend it: `change X in file Y`.
    #[serde(default)]
    pub remediation: String,
}

const fn one() -> u32 {
    1
}

/// What a number is a ratio to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MeasureBase {
    /// A thousand lines of code of the product, in the languages that the query names; rounded
    /// down.
    ThousandLines,
}

/// What must be there for a check to mean anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckPrecondition {
    /// In words, after `where`: `the code asks a model`.
    pub when: String,
    /// What is counted or measured.
    pub query: RubricQuery,
    /// What is expected of it; in part is not enough.
    pub expect: ExpectedRange,
}

/// What is measured. Each yields a number and the evidence for it, and says of each kind what a
/// number that falls short shows: that it is not so, or only that it was not seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RubricQuery {
    /// Something of the history. The whole of it is known: what falls short is shown.
    Git(GitMeasure),
    /// Files whose path fits one of the patterns. All files are known: that none fits is shown,
    /// unless `on_missing` says that the names are a guess.
    File {
        /// Patterns with `*` and `**`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        path: Vec<String>,
        /// Files that are for this count as well, whatever they are called: of tests those in a
        /// language. What a file is for is told by its folder, its name and what it says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<FileRole>,
        /// What of them is counted.
        #[serde(default)]
        measure: FileMeasure,
    },
    /// How many facts of code fit. Too few were not seen: code can say a thing in other words. Too
    /// many are shown.
    Ast(AstQuery),
    /// Something of the orchestration graphs. No graph was not seen; the edges of one that is there
    /// show what it does not do.
    Graph(GraphMeasure),
    /// The largest share of text, in per cent, that two of several texts have in common. Texts that
    /// are not found were not seen.
    TextSimilarity {
        /// The texts, one selector each.
        texts: Vec<TextSelector>,
    },
    /// Something of the paper's text. Terms that stand there unexplained are shown to be; terms and
    /// headings that are not there were not seen.
    Doc(DocMeasure),
    /// Claims of the paper, held against the repository. A file that is claimed by its path and is
    /// not there is shown to be missing.
    Claims(ClaimMeasure),
    /// Figures of the paper, held against the code. Rows that the code does not run side by side are
    /// shown; labels that are not read were not seen.
    Diagram(DiagramMeasure),
    /// Security findings of these rules, or of all; confirmed and reachable ones alone.
    Security {
        /// Names with `*`; empty for all.
        #[serde(default)]
        rules: Vec<String>,
    },
}

/// What of a history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GitMeasure {
    /// Commits.
    Commits,
    /// Merges.
    Merges,
    /// Authors.
    Authors,
    /// Hours from the first to the last.
    SpanHours,
    /// Runs of commits close to each other.
    Clusters,
    /// The share of commits in the largest run, in per cent.
    LargestCluster,
    /// The share of files that one commit brought, in per cent.
    LargestCommit,
    /// The share of subjects that say something, in per cent.
    Meaningful,
    /// How many of these kinds of work first show in this order.
    Progression(Vec<CommitKind>),
    /// Signs that it was written anew.
    Rewritten,
}

/// What of files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FileMeasure {
    /// How many there are.
    #[default]
    Count,
    /// How many do something.
    Substantive,
    /// How many are there and do nothing.
    Hollow,
    /// Lines of code in them together.
    CodeLines,
}

/// What of graphs. The best graph of the repository counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GraphMeasure {
    /// Graphs.
    Count,
    /// Nodes.
    Nodes,
    /// Edges of any kind.
    Edges,
    /// Conditional edges.
    Conditional,
    /// Nodes that lead to several at once.
    FanOuts,
    /// Nodes in which several branches meet.
    FanIns,
    /// How many nodes with such names run beside each other between a common node before and a
    /// common node after.
    Parallel(Vec<String>),
    /// Nodes with such names.
    Named(Vec<String>),
    /// Nodes that do nothing: they give back a constant, their argument or nothing.
    HollowNodes,
    /// How many nodes with such names can come to a call of a model.
    Asking(Vec<String>),
}

/// A text to compare.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TextSelector {
    /// What holds it, with `*`: `PROSECUTOR*`.
    #[serde(default)]
    pub name: Vec<String>,
    /// The file, with `*`: `prompts/prosecutor*`.
    #[serde(default)]
    pub path: Vec<String>,
}

/// What of a paper's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DocMeasure {
    /// How many of these terms stand in a paragraph that explains them.
    Substantive(Vec<String>),
    /// The same, and the paragraph names a file or identifier that is there.
    Anchored(Vec<String>),
    /// How many of these terms are there and never explained.
    Dropped(Vec<String>),
    /// How many of these terms stand there at all.
    Named(Vec<String>),
    /// How many of these headings, with `*`, are there.
    Headings(Vec<String>),
    /// Words.
    Words,
    /// Orders to whoever reads it.
    Orders,
}

impl DocMeasure {
    /// The terms or headings that it counts.
    pub fn names(&self) -> Option<&[String]> {
        match self {
            Self::Headings(names) => Some(names),
            Self::Words | Self::Orders => None,
            _ => self.terms(),
        }
    }

    pub fn terms(&self) -> Option<&[String]> {
        match self {
            Self::Substantive(terms)
            | Self::Anchored(terms)
            | Self::Dropped(terms)
            | Self::Named(terms) => Some(terms),
            _ => None,
        }
    }
}

/// What of claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimMeasure {
    /// All that say something is there.
    Claimed,
    /// Those that are borne out.
    Verified,
    /// The share of those, in per cent.
    VerifiedShare,
    /// Those whose file is empty.
    Hollow,
    /// Those that are not borne out.
    Missing,
}

/// What of figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiagramMeasure {
    /// Figures.
    Figures,
    /// The share of the code's nodes that the best figure shows, in per cent.
    ShownShare,
    /// Labels that look like nodes and are none in the code.
    Invented,
    /// Rows that the code runs beside each other.
    Parallel,
    /// Rows that it does not.
    NotParallel,
    /// How many of these labels, with `*`, some figure shows.
    Labelled(Vec<String>),
}

/// What is expected of a number. Both bounds are included. Between `partly` and a bound the
/// degree grows evenly.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedRange {
    /// At least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<u64>,
    /// At most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u64>,
    /// Beyond this (below `min`, above `max`) nothing is met; none means that all or nothing is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partly: Option<u64>,
}

/// How bad it is if a check is not met.
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
pub enum CheckSeverity {
    /// A blemish.
    Minor,
    /// A fault.
    #[default]
    Major,
    /// What the criterion stands or falls with.
    Critical,
}

/// What a check is about.
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
pub enum CheckAspect {
    /// It works.
    #[default]
    Function,
    /// It is built well.
    Architecture,
    /// It is safe.
    Security,
    /// It is told well.
    Documentation,
    /// It was made well.
    Process,
}

/// What it means that nothing was found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnMissing {
    /// What the kind of query says of itself.
    #[default]
    ByKind,
    /// The check is not met: whoever wrote the rubric takes its absence for a failure.
    Fail,
    /// Nothing can be said.
    NotAssessable,
}

/// Why a check is not assessable.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum UnassessedReason {
    /// It was looked for and not seen; nothing shows that it is not there.
    NotSeen,
    /// What it may lie in was not read, or could not be understood.
    NotRead,
    /// What it is about was not given.
    NotGiven,
    /// Only a person can tell.
    ForPeople,
}

/// What came of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckResult {
    /// The criterion.
    pub criterion_id: String,
    /// The check.
    pub check_id: String,
    /// In words: what was looked for.
    pub description: String,
    /// Whether it is met.
    pub outcome: CheckOutcome,
    /// Why it is not assessable, where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unassessed: Option<UnassessedReason>,
    /// How far, in per cent; 0 where it is not assessable.
    pub degree: u8,
    /// What was measured; none where nothing could be.
    pub measured: Option<u64>,
    /// What was seen, in words: `14 commits`.
    pub observed: String,
    /// What was expected, in words: `at least 4 commits`.
    pub expected: String,
    /// How much it counts.
    pub weight: u32,
    /// How bad it is if it is not met.
    pub severity: CheckSeverity,
    /// What it is about.
    pub aspect: CheckAspect,
    /// The charge, where it has one and what was measured does not meet it. Where there was nothing
    /// to measure nobody did what is charged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charge: Option<String>,
    /// What would mend it.
    pub remediation: String,
    /// What shows it. Never empty for a check that was measured.
    pub evidence: Vec<EvidenceId>,
    /// The rule and what it looks at, hashed, so that two audits can be compared: lines may move.
    pub fingerprint: String,
}

impl CheckResult {
    /// Whether something is to be done where evidence of it lies: not where that lies of which more
    /// is wanted.
    pub(crate) fn shows_where(&self, evidence: &Evidence) -> bool {
        let wants_more = self.expected.starts_with("at least");
        let done = match &evidence.fact {
            EvidenceFact::Syntax(SyntaxFact::Function { hollow, .. }) => hollow.is_none(),
            EvidenceFact::Syntax(_) => true,
            _ => false,
        };
        !(wants_more && done)
    }
}

/// Whether a check is met.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CheckOutcome {
    /// Wholly.
    Met,
    /// In part.
    Partly,
    /// Not at all.
    Unmet,
    /// It could not be told. Never a pass.
    NotAssessable,
}

impl CheckOutcome {
    /// Whether something is left to do: it is not met, or only in part.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Unmet | Self::Partly)
    }
}
