//! A rubric in one shape, whatever dialect it was written in.

use std::collections::BTreeMap;

use jurat_model::SubmissionArtifact;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Persona, RubricCheck, RubricScore};

/// What is scored, and how the scores become a verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rubric {
    pub name: String,
    /// As it says.
    pub version: String,
    /// What it is for.
    pub grading_target: String,
    /// Which repositories it is meant for, where it is not meant for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub applies_when: Option<AppliesWhen>,
    /// The scale that the file declares; scores are 1 to 5 in any case.
    pub scale: RubricScale,
    /// In the order of the file.
    pub criteria: Vec<Criterion>,
    pub synthesis: RubricSynthesis,
    /// What the file says that has no meaning here, or was taken otherwise than written.
    pub notes: Vec<RubricNote>,
}

impl Rubric {
    pub fn criterion(&self, id: &str) -> Option<&Criterion> {
        self.criteria.iter().find(|criterion| criterion.id == id)
    }
}

/// Which repositories a rubric is meant for. It changes no verdict: where the check is not met, the
/// report says that the rubric is meant for others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AppliesWhen {
    /// In words: `repositories that build a graph of agents`.
    pub repositories: String,
    /// A criterion of the rubric.
    pub criterion: String,
    /// The check of it that tells.
    pub check: String,
}

/// From the lowest to the highest score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RubricScale {
    /// The lowest.
    pub min: u32,
    /// The highest.
    pub max: u32,
}

/// A remark on a rubric file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct RubricNote {
    /// The place, as a JSON path.
    pub at: String,
    /// In words.
    pub message: String,
}

/// Which part of the submission a criterion is about.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CriterionTarget {
    /// The repository.
    Repo,
    /// The paper.
    Report,
    /// Its pictures.
    Images,
    /// All of it.
    All,
    /// Only a person can tell: never assessed by us.
    Manual,
}

impl CriterionTarget {
    /// Whether something in this part of the submission is what a criterion is about.
    pub fn is_about(self, artifact: SubmissionArtifact) -> bool {
        match self {
            Self::Repo => artifact == SubmissionArtifact::Repo,
            Self::Report => artifact == SubmissionArtifact::Docs,
            Self::Images => artifact == SubmissionArtifact::Vision,
            Self::All => true,
            Self::Manual => false,
        }
    }
}

/// One thing that is scored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Criterion {
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it is about.
    pub target: CriterionTarget,
    /// What a detective is to look for.
    pub instruction: String,
    /// What good looks like.
    pub success_pattern: String,
    /// What bad looks like.
    pub failure_pattern: String,
    /// What each persona is told besides.
    pub logic: PersonaLogic,
    /// Levels with points, the best first; empty where there are none.
    pub levels: Vec<RubricLevel>,
    /// The most points, where the rubric gives points.
    pub max_points: Option<u32>,
    /// How much it counts in the total.
    pub weight: u32,
    /// Weights of the personas for it, where they are its own.
    pub persona_weights: Option<PersonaWeights>,
    /// Its checks. Where the file has none and the id is known, those that are built in.
    pub checks: Vec<RubricCheck>,
    /// Whether the checks are the built-in ones.
    pub built_in: bool,
}

/// What each persona is told.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonaLogic {
    /// All of them.
    pub all: String,
    pub prosecutor: String,
    pub defense: String,
    pub tech_lead: String,
}

/// A level of a rubric that gives points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RubricLevel {
    /// Its id, or its name made one.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it gives.
    pub points: u32,
    /// What it takes.
    pub description: String,
    /// Whether a criterion on this level is left out of the total.
    pub excluded: bool,
}

/// How much each persona's score counts, in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonaWeights {
    /// 120 by default.
    pub prosecutor: u32,
    /// 90 by default.
    pub defense: u32,
    /// 150 by default.
    pub tech_lead: u32,
}

impl Default for PersonaWeights {
    fn default() -> Self {
        Self { prosecutor: 120, defense: 90, tech_lead: 150 }
    }
}

impl PersonaWeights {
    pub const fn of(self, persona: Persona) -> u32 {
        match persona {
            Persona::Prosecutor => self.prosecutor,
            Persona::Defense => self.defense,
            Persona::TechLead => self.tech_lead,
        }
    }
}

/// How opinions become a verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RubricSynthesis {
    /// The rules as the file words them, by name: shown in the report.
    pub words: BTreeMap<String, String>,
    /// The rules in the order in which they are applied.
    pub rules: Vec<RuleSetting>,
    /// From this score on a criterion passes.
    pub pass: RubricScore,
    /// From this score on it passes in part.
    pub partial: RubricScore,
    /// From this spread on opinions are said to differ.
    pub variance_threshold: u8,
    pub weights: PersonaWeights,
}

/// A rule of synthesis with its numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleSetting {
    /// Which: a name of the table of rules.
    pub rule: String,
    /// Its numbers and lists, as the rule reads them.
    #[serde(default)]
    pub numbers: BTreeMap<String, u32>,
    /// Criteria that it is for; empty for all.
    #[serde(default)]
    pub criteria: Vec<String>,
}
