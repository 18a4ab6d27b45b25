//! What the gate goes by.

use jurat_model::EvidenceUnit;
use serde::{Deserialize, Serialize};

/// What the gate goes by; owned by the deployment.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GatePolicy {
    /// What counts as evidence. Runs of before provisions did went by norms.
    #[serde(default)]
    pub unit: EvidenceUnit,
    /// The least probability that a requirement addresses the question.
    pub addresses_min: f64,
    /// The least probability of the best provision at which something near is there at all.
    #[serde(default)]
    pub near_min: f64,
    /// The most provisions that an answer rests on.
    #[serde(default)]
    pub most_provisions: usize,
    /// The fewest words of a quote.
    #[serde(default = "fewest_words")]
    pub fewest_words: usize,
    /// The most words of a quote.
    #[serde(default = "most_words")]
    pub most_words: usize,
    /// The most pairs of requirements that are looked at for conflicts.
    #[serde(default = "most_pairs")]
    pub most_pairs: usize,
}

/// What the gate for provisions decides by and says, as text: where it differs, so may decisions and reasons. The words that
/// readers of text know are not in it.
pub const RULES: &str = concat!(
    include_str!("policy.rs"),
    include_str!("provision/mod.rs"),
    include_str!("provision/features.rs"),
    include_str!("reasons.rs"),
    include_str!("reasons.en.json"),
    include_str!("reasons.fr.json"),
    include_str!("provision/weights.json"),
    jurat_text::word_file!("provision_cues", en),
    jurat_text::word_file!("provision_cues", fr),
    jurat_text::word_file!("provision_cues", pt),
);

impl GatePolicy {
    /// The policy of this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "default" => Some(Self::provisions()),
            "seed" => Some(Self::seed()),
            _ => None,
        }
    }

    /// The policy that ships: provisions of any length, let through by one calibrated probability
    /// whose thresholds were chosen together with the shipped weights.
    pub const fn provisions() -> Self {
        Self {
            unit: EvidenceUnit::Provision,
            addresses_min: 0.16,
            near_min: 0.1,
            most_provisions: 3,
            fewest_words: 0,
            most_words: usize::MAX,
            most_pairs: most_pairs(),
        }
    }

    /// Norms alone: quotes of 10 to 40 words that demand or forbid.
    pub const fn seed() -> Self {
        Self {
            unit: EvidenceUnit::Norm,
            addresses_min: 0.6,
            near_min: 0.0,
            most_provisions: 0,
            fewest_words: fewest_words(),
            most_words: most_words(),
            most_pairs: most_pairs(),
        }
    }
}

const fn fewest_words() -> usize {
    10
}

const fn most_words() -> usize {
    40
}

const fn most_pairs() -> usize {
    4000
}
