//! A workflow definition as it is written in JSON. Plain values: nothing here is checked yet.

mod join;
mod limit;
mod stage;
mod value;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

pub use join::*;
pub use limit::*;
pub use stage::*;
pub use value::*;

/// Keys that begin with `x-`: kept, hashed, and ignored by the engine.
pub type ExtensionFields = BTreeMap<String, Json>;

/// A declarative graph of stages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "jurat workflow")]
pub struct WorkflowDefinition {
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
    pub extra: ExtensionFields,
}

/// What a definition need not say is not written.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
