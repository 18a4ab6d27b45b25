//! Every number that research goes by, as data: what ships, and what the seed of the system had.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The numbers of a preset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResearchPreset {
    pub name: String,
    /// Passages that a step keeps.
    pub passages: usize,
    /// Those that one keeps which asks again, for what stands beside what was found.
    pub beside: usize,
    /// Of these, the most that are no decisions, and the most that are; nothing where the best are taken.
    pub quotas: Option<CategoryQuotas>,
    pub confidence: ConfidenceKind,
    /// The confidence from which a step is completed.
    pub completed_from: f64,
    /// Completed steps after which nothing more is planned.
    pub completed_steps: usize,
    /// Evaluations after which nothing more is planned.
    pub evaluations: u32,
    /// Failed steps in a row after which nothing more is planned, where all lie below a confidence.
    pub stagnant_failures: usize,
    pub stagnant_below: f64,
    /// How often a model gets the sentences of a step back that its sources do not bear out: never, or once.
    #[serde(default)]
    pub send_backs: u32,
    /// The mean confidence of completed steps over which an answer is remembered.
    pub remembered_from: f64,
}

/// How many of each category a step keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CategoryQuotas {
    pub texts: usize,
    pub decisions: usize,
}

/// What the confidence of a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ConfidenceKind {
    /// The probability that what was found answers the step's question.
    Calibrated,
    /// The mean cosine of the query and the passages.
    MeanCosine,
}

/// Names of the presets.
pub(crate) const NAMES: &[&str] = &["default", "seed"];

impl ResearchPreset {
    /// The preset of a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let text = match name {
            "default" => include_str!("../presets/default.json"),
            "seed" => include_str!("../presets/seed.json"),
            _ => return None,
        };
        serde_json::from_str(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::{NAMES, ResearchPreset};

    #[test]
    fn every_preset_is_read() {
        for name in NAMES {
            assert_eq!(ResearchPreset::named(name).map(|it| it.name).as_deref(), Some(*name));
        }
    }
}
