//! How far probabilities can be believed.

use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ReliabilityFigures {
    pub hits: usize,
    /// Expected calibration error over ten bins of equal width.
    pub ece: f64,
    /// Mean squared distance of probability and outcome.
    pub brier: f64,
    /// The share of relevant hits: always saying it would have a Brier score of share (1 - share).
    pub share: f64,
}

const BINS: usize = 10;

impl ReliabilityFigures {
    /// Of probabilities and what came true.
    #[expect(clippy::cast_precision_loss, reason = "counts of hits")]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a probability times ten"
    )]
    pub fn of(judged: impl Iterator<Item = (f64, bool)>) -> Self {
        let mut bins = [(0.0, 0.0); BINS];
        let (mut hits, mut squares, mut relevant_hits) = (0, 0.0, 0.0);
        for (probability, relevant) in judged {
            let outcome = f64::from(u8::from(relevant));
            let bin = ((probability * BINS as f64) as usize).min(BINS - 1);
            bins[bin].0 += probability;
            bins[bin].1 += outcome;
            squares += (probability - outcome).powi(2);
            relevant_hits += outcome;
            hits += 1;
        }
        let all = (hits as f64).max(1.0);
        let off: f64 = bins.iter().map(|(said, seen)| (said - seen).abs()).sum();
        Self {
            hits,
            ece: off / all,
            brier: squares / all,
            share: relevant_hits / all,
        }
    }

    /// Of both together, by their numbers of hits.
    #[expect(clippy::cast_precision_loss, reason = "counts of hits")]
    pub(crate) fn and(&self, other: &Self) -> Self {
        let hits = self.hits + other.hits;
        let part = self.hits as f64 / (hits as f64).max(1.0);
        let mix = |one: f64, two: f64| part * one + (1.0 - part) * two;
        Self {
            hits,
            ece: mix(self.ece, other.ece),
            brier: mix(self.brier, other.brier),
            share: mix(self.share, other.share),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ReliabilityFigures;

    #[test]
    fn what_is_said_and_happens_as_often_is_calibrated() {
        let judged = (0..100).map(|n| (0.25, n % 4 == 0));
        let found = ReliabilityFigures::of(judged);
        assert!(found.ece < 1e-9 && (found.brier - 0.1875).abs() < 1e-9);
    }

    #[test]
    fn certainty_that_fails_shows() {
        let found = ReliabilityFigures::of([(1.0, false), (0.0, true)].into_iter());
        assert!((found.ece - 1.0).abs() < 1e-9 && (found.brier - 1.0).abs() < 1e-9);
    }
}
