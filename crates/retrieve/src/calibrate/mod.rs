//! From the signs of a hit to the probability that it is relevant.
//!
//! A cosine or a fused score means something else in every corpus; a probability that was fitted
//! to judged queries means the same everywhere.

mod logistic;
mod reliability;

use serde::{Deserialize, Serialize};

pub use reliability::Reliability;

use crate::search::Candidate;

/// How many numbers speak for a hit.
const SIGNS: usize = 6;

/// What speaks for a hit being relevant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Signs([f64; SIGNS]);

impl Signs {
    /// Of the hit at a place (from 0) with its score, the best one and the next one.
    pub(crate) fn of(
        at: usize,
        score: f32,
        best: f32,
        next: f32,
        candidate: &Candidate,
    ) -> Self {
        let share = |value: f32| if 0.0 < best { f64::from(value / best) } else { 0.0 };
        let place = f64::from(u32::try_from(at).unwrap_or(u32::MAX)) + 1.0;
        let near = |rank: Option<usize>| rank.is_some_and(|rank| rank <= AGREED);
        let agree = near(candidate.bm25_rank) && near(candidate.dense_rank);
        Self([
            share(score),
            share(score - next),
            1.0 / place,
            f64::from(candidate.overlap),
            f64::from(candidate.cosine.unwrap_or(0.0)),
            f64::from(u8::from(agree)),
        ])
    }
}

/// The legs agree on a passage that both have among so many.
const AGREED: usize = 5;

/// A logistic model over the signs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    bias: f64,
    /// Score as a share of the best, gap to the next, one over the place, overlap of words,
    /// cosine, agreement of the legs.
    weights: [f64; SIGNS],
    /// The hits it was fitted on; 0 for the one that is shipped.
    pub hits: usize,
}

impl Calibration {
    /// For a corpus that has not been tuned. Fitted on the tuning half of
    /// `retrieval_irpa` (OGL-Canada; 151 queries, 1,510 hits), then rounded.
    pub const fn shipped() -> Self {
        Self {
            bias: -5.86,
            weights: [2.26, 1.71, 2.62, 0.35, 0.32, 0.14],
            hits: 0,
        }
    }

    /// Between 0 and 1.
    pub(crate) fn probability(&self, signs: &Signs) -> f64 {
        logistic::probability(self.bias, &self.weights, &signs.0)
    }

    /// Fits to hits of which it is known whether they are relevant. Nothing where all are, or
    /// none is.
    pub(crate) fn fit(hits: &[(Signs, bool)]) -> Option<Self> {
        let rows: Vec<([f64; SIGNS], bool)> =
            hits.iter().map(|(signs, relevant)| (signs.0, *relevant)).collect();
        let (bias, weights) = logistic::fit(&rows)?;
        Some(Self { bias, weights, hits: hits.len() })
    }

    /// How well probabilities match what is known.
    pub(crate) fn reliability(&self, hits: &[(Signs, bool)]) -> Reliability {
        let judged = hits
            .iter()
            .map(|(signs, relevant)| (self.probability(signs), *relevant));
        Reliability::of(judged)
    }
}
