//! From the signs of a hit to the probability that it is relevant.
//!
//! A cosine or a fused score means something else in every corpus; a probability that was fitted
//! to judged queries means the same everywhere.

mod logistic;
mod reliability;

use serde::{Deserialize, Serialize};

pub use reliability::ReliabilityFigures;

use crate::fusion::SearchCandidate;

const SIGNS: usize = 6;

/// What speaks for a hit being relevant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CalibrationFeatures {
    values: [f64; SIGNS],
    /// Whether meaning was asked: without it a cosine of nothing says nothing.
    has_meaning: bool,
}

impl CalibrationFeatures {
    /// Of the hit at a place (from 0) with its score, the best one and the next one, where there
    /// is one: a hit that nothing follows is ahead of nobody.
    pub(crate) fn of(
        at: usize,
        score: f32,
        best: f32,
        next: Option<f32>,
        candidate: &SearchCandidate,
    ) -> Self {
        let share = |value: f32| if 0.0 < best { f64::from(value / best) } else { 0.0 };
        let place = f64::from(u32::try_from(at).unwrap_or(u32::MAX)) + 1.0;
        let near = |rank: Option<usize>| rank.is_some_and(|rank| rank <= AGREED);
        let agree = near(candidate.bm25_rank) && near(candidate.dense_rank);
        let values = [
            share(score),
            next.map_or(0.0, |next| share(score - next)),
            1.0 / place,
            f64::from(candidate.overlap),
            f64::from(candidate.cosine.unwrap_or(0.0)),
            f64::from(u8::from(agree)),
        ];
        Self { values, has_meaning: candidate.cosine.is_some() }
    }
}

/// The legs agree on a passage that both have among so many.
const AGREED: usize = 5;

/// A hit of which it is known whether it is relevant.
#[derive(Debug, Clone, Copy)]
pub struct JudgedHit {
    pub(crate) signs: CalibrationFeatures,
    pub(crate) relevant: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct LogisticModel {
    bias: f64,
    /// Score as a share of the best, gap to the next, one over the place, overlap of words,
    /// cosine, agreement of the legs.
    weights: [f64; SIGNS],
}

impl LogisticModel {
    fn fit(hits: &[JudgedHit]) -> Option<Self> {
        let rows: Vec<([f64; SIGNS], bool)> =
            hits.iter().map(|hit| (hit.signs.values, hit.relevant)).collect();
        let (bias, weights) = logistic::fit(&rows)?;
        Some(Self { bias, weights })
    }
}

/// How the signs of a hit become a probability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HitCalibration {
    #[serde(flatten)]
    model: LogisticModel,
    /// For hits of searches by words alone. Nothing where the first serves both, as in a corpus
    /// that was tuned without vectors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by_words: Option<LogisticModel>,
    /// The hits it was fitted on; 0 for the one that is shipped.
    pub hits: usize,
}

impl HitCalibration {
    /// For a corpus that has not been tuned. Fitted by `examples/fit_calibration` on acts and
    /// questions that may choose (OGL-Canada, and ours; 624 searches by both legs and as many by
    /// words alone, 12,319 hits), then rounded.
    pub const fn shipped() -> Self {
        Self {
            model: LogisticModel {
                bias: -5.78,
                weights: [2.13, 3.43, 1.40, 0.59, 1.75, 0.50],
            },
            by_words: Some(LogisticModel {
                bias: -5.28,
                weights: [1.73, 3.26, 1.57, 1.77, 0.0, 0.0],
            }),
            hits: 0,
        }
    }

    pub(crate) fn probability(&self, signs: &CalibrationFeatures) -> f64 {
        let by_words = self.by_words.as_ref().filter(|_| !signs.has_meaning);
        let LogisticModel { bias, weights } = by_words.unwrap_or(&self.model);
        logistic::probability(*bias, weights, &signs.values)
    }

    /// Fits to hits of which it is known whether they are relevant, those of searches by words
    /// alone apart. Nothing where all are, or none is.
    pub fn fit(hits: &[JudgedHit]) -> Option<Self> {
        let (meant, worded): (Vec<JudgedHit>, Vec<JudgedHit>) =
            hits.iter().partition(|hit| hit.signs.has_meaning);
        let (meant, worded) = (LogisticModel::fit(&meant), LogisticModel::fit(&worded));
        let hits = hits.len();
        match (meant, worded) {
            (Some(model), by_words) => Some(Self { model, by_words, hits }),
            (None, Some(model)) => Some(Self { model, by_words: None, hits }),
            (None, None) => None,
        }
    }

    /// How well probabilities match what is known.
    pub fn reliability(&self, hits: &[JudgedHit]) -> ReliabilityFigures {
        let judged = hits.iter().map(|hit| (self.probability(&hit.signs), hit.relevant));
        ReliabilityFigures::of(judged)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{CalibrationFeatures, HitCalibration, JudgedHit, SIGNS, SearchCandidate};

    /// Nothing but a cosine, and whether meaning was asked.
    fn signs(cosine: f64, has_meaning: bool) -> CalibrationFeatures {
        let mut values = [0.0; SIGNS];
        values[4] = cosine;
        CalibrationFeatures { values, has_meaning }
    }

    #[test]
    fn a_search_by_words_is_not_blamed_for_having_no_cosine() {
        let hit = |n: u32, has_meaning| JudgedHit {
            signs: signs(if has_meaning { f64::from(n % 10) / 10.0 } else { 0.0 }, has_meaning),
            relevant: 5 <= n % 10,
        };
        let hits: Vec<JudgedHit> =
            (0..400).flat_map(|n| [hit(n, true), hit(n, false)]).collect();
        let fitted = HitCalibration::fit(&hits).unwrap();
        let near_half = |signs| (fitted.probability(&signs) - 0.5).abs() < 0.01;
        assert!(near_half(signs(0.0, false)) && !near_half(signs(0.0, true)));
    }

    #[test]
    fn to_stand_alone_is_not_to_be_ahead() {
        let [alone, ahead] = [None, Some(0.1)].map(|next| {
            let signs = CalibrationFeatures::of(0, 1.0, 1.0, next, &SearchCandidate::default());
            HitCalibration::shipped().probability(&signs)
        });
        assert!(alone < 0.3 && 0.3 < ahead, "{alone} {ahead}");
    }

    #[test]
    fn what_older_programs_kept_is_read() {
        let kept = r#"{"bias": -1.0, "weights": [0, 0, 0, 0, 2.0, 0], "hits": 10}"#;
        let read: HitCalibration = serde_json::from_str(kept).unwrap();
        let [words, meaning] = [false, true].map(|it| read.probability(&signs(0.5, it)));
        assert!((words - 0.5).abs() < 1e-9 && (meaning - 0.5).abs() < 1e-9);
    }
}
