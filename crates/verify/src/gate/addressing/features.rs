//! What is measured of a passage against a question, and the weights that make a probability of it.

use serde::{Deserialize, Serialize};

/// How many features there are, the constant one included.
pub const FEATURES: usize = 5;

/// What each feature is, in the order of the weights.
pub const NAMES: [&str; FEATURES] = [
    "constant",
    "coverage: share of what the question's terms say that stands in the passage; less by heading",
    "pairs: share of the question's neighbouring terms that are close in the passage",
    "focus: share of the passage's terms that the question names",
    "act: 1 where what is asked to be done is there, -1 where it is not; half where it is open",
];

/// The weights of a logistic model.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct AddressingWeights(pub [f64; FEATURES]);

impl AddressingWeights {
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
        Self([-1.945, 2.801, 2.086, 0.283, 0.695])
    }
}
