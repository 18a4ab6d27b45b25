//! What is measured of a passage against a question, and the weights that make a probability of it.

use serde::{Deserialize, Serialize};

/// How many features there are, the constant one included.
pub const FEATURES: usize = 9;

/// What each feature is, in the order of the weights.
pub const NAMES: [&str; FEATURES] = [
    "constant",
    "coverage: share of what the question's terms say that stands in the passage",
    "around: share that stands only in the heading or the document's name",
    "pairs: share of the question's neighbouring terms that are close in the passage",
    "missing: share of the heaviest term that stands nowhere",
    "shared: logarithm of the count of shared terms",
    "focus: share of the passage's terms that the question names",
    "want: 1 where the wanted sort of answer is there, -1 where it is not",
    "actor: 1 where the one asked about is named, -1 where another is",
];

/// The weights of a logistic model.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Weights(pub [f64; FEATURES]);

impl Weights {
    /// The probability that features of these values belong to a passage that addresses.
    pub fn probability(&self, features: &[f64; FEATURES]) -> f64 {
        let sum: f64 = self
            .0
            .iter()
            .zip(features)
            .map(|(weight, value)| weight * value)
            .sum();
        1.0 / (1.0 + (-sum).exp())
    }

    /// The weights that ship. `cargo run --release -p jurat-verify --example fit_addresses` prints
    /// them; the example says on what they were fitted.
    pub const fn shipped() -> Self {
        Self([-4.0, 5.0, 1.5, 1.0, -2.0, 0.5, 1.0, 0.6, 0.6])
    }
}
