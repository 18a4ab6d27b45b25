//! A rubric as it is written here, version 2: the public shape, and checks.
//!
//! [`super::load`] reads far more than this; this is what a new rubric should look like.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::{AppliesWhen, PersonaWeights, RubricCheck, RuleSetting};

/// A rubric with checks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RubricFile {
    /// Where its schema is, for editors.
    #[serde(default, rename = "$schema", skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// What it says of itself.
    pub rubric_metadata: MetadataFile,
    /// Which repositories it is meant for; all where it is not given. No verdict depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub applies_when: Option<AppliesWhen>,
    /// What is scored, one after the other.
    #[schemars(length(min = 1, max = 200))]
    pub dimensions: Vec<DimensionFile>,
    /// The rules in words, by name: shown in the report. Numbers in them are read.
    #[serde(default)]
    pub synthesis_rules: BTreeMap<String, String>,
    /// The rules in numbers.
    #[serde(default)]
    pub synthesis_config: ConfigFile,
}

/// What a rubric says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MetadataFile {
    /// What it is called.
    pub rubric_name: String,
    /// What it is for.
    pub grading_target: String,
    /// Its version.
    pub version: String,
}

/// One thing that is scored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DimensionFile {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it is about.
    pub target_artifact: TargetFile,
    /// What a detective is to look for.
    pub forensic_instruction: String,
    /// What good looks like.
    pub success_pattern: String,
    /// What bad looks like.
    pub failure_pattern: String,
    /// What each persona is told besides.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub judicial_logic: BTreeMap<String, String>,
    /// How much it counts in the total.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<u32>,
    /// Weights of the personas for it, in hundredths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persona_weights: Option<PersonaWeights>,
    /// Ids under which other rubrics know it: they borrow its checks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// How a machine tells.
    pub checks: Vec<RubricCheck>,
}

/// What a dimension is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TargetFile {
    /// The repository.
    GithubRepo,
    /// The paper.
    PdfReport,
    /// Its pictures.
    PdfImages,
    /// All of it.
    All,
    /// Only a person can tell.
    Manual,
}

/// The rules in numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfigFile {
    /// From this score on a criterion passes; 4 where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score_threshold_pass: Option<u32>,
    /// From this score on it passes in part; 3 where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score_threshold_partial: Option<u32>,
    /// From this spread on opinions are said to differ; 3 where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variance_threshold: Option<u32>,
    /// How much of a criterion must be assessed, in per cent; 50 where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 100))]
    pub coverage_min_percent: Option<u32>,
    /// How much each persona counts, in hundredths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<PersonaWeights>,
    /// The rules in the order in which they are applied; the default order where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<RuleSetting>>,
}

pub fn schema() -> Value {
    schemars::schema_for!(RubricFile).to_value()
}
