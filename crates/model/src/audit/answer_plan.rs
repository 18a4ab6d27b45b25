//! The plan of an answer: what it must say, resting on what, and when it is good.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an answer is to contain.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AnswerPlan {
    /// What the answer is for.
    #[serde(default)]
    pub objectives: Vec<String>,
    /// Provisions that it must rest on, such as `Art. 49`.
    #[serde(default)]
    pub key_articles: Vec<String>,
    /// What it must say.
    #[serde(default)]
    pub outline: Vec<PlannedClaim>,
    /// Sentences that can be checked: `Mentions Art. 49 in the first sentence`, `≤5 steps`.
    #[serde(default)]
    pub success_criteria: Vec<String>,
}

/// One thing that an answer must say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlannedClaim {
    /// In words.
    pub claim: String,
    /// What it rests on: provisions or ids of sources.
    #[serde(default)]
    pub evidence: Vec<String>,
    /// 1 must be said; larger numbers matter less.
    #[serde(default = "first")]
    #[schemars(range(min = 1))]
    pub priority: u32,
}

const fn first() -> u32 {
    1
}
