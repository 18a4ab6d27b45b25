//! Loops and budgets: what bounds a run, and what happens at the bound.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ExtensionFields, stage::RunOutcome};

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
    pub extra: ExtensionFields,
}

impl LoopBackDef {
    /// The name of its counter, given or made.
    pub fn counter_name(&self) -> String {
        self.counter
            .clone()
            .unwrap_or_else(|| format!("{}->{}", self.from, self.to))
    }
}

/// A number, or a number per value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
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
    pub outcome: RunOutcome,
    /// Words for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where the run goes.
    #[serde(default)]
    pub then: ExhaustionRoute,
}

impl Default for OnExhausted {
    fn default() -> Self {
        Self {
            outcome: RunOutcome::Incomplete,
            reason: None,
            then: ExhaustionRoute::default(),
        }
    }
}

/// Where a run goes when a limit is reached.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExhaustionRoute {
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
    pub extra: ExtensionFields,
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

fn incomplete() -> RunOutcome {
    RunOutcome::Incomplete
}
