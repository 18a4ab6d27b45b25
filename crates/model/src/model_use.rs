//! What models contributed to a run: opinions, and what they cost.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RequirementId;

/// What a model thinks of a requirement. An opinion: the gate decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RelevanceJudgement {
    /// Which.
    pub requirement_id: RequirementId,
    /// Whether it says something about what is asked.
    pub addresses: bool,
    /// Why, in the model's words.
    pub why: String,
    /// Its place among those that the model chose for the answer, the best first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<u32>,
}

/// What a stage used of a model.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ModelUse {
    /// The stage.
    pub stage: String,
    /// What the model was for.
    pub role: String,
    /// Who was asked.
    pub provider: String,
    /// Which model of theirs.
    pub model: String,
    /// Who did the work in the end.
    pub done_by: DoneBy,
    /// Why the model did not; empty where it did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub failure: String,
    /// Calls, failed ones included.
    pub calls: u64,
    /// Characters sent.
    pub characters_in: u64,
    /// Characters received.
    pub characters_out: u64,
    /// Tokens read by the model.
    pub tokens_in: u64,
    /// Tokens written by the model.
    pub tokens_out: u64,
    /// Whether tokens were counted by us, since the server did not say.
    pub estimated: bool,
    /// Replies that could not be read.
    pub parse_failures: u64,
    /// Millionths of one unit of the currency; 0 where no price is set.
    pub cost_micros: u64,
    /// As the settings name it; empty where no price is set.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub currency: String,
}

/// Who did the work of a stage that may use a model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DoneBy {
    /// The model.
    #[default]
    Model,
    /// The offline twin, since the model failed.
    Twin,
    /// The value that the workflow gives for this case.
    Value,
}
