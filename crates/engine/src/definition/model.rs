//! A workflow definition as it is written in JSON. Plain values: nothing here is checked yet.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Keys that begin with `x-`: kept, hashed, and ignored by the engine.
pub type Extra = BTreeMap<String, Json>;

/// A declarative graph of stages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "jurat workflow")]
pub struct Definition {
    /// Address of the schema, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The name that `jurat run NAME` uses: small letters, digits, `-` and `_`.
    pub name: String,
    /// Version for people; runs are pinned to the hash of the whole definition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// What the workflow does, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Values given once, when a run starts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, ParamDef>,
    /// The typed places of a run's state.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub channels: BTreeMap<String, ChannelDef>,
    /// The stages, in the order in which people should read them.
    pub stages: Vec<StageDef>,
    /// Bounded edges back to an earlier stage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub loop_back: Vec<LoopBackDef>,
    /// Limits on what a run may spend.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub budgets: BTreeMap<String, BudgetDef>,
    /// Named CEL expressions over the final state: what the run yields.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub outputs: BTreeMap<String, String>,
    /// `x-*` keys.
    #[serde(flatten)]
    pub extra: Extra,
}

/// The JSON type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs)]
pub enum ValueType {
    #[default]
    Any,
    Bool,
    Int,
    Number,
    String,
    Array,
    Object,
}

/// One parameter of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ParamDef {
    /// Its type.
    #[serde(rename = "type", default)]
    pub value_type: ValueType,
    /// Type of the elements of an array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<ValueType>,
    /// The only values allowed.
    #[serde(rename = "enum", default, skip_serializing_if = "Option::is_none")]
    pub allowed: Option<Vec<Json>>,
    /// Used when the run gives none; without it the parameter must be given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Json>,
    /// What it means.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// `x-*` keys.
    #[serde(flatten)]
    pub extra: Extra,
}

/// One channel of the state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChannelDef {
    /// Its type after merging.
    #[serde(rename = "type", default)]
    pub value_type: ValueType,
    /// Type of the elements of an array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<ValueType>,
    /// Upper bound on the elements of an array; a condition may iterate over it only if it is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_items: Option<u32>,
    /// How patches merge.
    #[serde(default)]
    pub reducer: ReducerName,
    /// What a repeated stage does to its own earlier patches.
    #[serde(default, skip_serializing_if = "AcrossEpochs::is_default")]
    pub across_epochs: AcrossEpochs,
    /// Value before any patch; null without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Json>,
    /// What it holds.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// `x-*` keys.
    #[serde(flatten)]
    pub extra: Extra,
}

/// How the patches of a channel merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReducerName {
    /// The causally last patch wins; concurrent writers are refused when the definition is loaded.
    #[default]
    Replace,
    /// Lists are joined.
    Append,
    /// Objects are merged key by key.
    Merge,
    /// Lists are joined, equal elements kept once.
    Union,
    /// Numbers are added.
    Sum,
    /// The largest number wins.
    Max,
}

/// What a repeated stage does to its own patches from earlier epochs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AcrossEpochs {
    /// They are superseded.
    #[default]
    Supersede,
    /// They are kept: the channel accumulates.
    Keep,
}

impl AcrossEpochs {
    fn is_default(&self) -> bool {
        *self == Self::Supersede
    }
}

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
    #[serde(default, skip_serializing_if = "JoinDef::is_default")]
    pub join: JoinDef,
    /// CEL expression of a list: one instance per element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_each: Option<ForEachDef>,
    /// What one failed instance of a fan-out does to the others.
    #[serde(default, skip_serializing_if = "OnFailure::is_default")]
    pub on_failure: OnFailure,
    /// How many times a failed attempt may be repeated.
    #[serde(default, skip_serializing_if = "is_zero")]
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
    #[serde(default, skip_serializing_if = "Effect::is_default")]
    pub effect: Effect,
    /// The run's outcome once this stage is done (a stage that refuses, or that gives up).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Free data for people and for later layers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Json>,
    /// `x-*` keys.
    #[serde(flatten)]
    pub extra: Extra,
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
#[expect(missing_docs)]
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
}

