//! A provision: words of law that belong together, with what stands over them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ByteSpan;

/// Words that are read together: a section, or a part of one with what leads in to it and what
/// follows from it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LegalProvision {
    /// Where its words lie, in order. More than one stretch where items of a list are left out.
    pub ranges: Vec<ByteSpan>,
    /// How it is cited: `36`, or `36(1)` and `36(2)`; empty where nothing is numbered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// Its own note or heading; empty where there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The headings above it, outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// Whether it is law.
    #[serde(default, skip_serializing_if = "InForceStatus::is_law")]
    pub standing: InForceStatus,
    /// The day from which it is law, as `2018-07-31`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_force: Option<String>,
    /// Where terms that it uses are defined, in the same text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<ByteSpan>,
    /// Where the division that it stands in says what it applies to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<ByteSpan>,
    /// How it was found.
    pub measures: ProvisionMeasures,
}

impl LegalProvision {
    /// Whether a stretch of the text is one of its words.
    pub fn holds(&self, span: ByteSpan) -> bool {
        self.ranges.iter().any(|range| range.holds(span))
    }
}

/// What counts as evidence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceUnit {
    /// A provision, whole, whatever kind of sentence it is.
    Provision,
    /// A sentence that demands or forbids, of 10 to 40 words.
    #[default]
    Norm,
}

/// Whether words of a statute are law.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum InForceStatus {
    /// As far as the source says.
    #[default]
    InForce,
    /// Printed as an amendment that is not law yet.
    NotInForce,
    /// A provision of another act, printed with this one for the time of change.
    Related,
    /// Nothing but a note of its repeal.
    Repealed,
    /// Its present words are younger than the day that is asked about.
    Later,
}

impl InForceStatus {
    /// Whether it is.
    pub const fn is_law(&self) -> bool {
        matches!(self, Self::InForce)
    }
}

/// How retrieval found a provision. Recorded, not derived from the texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct ProvisionMeasures {
    /// Its score as a share of the best.
    pub score: f64,
    /// Its place, from 1.
    pub place: u32,
    /// The place of its best passage in plain search, from 1; 0 where search did not find it.
    #[serde(default)]
    pub rank: u32,
    /// Cosine of the question and its words, where both have a vector.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<f64>,
    /// Cosine of the question and what stands over it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<f64>,
    /// How well it meets the question word by word (late interaction), where both have vectors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<f64>,
    /// Whether it defines a term of the question: one in quotation marks, where there is such.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub defines: bool,
}
