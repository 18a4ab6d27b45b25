//! The parts of a policy.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use jurat_model::audit::{Enforcement, PipelineStage};

/// One mode for all stages, or one for each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AuditModes {
    /// For all.
    All(Enforcement),
    /// For each.
    PerStage(StageModes),
}

/// A mode for each stage; advisory where none is given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StageModes {
    /// After retrieval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<Enforcement>,
    /// Of the draft.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redator: Option<Enforcement>,
    /// Of the final blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub professor: Option<Enforcement>,
    /// Of the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pipeline: Option<Enforcement>,
}

impl StageModes {
    pub(super) fn of(&self, stage: PipelineStage) -> Enforcement {
        let given = match stage {
            PipelineStage::Search => self.search,
            PipelineStage::Draft => self.redator,
            PipelineStage::Final => self.professor,
            PipelineStage::Pipeline => self.pipeline,
        };
        given.unwrap_or(Enforcement::Advisory)
    }
}

/// What an answer that was not held against its sources means to whoever asked for the audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UncheckedAnswer {
    /// Nothing is settled: exit code 2.
    Unsettled,
    /// It is let through: exit code 0. The audit says NOT CHECKED all the same.
    Pass,
    /// It is refused: exit code 1.
    Fail,
}

/// Whether a pipeline waits for its audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuditTiming {
    /// It waits.
    Synchronous,
    /// It does not; severe issues become warnings of the next turn.
    Parallel,
    /// It waits for the deterministic checks; a model is asked only from the risk threshold on.
    Hybrid,
}

/// Numbers above or below which something is wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AuditThresholds {
    /// The least share of claims that a source supports.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub coverage_min: f64,
    /// Milliseconds that an agent may take, by its name; `total` is for all together.
    #[schemars(extend("additionalProperties" = {"type": "number", "minimum": 0.0}))]
    pub max_elapsed_ms: BTreeMap<String, f64>,
    /// Which provisions a word of the question calls for: `"arrependimento": ["Art. 49"]`.
    pub required_articles_by_keyword: BTreeMap<String, Vec<String>>,
}

impl Default for AuditThresholds {
    fn default() -> Self {
        Self {
            coverage_min: 0.8,
            max_elapsed_ms: BTreeMap::new(),
            required_articles_by_keyword: BTreeMap::new(),
        }
    }
}

/// What is known to be good without being among the sources.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AuditAllowlist {
    /// Labels of a legal basis, such as `Art. 49`.
    pub labels: Vec<String>,
    /// Whole addresses.
    pub urls: Vec<String>,
    /// Hosts, with all that is under them.
    pub hosts: Vec<String>,
}

/// How many there may be: `5` is at most five, `[2, 3]` from two to three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CountBound {
    /// At most.
    AtMost(usize),
    /// From, to.
    Between(usize, usize),
}

impl CountBound {
    /// The least.
    pub const fn min(self) -> usize {
        match self {
            Self::AtMost(_) => 0,
            Self::Between(min, _) => min,
        }
    }

    /// The most.
    pub const fn max(self) -> usize {
        match self {
            Self::AtMost(max) | Self::Between(_, max) => max,
        }
    }

    /// Whether a count keeps to it.
    pub const fn holds(self, count: usize) -> bool {
        self.min() <= count && count <= self.max()
    }
}

/// Sizes of the final blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BlockBounds {
    /// Lines of the summary.
    pub summary_lines: CountBound,
    /// Characters of one line before it counts as more than one.
    pub line_chars: usize,
    /// Steps.
    pub steps: CountBound,
    /// Questions that follow.
    pub follow_ups: CountBound,
    /// Questions of the quiz.
    pub quiz: CountBound,
    /// Words of the glossary.
    pub glossary: CountBound,
}

impl Default for BlockBounds {
    fn default() -> Self {
        Self {
            summary_lines: CountBound::AtMost(5),
            line_chars: 160,
            steps: CountBound::AtMost(5),
            follow_ups: CountBound::Between(2, 3),
            quiz: CountBound::AtMost(5),
            glossary: CountBound::AtMost(10),
        }
    }
}

/// How easily a text must read.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadabilityLimits {
    /// The highest grade (years of school) by the language's formula.
    #[schemars(range(min = 0.0))]
    pub max_grade: f64,
    /// The most words of a sentence.
    pub max_sentence_words: usize,
}

impl ReadabilityLimits {
    pub(super) fn by_language() -> BTreeMap<String, Self> {
        ["en", "fr", "pt"]
            .into_iter()
            .map(|code| (code.to_owned(), Self { max_grade: 14.0, max_sentence_words: 45 }))
            .collect()
    }
}

/// The plan of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PlanPolicy {
    /// Whether a plan is made where the state brings none. A plan that it brings is always checked.
    pub enabled: bool,
    /// The risk from which one is made.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub risk_threshold: f64,
}

impl Default for PlanPolicy {
    fn default() -> Self {
        Self { enabled: false, risk_threshold: 0.5 }
    }
}

/// What a model may be asked at most, for one state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ChecklistBudget {
    /// Tokens, asked and answered.
    pub max_tokens: u64,
    /// Calls.
    pub max_calls: u64,
}

impl Default for ChecklistBudget {
    fn default() -> Self {
        Self { max_tokens: 4000, max_calls: 1 }
    }
}

/// What each thing adds to the risk of an answer, from 0 to 1. They combine as independent causes
/// do: `1 − (1 − a)(1 − b)…`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RiskWeights {
    /// An issue of severity error.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub error: f64,
    /// An issue of severity warn.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub warn: f64,
    /// An issue of severity info.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub info: f64,
    /// A check that could not run.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub not_checked: f64,
    /// A draft of which nothing is supported; in proportion for a part.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub uncovered: f64,
    /// An answer without any source.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub no_sources: f64,
}

impl Default for RiskWeights {
    fn default() -> Self {
        Self {
            error: 0.4,
            warn: 0.12,
            info: 0.02,
            not_checked: 0.03,
            uncovered: 0.5,
            no_sources: 0.5,
        }
    }
}

/// How much is read of a state. What lies beyond is said to be unread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StateReadLimits {
    /// Sources; the first ones are kept.
    #[schemars(range(min = 1))]
    pub sources: usize,
    /// Bytes of one text; its beginning is kept.
    #[schemars(range(min = 1))]
    pub text_bytes: usize,
    /// Levels of nesting.
    #[schemars(range(min = 4))]
    pub depth: usize,
    /// Issues of one check; the first ones are kept and the rest counted.
    #[schemars(range(min = 1))]
    pub issues: usize,
}

impl Default for StateReadLimits {
    fn default() -> Self {
        Self {
            sources: 1000,
            text_bytes: 200_000,
            depth: 64,
            issues: 100,
        }
    }
}
