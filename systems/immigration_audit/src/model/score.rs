//! The defensibility score as a sum that can be read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::FactPlace;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DefensibilityScore {
    /// From 0 to 100.
    pub score: u32,
    /// The least and the most that it may be, by what could not be told.
    pub range: Option<(u32, u32)>,
    /// What it would be with everything of the plan that can be had.
    pub projected: Option<u32>,
    /// `high`, `medium`, `low`.
    pub confidence: String,
    pub rationale: String,
    pub dimensions: Vec<ScoreDimension>,
    pub strengths: Vec<ScorePoint>,
    pub weaknesses: Vec<ScorePoint>,
    /// What would change it, and by how much.
    pub changes: Vec<ScoreChange>,
    /// The band that it falls in, and the file of bands that applied.
    pub band: String,
    pub bands: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScoreDimension {
    pub id: String,
    pub words: String,
    pub weight: f64,
    /// From 0 to 1.
    pub share: f64,
    /// `weight` times `share`.
    pub points: f64,
    pub items: Vec<ScorePoint>,
}

/// A point of the sum, with what it rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScorePoint {
    pub words: String,
    /// What it adds or takes away.
    pub points: f64,
    /// The requirement, finding or authority behind it.
    pub rests_on: Vec<String>,
    pub places: Vec<FactPlace>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScoreChange {
    /// What if this were so.
    pub words: String,
    /// The requirement or finding.
    pub of: String,
    pub by: f64,
}