/// When the inputs of a stage suffice. Counted over the instances of all stages in `depends_on`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(missing_docs)]
pub enum JoinDef {
    Named(JoinName),
    Shaped(JoinShape),
}

/// A join without settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JoinName {
    /// Every input has settled and at least one was taken.
    All,
    /// The first input that is done.
    Any,
    /// Every input has settled; failed ones are left out.
    BestEffort,
}

/// A join with settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum JoinShape {
    /// The first n inputs that are done.
    Quorum(u32),
    /// What is done when the time is up.
    BestEffort(BestEffortDef),
}

/// Settings of a best-effort join.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BestEffortDef {
    /// How long to wait after the first input is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_ms: Option<u64>,
    /// How many inputs must be done for the stage to run.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub min: u32,
}

impl Default for JoinDef {
    fn default() -> Self {
        Self::Named(JoinName::All)
    }
}

impl JoinDef {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// The elements of a fan-out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(missing_docs)]
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

impl OnFailure {
    fn is_default(&self) -> bool {
        *self == Self::FailFast
    }
}

/// What running a stage does to the world.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
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

impl Effect {
    fn is_default(&self) -> bool {
        *self == Self::Pure
    }
}

/// How a run ended, mildest first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
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

/// A bounded edge from a stage back to an earlier one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LoopBackDef {
    /// The stage after which the condition is evaluated.
    pub from: String,
    /// The stage that starts again.
    pub to: String,
    /// The stages that run again; all between `to` and `from` without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<Vec<String>>,
    /// CEL condition over the state after `from`.
    pub when: String,
    /// Name of the counter; several loops may share one. `FROM->TO` without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<String>,
    /// How many times the counter may rise.
    pub limit: LimitDef,
    /// What happens when the condition holds and the limit is reached.
    #[serde(default)]
    pub on_exhausted: OnExhausted,
    /// `x-*` keys.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A number, or a number per value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(missing_docs)]
pub enum LimitDef {
    Fixed(u64),
    PerParam(PerParamLimit),
}

/// A limit per value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PerParamLimit {
    /// The parameter.
    pub param: String,
    /// Its values (as text) and their limits.
    pub values: BTreeMap<String, u64>,
    /// For every other value; without it such a run is refused at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<u64>,
}

/// What happens when a limit is reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnExhausted {
    /// The run's outcome from here on.
    #[serde(default = "incomplete")]
    pub outcome: Outcome,
    /// Words for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where the run goes.
    #[serde(default)]
    pub then: Then,
}

impl Default for OnExhausted {
    fn default() -> Self {
        Self { outcome: Outcome::Incomplete, reason: None, then: Then::default() }
    }
}

/// Where a run goes when a limit is reached.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Then {
    /// A loop: on to the successors of `from`. A budget: the stages it counts are passed over.
    #[default]
    GoOn,
    /// The run ends here.
    Stop,
    /// Only this successor of `from` gets a token (loops only).
    Stage(String),
}

/// A limit on what a run may spend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BudgetDef {
    /// What is counted: `dispatches` and `wall_ms` by the engine, any other unit as stages and
    /// paid calls report it.
    pub unit: String,
    /// How much; frozen when the run starts.
    pub limit: LimitDef,
    /// The stages it counts; all without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stages: Option<Vec<String>>,
    /// The epochs it counts.
    #[serde(default)]
    pub epochs: CountedEpochs,
    /// What happens when it is spent.
    #[serde(default)]
    pub on_exhausted: OnExhausted,
    /// `x-*` keys.
    #[serde(flatten)]
    pub extra: Extra,
}

/// The epochs that a budget counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CountedEpochs {
    /// Every epoch.
    #[default]
    All,
    /// The first pass only.
    First,
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_yes(value: &bool) -> bool {
    *value
}

#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_zero(value: &u32) -> bool {
    *value == 0
}

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_one(value: &u32) -> bool {
    *value == 1
}

fn incomplete() -> Outcome {
    Outcome::Incomplete
}
