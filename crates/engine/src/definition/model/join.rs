//! Joins: when the inputs of a stage suffice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When the inputs of a stage suffice. Counted over the instances of all stages in `depends_on`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
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

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_one(value: &u32) -> bool {
    *value == 1
}
