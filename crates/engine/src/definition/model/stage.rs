//! Stages: what runs, on what it rests, and what it may write.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{ExtensionFields, is_default, join::JoinDef};

/// One stage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StageDef {
    /// Unique name within the workflow: small letters, digits, `-` and `_`.
    pub id: String,
    /// The stage function that does the work; `pass` does nothing. A stage without it, and
    /// without `interrupt`, is done from outside (pull mode).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// A question to a person instead of a function.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interrupt: Option<InterruptDef>,
    /// The role that plays this stage, for people and for pull mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What the stage does, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// A required stage that fails fails the run, and one whose `when` is false skips its branch;
    /// one that is not required is passed over in both cases.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub required: bool,
    /// The stages whose results it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<String>,
    /// CEL condition, evaluated when the inputs are there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// Exclusive choice among successors, evaluated when the stage is done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub route: Vec<RouteDef>,
    /// Fixed settings handed to the stage function.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<Json>,
    /// The channels that its patch may write.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<String>,
    /// When its inputs suffice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub join: JoinDef,
    /// CEL expression of a list: one instance per element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_each: Option<ForEachDef>,
    /// What one failed instance of a fan-out does to the others.
    #[serde(default, skip_serializing_if = "is_default")]
    pub on_failure: OnFailure,
    /// How many times a failed attempt may be repeated.
    #[serde(default, skip_serializing_if = "is_default")]
    pub retry_limit: u32,
    /// Pause before the first retry; doubles each time, up to `retry_cap_ms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_backoff_ms: Option<u64>,
    /// Longest pause between retries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_cap_ms: Option<u64>,
    /// An attempt that takes longer fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
    /// What running it does to the world.
    #[serde(default, skip_serializing_if = "is_default")]
    pub effect: EffectClass,
    /// The run's outcome once this stage is done (a stage that refuses, or that gives up).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<RunOutcome>,
    /// Free data for people and for later layers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Json>,
    /// `x-*` keys.
    #[serde(flatten)]
    pub extra: ExtensionFields,
}

/// A question to a person. The answer is written to `to` as `{answer, author, reason}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InterruptDef {
    /// The question.
    pub prompt: String,
    /// The only answers allowed; any JSON value without it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Json>,
    /// The channel that receives the answer.
    pub to: String,
}

/// One branch of a route: the first whose condition holds is taken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RouteDef {
    /// CEL condition; a branch without one always holds and must be the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// The successor or successors that get a token; the other successors named by this route get
    /// a skip token. An empty list takes none.
    pub to: OneOrMany,
}

/// One name or a list of names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    /// The names.
    pub fn names(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Many(names) => names,
        }
    }

    /// The names, each with the JSON pointer to it; `pointer` is that of the whole.
    pub(in crate::definition) fn places(&self, pointer: &str) -> Vec<(String, &str)> {
        match self {
            Self::One(name) => vec![(pointer.to_owned(), name)],
            Self::Many(names) => {
                let places = names.iter().enumerate();
                places
                    .map(|(at, name)| (format!("{pointer}/{at}"), name.as_str()))
                    .collect()
            }
        }
    }
}

/// The elements of a fan-out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ForEachDef {
    Items(String),
    Bounded(BoundedForEach),
}

/// A fan-out with its own bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoundedForEach {
    /// CEL expression of a list.
    pub items: String,
    /// A longer list fails the stage.
    pub max: u32,
}

impl ForEachDef {
    /// The widest fan-out when the definition sets no bound.
    pub const DEFAULT_MAX: u32 = 10_000;

    /// The CEL expression.
    pub fn items(&self) -> &str {
        match self {
            Self::Items(items) => items,
            Self::Bounded(bounded) => &bounded.items,
        }
    }

    /// The bound on the width.
    pub fn max(&self) -> u32 {
        match self {
            Self::Items(_) => Self::DEFAULT_MAX,
            Self::Bounded(bounded) => bounded.max,
        }
    }
}

/// What one failed instance of a fan-out does. Finished siblings are always kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnFailure {
    /// The siblings still at work are cancelled and the stage fails.
    #[default]
    FailFast,
    /// The siblings finish, then the stage fails.
    WaitAll,
    /// The siblings finish; the stage is done if at least `min` of them are.
    Continue {
        /// How many must be done.
        min: u32,
    },
}

/// What running a stage does to the world.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum EffectClass {
    /// Nothing: it may run ahead of the journal and be run again.
    #[default]
    Pure,
    /// It reads what others may change.
    Read,
    /// It makes paid calls, each journaled as intent and result.
    Paid,
    /// It changes something outside.
    External,
}

/// How a run ended, mildest first.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum RunOutcome {
    /// All was done.
    #[default]
    Completed,
    /// It ended with a part left out, and says which.
    Incomplete,
    /// It declined to give a result.
    Refused,
    /// Someone stopped it.
    Cancelled,
    /// We failed.
    Failed,
}

impl RunOutcome {
    /// The word for it, the same for people and programs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Incomplete => "incomplete",
            Self::Refused => "refused",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
        }
    }
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_yes(value: &bool) -> bool {
    *value
}
