//! The weights that make a relation of what was measured.

use serde::{Deserialize, Serialize};

use super::{EntailmentRelation, FEATURES};

/// The weights of a model with three outcomes, in the order of [`EntailmentRelation::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RelationWeights(pub [[f64; FEATURES]; 3]);

impl RelationWeights {
    pub fn relation(&self, features: &[f64; FEATURES]) -> EntailmentRelation {
        let likely = self.probabilities(features);
        let best = (0..3)
            .rev()
            .max_by(|one, other| likely[*one].total_cmp(&likely[*other]));
        best.map_or(EntailmentRelation::NotMentioned, |at| EntailmentRelation::ALL[at])
    }

    /// How likely each relation is.
    pub fn probabilities(&self, features: &[f64; FEATURES]) -> [f64; 3] {
        let sums = self.0.map(|weights| {
            weights
                .iter()
                .zip(features)
                .map(|(weight, value)| weight * value)
                .sum::<f64>()
        });
        let most = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let raised = sums.map(|sum| (sum - most).exp());
        let all: f64 = raised.iter().sum();
        raised.map(|one| one / all)
    }

    /// The weights that ship. `cargo run --release -p jurat-verify --example fit_relation` prints
    /// them; fitted on the tune part of `ContractNLI` (CC BY 4.0).
    #[rustfmt::skip]
    pub const fn shipped() -> Self {
        Self([
            [-0.057, 0.004, -0.278, -1.494, -0.895, 1.360, 0.937, 0.309, 1.251, -0.556, 0.010, -0.335, -0.374, -0.096, -0.580, -0.518, -0.394],
            [-2.266, -0.494, 0.730, 1.407, 0.960, -0.073, 0.137, 0.465, -0.769, 0.115, 0.335, -0.174, 0.384, -0.049, 0.983, 1.207, 0.996],
            [2.323, 0.490, -0.453, 0.087, -0.065, -1.286, -1.074, -0.774, -0.482, 0.441, -0.345, 0.510, -0.011, 0.145, -0.403, -0.689, -0.602],
        ])
    }
}
