//! From how a sentence stands to the evidence to how likely it is that it is not supported.

use std::borrow::Cow;

use super::FEATURES;

/// A small ensemble of decision trees, for sentences of answers.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeEnsemble {
    /// What it starts from.
    pub base: f64,
    pub trees: Cow<'static, [DecisionTree]>,
}

/// Levels of a tree.
pub const LEVELS: usize = 4;

/// Forks of a tree.
pub const FORKS: usize = (1 << LEVELS) - 1;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DecisionTree {
    /// What is asked at each fork, from the root down: whether a feature is at most so much.
    pub forks: [(u8, f32); FORKS],
    /// What is added at each end, from left to right.
    pub ends: [f32; FORKS + 1],
}

/// A weighted sum, for claims.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClaimLinearModel {
    /// What it starts from.
    pub base: f64,
    /// The weight of each feature.
    pub weights: [f64; FEATURES],
}

/// How much is seen around a sentence, itself included.
pub const VIEW: usize = 6;

/// Weighs a sentence of an answer anew by those around it: what is made up seldom stands alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NeighbourModel {
    /// What it starts from.
    pub base: f64,
    /// The weight of each thing seen, in the order of [`views`].
    pub weights: [f64; VIEW],
}

/// A straight line from log odds to calibrated log odds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogOddsCalibration {
    pub slope: f64,
    pub shift: f64,
}

impl TreeEnsemble {
    /// The log odds that a sentence is not supported. Features may be more than the shipped ones.
    pub fn odds(&self, features: &[f64]) -> f64 {
        let ends = self.trees.iter().map(|tree| f64::from(tree.end(features)));
        self.base + ends.sum::<f64>()
    }

    /// How likely it is that a sentence is not supported.
    pub fn risk(&self, features: &[f64]) -> f64 {
        logistic(self.odds(features))
    }
}

impl DecisionTree {
    fn end(&self, features: &[f64]) -> f32 {
        let mut at = 0;
        for _ in 0..LEVELS {
            let (feature, most) = self.forks[at];
            let value = features.get(usize::from(feature)).copied().unwrap_or(0.0);
            at = 2 * at + if value <= f64::from(most) { 1 } else { 2 };
        }
        self.ends[at - FORKS]
    }
}

impl ClaimLinearModel {
    /// How likely it is that a claim is not supported.
    pub fn risk(&self, features: &[f64; FEATURES]) -> f64 {
        let sum = self
            .weights
            .iter()
            .zip(features)
            .map(|(weight, value)| weight * value);
        logistic(self.base + sum.sum::<f64>())
    }
}

impl NeighbourModel {
    /// How likely it is that each sentence is not supported, from the log odds of all.
    pub fn risks(&self, odds: &[f64]) -> Vec<f64> {
        let risk = |view: [f64; VIEW]| {
            let sum = self.weights.iter().zip(view).map(|(weight, seen)| weight * seen);
            logistic(self.base + sum.sum::<f64>())
        };
        views(odds).into_iter().map(risk).collect()
    }
}

/// The log odds that stand for no sentence.
const NOTHING: f64 = -4.0;

/// What is seen from each sentence: its own log odds, those of the one before, the one after, the
/// one before that and the one after that, and the mean risk of all others.
pub fn views(odds: &[f64]) -> Vec<[f64; VIEW]> {
    let risks: Vec<f64> = odds.iter().map(|odds| logistic(*odds)).collect();
    let (sum, count) = risks.iter().fold((0.0, 0.0), |all, risk| (all.0 + risk, all.1 + 1.0));
    let before = |at: usize, by: usize| at.checked_sub(by).map_or(NOTHING, |at| odds[at]);
    let after = |at: usize, by: usize| odds.get(at + by).copied().unwrap_or(NOTHING);
    let others = |at: usize| if count < 2.0 { 0.0 } else { (sum - risks[at]) / (count - 1.0) };
    let view = |at: usize| {
        [odds[at], before(at, 1), after(at, 1), before(at, 2), after(at, 2), others(at)]
    };
    (0..odds.len()).map(view).collect()
}

impl LogOddsCalibration {
    /// How likely it is that something of a text is not supported, from the risks of its sentences
    /// taken together.
    pub fn any(&self, sentences: impl IntoIterator<Item = f64>) -> f64 {
        logistic(self.slope * any(sentences) + self.shift)
    }

    /// The same from the highest of the risks alone; no sentence has none.
    pub fn highest(&self, sentences: impl IntoIterator<Item = f64>) -> f64 {
        self.any(sentences.into_iter().reduce(f64::max))
    }
}

/// The log odds that any of several things is so, were they independent.
pub fn any(risks: impl IntoIterator<Item = f64>) -> f64 {
    let none: f64 = risks.into_iter().map(|risk| (1.0 - risk).max(1e-12).ln()).sum();
    // ln((1 - none) / none), without loss where either is small.
    let none = none.clamp(-30.0, -1e-6);
    (-none.exp_m1()).ln() - none
}

/// From log odds to a probability.
pub fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}
