//! How good a ranking is, query by query.

use std::collections::BTreeSet;

use serde::Serialize;

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct RankingMetrics {
    /// Share of what is relevant among the first five.
    #[serde(rename = "recall@5")]
    pub recall_5: f64,
    /// Share of what is relevant among the first ten.
    #[serde(rename = "recall@10")]
    pub recall_10: f64,
    /// One over the place of the first relevant of ten.
    #[serde(rename = "mrr@10")]
    pub mrr_10: f64,
    /// Discounted gain of the first ten, as a share of the ideal for as many relevant.
    #[serde(rename = "ndcg@10")]
    pub ndcg_10: f64,
    /// Mean precision at each relevant of ten, over all relevant.
    #[serde(rename = "map@10")]
    pub map_10: f64,
}

const DEPTH: usize = 10;

impl RankingMetrics {
    /// Of one ranking of ids, best first, against the relevant ones.
    #[expect(clippy::cast_precision_loss, reason = "counts of passages")]
    pub fn of(ranking: &[&str], relevant: &BTreeSet<&str>) -> Self {
        let total = relevant.len() as f64;
        if relevant.is_empty() {
            return Self::default();
        }
        let mut scores = Self::default();
        let (mut found, mut gain) = (0.0, 0.0);
        for (place, id) in ranking.iter().take(DEPTH).enumerate() {
            if !relevant.contains(id) {
                continue;
            }
            found += 1.0;
            gain += discount(place);
            scores.map_10 += found / (place as f64 + 1.0) / total;
            if scores.mrr_10 == 0.0 {
                scores.mrr_10 = 1.0 / (place as f64 + 1.0);
            }
            if place < 5 {
                scores.recall_5 += 1.0 / total;
            }
        }
        scores.recall_10 = found / total;
        let ideal: f64 = (0..relevant.len().min(DEPTH)).map(discount).sum();
        scores.ndcg_10 = gain / ideal;
        scores
    }

    /// The means of many.
    #[expect(clippy::cast_precision_loss, reason = "counts of queries")]
    pub fn mean(all: &[Self]) -> Self {
        let count = (all.len() as f64).max(1.0);
        let mean = |part: fn(&Self) -> f64| all.iter().map(part).sum::<f64>() / count;
        Self {
            recall_5: mean(|one| one.recall_5),
            recall_10: mean(|one| one.recall_10),
            mrr_10: mean(|one| one.mrr_10),
            ndcg_10: mean(|one| one.ndcg_10),
            map_10: mean(|one| one.map_10),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "places up to ten")]
fn discount(place: usize) -> f64 {
    1.0 / (place as f64 + 2.0).log2()
}

/// The value below which a share of all lie.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place in a list"
)]
pub(super) fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = (share * (sorted.len() as f64 - 1.0)).round().max(0.0) as usize;
    sorted.get(place).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::cast_precision_loss)]

    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::{RankingMetrics, quantile};

    #[test]
    fn a_perfect_ranking_has_ones() {
        let scores = RankingMetrics::of(&["a", "b", "c"], &BTreeSet::from(["a", "b"]));
        for one in
            [scores.recall_5, scores.recall_10, scores.mrr_10, scores.ndcg_10, scores.map_10]
        {
            assert!((one - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn places_count() {
        let scores = RankingMetrics::of(&["x", "a", "y"], &BTreeSet::from(["a", "b"]));
        assert!((scores.mrr_10 - 0.5).abs() < 1e-12);
        assert!((scores.map_10 - 0.25).abs() < 1e-12);
        assert!((scores.recall_10 - 0.5).abs() < 1e-12);
    }

    #[test]
    fn quantiles_are_values_of_the_list() {
        assert!((quantile(&[3.0, 1.0, 2.0], 0.5) - 2.0).abs() < 1e-12);
        assert!(quantile(&[], 0.5).abs() < 1e-12);
    }

    /// Straight from the definitions, slowly.
    fn naive(ranking: &[&str], relevant: &BTreeSet<&str>) -> [f64; 5] {
        let hit = |n: usize| {
            f64::from(u8::from(ranking.get(n).is_some_and(|id| relevant.contains(id))))
        };
        let total = relevant.len() as f64;
        let recall = |k: usize| (0..k).map(hit).sum::<f64>() / total;
        let first = (0..10).find(|n| 0.5 < hit(*n));
        let gain = |n: usize| 1.0 / ((n + 2) as f64).log2();
        let dcg: f64 = (0..10).map(|n| hit(n) * gain(n)).sum();
        let ideal: f64 = (0..10).filter(|n| *n < relevant.len()).map(gain).sum();
        let precision = |n: usize| (0..=n).map(hit).sum::<f64>() / (n + 1) as f64;
        let map = (0..10).map(|n| hit(n) * precision(n)).sum::<f64>() / total;
        [recall(5), recall(10), first.map_or(0.0, |n| 1.0 / (n + 1) as f64), dcg / ideal, map]
    }

    proptest! {
        #[test]
        fn figures_agree_with_their_definitions(
            order in Just((0..30).collect::<Vec<u32>>()).prop_shuffle(),
            len in 0_usize..30,
            relevant in prop::collection::btree_set(0_u32..40, 1..14),
        ) {
            let ids: Vec<String> = order.iter().take(len).map(u32::to_string).collect();
            let wanted: Vec<String> = relevant.iter().map(u32::to_string).collect();
            let ranking: Vec<&str> = ids.iter().map(String::as_str).collect();
            let wanted: BTreeSet<&str> = wanted.iter().map(String::as_str).collect();
            let scores = RankingMetrics::of(&ranking, &wanted);
            let found =
                [scores.recall_5, scores.recall_10, scores.mrr_10, scores.ndcg_10, scores.map_10];
            for (one, two) in found.into_iter().zip(naive(&ranking, &wanted)) {
                prop_assert!((one - two).abs() < 1e-9);
            }
        }
    }
}
