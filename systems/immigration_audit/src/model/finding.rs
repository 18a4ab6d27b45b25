//! What is concluded about the matter from its documents, with the places that show it.

use jurat_canon::Hash;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::FactPlace;

/// A finding with its evidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// Of its content: the same matter gives the same ids.
    pub id: String,
    /// As `DATE_CONFLICT`; each has its page in `docs/codes`.
    pub code: String,
    pub category: FindingCategory,
    pub severity: FindingSeverity,
    pub standing: FindingStanding,
    /// What is so, in a sentence.
    pub message: String,
    /// Both sides of a contradiction, the document behind a doubt.
    pub places: Vec<FactPlace>,
    /// The fields it is about.
    pub fields: Vec<String>,
    /// What to do about it.
    pub action: String,
}

impl Finding {
    /// The id of what a finding says.
    pub fn id_of(code: &str, message: &str, places: &[FactPlace]) -> String {
        let mut told = format!("{code}\n{message}");
        for place in places {
            for part in [&place.file, &place.words] {
                told.push('\n');
                told.push_str(part);
            }
        }
        let hash = Hash::of(told.as_bytes()).to_string();
        format!("{code}-{}", hash.get(..8).unwrap_or(&hash))
    }
}

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum FindingCategory {
    Relationship,
    Documentation,
    Immigration,
    Financial,
    Background,
    Procedural,
}

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum FindingSeverity {
    Low,
    Medium,
    High,
    Critical,
}

/// Whether the documents show it. What was not seen is never a failure, and never a pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "standing", rename_all = "snake_case")]
pub enum FindingStanding {
    /// Documents show it.
    Shown,
    /// It was looked for and not seen; `unread` names what could not be read and might hold it.
    NotSeen { looked_for: String, unread: Vec<String> },
}
