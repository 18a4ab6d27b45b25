//! What is known about a passage in the light of a query.

use serde::{Deserialize, Serialize};

/// One number about a passage and a query: more is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RankingFeature {
    Text,
    /// Two words of the query in a row.
    Pairs,
    /// BM25 of its title and headings.
    Heads,
    /// Words of the query among its first.
    Lead,
    /// BM25 of the passage together with its two neighbours.
    Near,
    /// BM25 of the passage together with three to either side.
    Around,
    /// BM25 of terms learned from the first look.
    Feedback,
    /// Sections and citations that the query names.
    Cites,
    /// Phrases that the query quotes.
    Phrase,
    Dense,
    /// Cosine of the middle of its vector and those around it.
    DenseAround,
}

/// Every feature, in the order of their numbers.
pub const FEATURES: [RankingFeature; 11] = [
    RankingFeature::Text,
    RankingFeature::Pairs,
    RankingFeature::Heads,
    RankingFeature::Lead,
    RankingFeature::Near,
    RankingFeature::Around,
    RankingFeature::Feedback,
    RankingFeature::Cites,
    RankingFeature::Phrase,
    RankingFeature::Dense,
    RankingFeature::DenseAround,
];

impl RankingFeature {
    pub const fn is_dense(self) -> bool {
        matches!(self, Self::Dense | Self::DenseAround)
    }
}

impl RankingFeature {
    /// Whether it means something only beside the other candidates of a query.
    pub(crate) const fn is_relative(self) -> bool {
        !self.is_dense() && !matches!(self, Self::Cites)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RankingFeatureVector(pub(crate) [f32; FEATURES.len()]);

impl RankingFeatureVector {
    pub fn get(&self, feature: RankingFeature) -> f32 {
        self.0[feature as usize]
    }

    pub(crate) fn set(&mut self, feature: RankingFeature, value: f32) {
        self.0[feature as usize] = value;
    }

    /// Whether a word or a citation speaks for the passage itself, not for those around it.
    pub(crate) fn have_own_words(&self) -> bool {
        use RankingFeature as F;
        let own = [F::Text, F::Heads, F::Cites, F::Phrase];
        own.into_iter().any(|feature| 0.0 < self.get(feature))
    }

    /// Features of words times one share, those of vectors times another.
    pub(crate) fn weigh(&mut self, words: f32, meaning: f32) {
        for feature in FEATURES {
            let share = if feature.is_dense() {
                meaning
            } else if feature.is_relative() {
                words
            } else {
                1.0
            };
            self.set(feature, self.get(feature) * share);
        }
    }
}

/// Brings the features of words to the range from 0 to 1, by the largest among the candidates.
pub(crate) fn by_the_largest(candidates: &mut [RankingFeatureVector]) {
    for feature in FEATURES.into_iter().filter(|feature| feature.is_relative()) {
        let most = candidates.iter().map(|one| one.get(feature)).fold(0.0, f32::max);
        if 0.0 < most {
            for one in &mut *candidates {
                one.set(feature, one.get(feature) / most);
            }
        }
    }
}

/// Where a cosine lies between the hundredth and the best, which differ from query to query: 0
/// for the hundredth, 1 for the best, no less than -1.
pub(crate) fn by_the_hundredth(cosine: f32, best: f32, hundredth: f32) -> f32 {
    let range = best - hundredth;
    if range <= f32::EPSILON { 0.0 } else { ((cosine - hundredth) / range).max(-1.0) }
}

#[cfg(test)]
mod tests {
    use super::{
        FEATURES, RankingFeature, RankingFeatureVector, by_the_hundredth, by_the_largest,
    };

    #[test]
    fn features_stand_at_their_numbers() {
        for (at, feature) in FEATURES.into_iter().enumerate() {
            assert_eq!(feature as usize, at);
        }
    }

    #[test]
    fn the_largest_becomes_one() {
        let mut all = [RankingFeatureVector::default(); 2];
        all[0].set(RankingFeature::Text, 8.0);
        all[1].set(RankingFeature::Text, 2.0);
        by_the_largest(&mut all);
        assert!((all[0].get(RankingFeature::Text) - 1.0).abs() < f32::EPSILON);
        assert!((all[1].get(RankingFeature::Text) - 0.25).abs() < f32::EPSILON);
        assert!(all[0].get(RankingFeature::Dense).abs() < f32::EPSILON);
    }

    #[test]
    fn cosines_are_seen_in_the_light_of_the_hundredth() {
        for (cosine, expected) in [(0.8, 1.0), (0.4, 0.0), (0.6, 0.5), (-0.9, -1.0)] {
            assert!((by_the_hundredth(cosine, 0.8, 0.4) - expected).abs() < 1e-6);
        }
        assert!(by_the_hundredth(0.5, 0.5, 0.5).abs() < f32::EPSILON);
    }
}
