//! What the gate goes by.

use serde::{Deserialize, Serialize};

/// What the gate goes by; owned by the deployment.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GatePolicy {
    /// The least probability that a requirement addresses the question.
    pub addresses_min: f64,
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

impl GatePolicy {
    /// The policy that ships: quotes of 10 to 40 words, and a threshold on the probability of
    /// addressing that was chosen together with the shipped weights.
    pub const fn shipped() -> Self {
        Self {
            addresses_min: 0.6,
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
