//! Parameters and channels: the declared values of a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{ExtensionFields, is_default};

/// The JSON type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
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

impl ValueType {
    /// As a definition writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }

    /// Whether a value is of it.
    pub fn fits(self, value: &Json) -> bool {
        match self {
            Self::Any => true,
            Self::Bool => value.is_boolean(),
            Self::Int => value.is_i64(),
            Self::Number => value.is_number(),
            Self::String => value.is_string(),
            Self::Array => value.is_array(),
            Self::Object => value.is_object(),
        }
    }
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
    pub extra: ExtensionFields,
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
    #[serde(default, skip_serializing_if = "is_default")]
    pub across_epochs: AcrossEpochs,
    /// Value before any patch; null without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Json>,
    /// What it holds.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// `x-*` keys.
    #[serde(flatten)]
    pub extra: ExtensionFields,
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
