//! What a persona thinks of one criterion.

use std::{borrow::Cow, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::EvidenceId;

/// From 1 to 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct RubricScore(u8);

/// Written by hand, since the number behind it has no bounds of its own.
impl JsonSchema for RubricScore {
    fn schema_name() -> Cow<'static, str> {
        "RubricScore".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 1, "maximum": 5 })
    }
}

/// A number that is no score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{given} is no score: it is a whole number from 1 to 5")]
pub struct OutOfRange {
    pub given: u8,
}

impl RubricScore {
    pub const MIN: Self = Self(1);
    pub const MAX: Self = Self(5);

    pub const fn new(given: u8) -> Result<Self, OutOfRange> {
        if given < Self::MIN.0 || Self::MAX.0 < given {
            return Err(OutOfRange { given });
        }
        Ok(Self(given))
    }

    pub const fn nearest(given: u8) -> Self {
        if given < Self::MIN.0 {
            Self::MIN
        } else if Self::MAX.0 < given {
            Self::MAX
        } else {
            Self(given)
        }
    }

    pub const fn get(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for RubricScore {
    type Error = OutOfRange;

    fn try_from(given: u8) -> Result<Self, OutOfRange> {
        Self::new(given)
    }
}

impl From<RubricScore> for u8 {
    fn from(score: RubricScore) -> Self {
        score.0
    }
}

impl fmt::Display for RubricScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Who sits on the bench.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Persona {
    /// Strict: looks for gaps.
    Prosecutor,
    /// Charitable: looks for merit.
    Defense,
    /// Pragmatic: looks at whether it works and can be kept.
    TechLead,
}

impl Persona {
    pub const ALL: [Self; 3] = [Self::Prosecutor, Self::Defense, Self::TechLead];

    /// For people: `Tech Lead`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Prosecutor => "Prosecutor",
            Self::Defense => "Defense",
            Self::TechLead => "Tech Lead",
        }
    }

    /// For files and roles: `tech_lead`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Prosecutor => "prosecutor",
            Self::Defense => "defense",
            Self::TechLead => "tech_lead",
        }
    }
}

/// A persona's score, argument and references on one criterion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Opinion {
    /// Whose.
    pub judge: Persona,
    /// On what.
    pub criterion_id: String,
    /// From 1 to 5.
    pub score: RubricScore,
    /// Why. Its first sentence is a recommendation where something is not met.
    pub argument: String,
    /// What it rests on. Each exists and belongs to the criterion.
    pub cited_evidence: Vec<EvidenceId>,
    /// Charges that it brings, such as `Bulk Upload`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub charges: Vec<String>,
    /// Scores of all samples where a model was asked more than once; the median is `score`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<RubricScore>,
    /// The model, where one wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What was put right in it: references that do not exist, tries that failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A cited place that was looked at again before the verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CitationCheck {
    /// Which.
    pub evidence: EvidenceId,
    /// Whether nothing speaks against it. A place that holds no words holds, and so does one that
    /// could not be read again: `why` tells them from one where the same words stand.
    pub holds: bool,
    /// What was seen, or why nothing could be.
    pub why: String,
}
