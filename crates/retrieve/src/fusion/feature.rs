//! What is known about a passage in the light of a query.

use serde::{Deserialize, Serialize};

/// One number about a passage and a query; never negative, more is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// BM25 of its words.
    Text,
    /// Two words of the query in a row.
    Pairs,
    /// BM25 of its title and headings.
    Heads,
    /// Words of the query among its first.
    Lead,
    /// BM25 of the passages around it.
    Context,
    /// BM25 of the passage above it.
    Above,
    /// BM25 of terms learned from the first look.
    Feedback,
    /// Sections and citations that the query names.
    Cites,
    /// Phrases that the query quotes.
    Phrase,
    /// Cosine of its vector.
    Dense,
    /// Cosine of the vectors around it.
    DenseContext,
    /// Cosine with the middle of the nearest vectors.
    DenseFeedback,
}

/// Every feature, in the order of their numbers.
pub const FEATURES: [Feature; 12] = [
    Feature::Text,
    Feature::Pairs,
    Feature::Heads,
    Feature::Lead,
    Feature::Context,
    Feature::Above,
    Feature::Feedback,
    Feature::Cites,
    Feature::Phrase,
    Feature::Dense,
    Feature::DenseContext,
    Feature::DenseFeedback,
];

impl Feature {
    /// Whether it needs vectors.
    pub const fn is_dense(self) -> bool {
        matches!(self, Self::Dense | Self::DenseContext | Self::DenseFeedback)
    }
}

/// One number a feature.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Features(pub(crate) [f32; FEATURES.len()]);

impl Features {
    /// One of them.
    pub fn get(&self, feature: Feature) -> f32 {
        self.0[feature as usize]
    }

    pub(crate) fn set(&mut self, feature: Feature, value: f32) {
        self.0[feature as usize] = value;
    }
}

/// Brings each feature to the range from 0 to 1 by its largest value among the candidates.
pub(crate) fn normalise(candidates: &mut [Features]) {
    let mut most = Features::default();
    for candidate in &*candidates {
        for (most, value) in most.0.iter_mut().zip(candidate.0) {
            *most = most.max(value);
        }
    }
    for candidate in candidates {
        for (value, most) in candidate.0.iter_mut().zip(most.0) {
            *value = if 0.0 < most { *value / most } else { 0.0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FEATURES, Feature, Features, normalise};

    #[test]
    fn features_stand_at_their_numbers() {
        for (at, feature) in FEATURES.into_iter().enumerate() {
            assert_eq!(feature as usize, at);
        }
    }

    #[test]
    fn the_largest_becomes_one() {
        let mut all = [Features::default(); 2];
        all[0].set(Feature::Text, 8.0);
        all[1].set(Feature::Text, 2.0);
        normalise(&mut all);
        assert!((all[0].get(Feature::Text) - 1.0).abs() < f32::EPSILON);
        assert!((all[1].get(Feature::Text) - 0.25).abs() < f32::EPSILON);
        assert!(all[0].get(Feature::Dense).abs() < f32::EPSILON);
    }
}
