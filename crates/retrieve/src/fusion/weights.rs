//! One weight a feature.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{FEATURES, RankingFeature, RankingFeatureVector};

/// How much each feature counts; those not named count nothing.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(from = "BTreeMap<RankingFeature, f32>", into = "BTreeMap<RankingFeature, f32>")]
pub struct FusionWeights([f32; FEATURES.len()]);

impl FusionWeights {
    pub fn get(&self, feature: RankingFeature) -> f32 {
        self.0[feature as usize]
    }

    /// The same, with another weight for one.
    #[must_use]
    pub fn with(mut self, feature: RankingFeature, weight: f32) -> Self {
        self.0[feature as usize] = weight;
        self
    }

    /// Whether it counts at all.
    pub fn uses(&self, feature: RankingFeature) -> bool {
        self.get(feature) != 0.0
    }

    /// The weighed sum, as a share of what there is to reach.
    pub fn score(&self, features: &RankingFeatureVector) -> f32 {
        self.0
            .iter()
            .zip(features.0)
            .map(|(weight, value)| weight * value)
            .sum()
    }
}

impl FromIterator<(RankingFeature, f32)> for FusionWeights {
    fn from_iter<I: IntoIterator<Item = (RankingFeature, f32)>>(pairs: I) -> Self {
        pairs
            .into_iter()
            .fold(Self::default(), |weights, (feature, weight)| weights.with(feature, weight))
    }
}

impl From<BTreeMap<RankingFeature, f32>> for FusionWeights {
    fn from(named: BTreeMap<RankingFeature, f32>) -> Self {
        named.into_iter().filter(|(_, weight)| weight.is_finite()).collect()
    }
}

impl From<FusionWeights> for BTreeMap<RankingFeature, f32> {
    fn from(weights: FusionWeights) -> Self {
        let named = FEATURES.into_iter().map(|feature| (feature, weights.get(feature)));
        named.filter(|(_, weight)| *weight != 0.0).collect()
    }
}
