//! From signs to the likelihood that two questions are the same, and the weights for it.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::pair_signs::SIGNS;
use crate::calibrate::logistic;

/// A logistic over the signs. `cargo run --release --example fit_memory -- PAIRS.jsonl` makes the file that ships.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PairWeights {
    bias: f64,
    weights: [f64; SIGNS],
    /// From here on a pair is a hit.
    pub threshold: f64,
}

/// A pair with one guard of which somebody said whether it is one question.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedPair {
    pub signs: [f64; SIGNS],
    pub same: bool,
}

/// How far above the likeliest false pair the threshold lies, in logits.
const MARGIN: f64 = 0.4;

impl PairWeights {
    /// The weights that ship.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<PairWeights> =
            LazyLock::new(|| serde_json::from_str(FILE).unwrap_or_else(|_| PairWeights::closed()));
        &SHIPPED
    }

    /// The weights that make what was judged likeliest, and a threshold that no false pair comes near. Nothing where all
    /// were judged alike.
    pub fn fit(pairs: &[JudgedPair]) -> Option<Self> {
        let rows: Vec<([f64; SIGNS], bool)> =
            pairs.iter().map(|pair| (pair.signs, pair.same)).collect();
        let (bias, weights) = logistic::fit(&rows)?;
        let mut fitted = Self { bias, weights, threshold: 1.0 };
        let apart = pairs.iter().filter(|pair| !pair.same);
        let highest = apart.map(|pair| fitted.likelihood(&pair.signs)).fold(0.0, f64::max);
        let logit = (highest / (1.0 - highest)).ln() + MARGIN;
        fitted.threshold = 1.0 / (1.0 + (-logit).exp());
        Some(fitted)
    }

    pub fn likelihood(&self, signs: &[f64; SIGNS]) -> f64 {
        logistic::probability(self.bias, &self.weights, signs)
    }

    /// Without weights nothing is a hit.
    const fn closed() -> Self {
        Self { bias: 0.0, weights: [0.0; SIGNS], threshold: 2.0 }
    }
}

const FILE: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/data/memory_likelihood/weights.json"
));

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{FILE, JudgedPair, PairWeights, SIGNS};

    #[test]
    fn the_weights_that_ship_are_read() {
        let read: PairWeights = serde_json::from_str(FILE).unwrap();
        assert_eq!(&read, PairWeights::shipped());
        assert!(0.5 < read.threshold && read.threshold < 1.0);
    }

    #[test]
    fn no_false_pair_reaches_the_threshold() {
        let pair = |sign: f64, same| {
            let mut signs = [0.0; SIGNS];
            signs[0] = sign;
            JudgedPair { signs, same }
        };
        let pairs: Vec<JudgedPair> = (0..40_u8)
            .map(|at| pair(f64::from(at) / 10.0, 20 <= at && at != 30 || at == 3))
            .collect();
        let fitted = PairWeights::fit(&pairs).unwrap();
        let hits = |same| {
            let is_hit = |pair: &&JudgedPair| {
                pair.same == same && fitted.threshold <= fitted.likelihood(&pair.signs)
            };
            pairs.iter().filter(is_hit).count()
        };
        assert_eq!(hits(false), 0);
        assert!(0 < hits(true) && hits(true) < 20);
    }
}
