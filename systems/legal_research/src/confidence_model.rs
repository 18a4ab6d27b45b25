//! What the signs weigh of a step that asks again, and how far all confidences could be believed where they were measured:
//! `data/confidence.json`.

use std::sync::LazyLock;

use serde::Deserialize;

/// The fitted weights, and what they were worth on questions that nothing was fitted on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfidenceModel {
    /// What it was fitted on, and the command that shows it.
    pub(crate) fitted_on: String,
    bias: f64,
    /// Of the gate's probability of the best source.
    best: f64,
    /// Of the corpus' probability that any passage is relevant.
    relevance: f64,
    pub(crate) measured: MeasuredReliability,
}

/// What came of a confidence that was told.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MeasuredReliability {
    pub(crate) on: String,
    pub(crate) steps: u32,
    /// The mean distance of what was told and what was found, and what a perfect one would have on as many steps.
    pub(crate) ece: f64,
    pub(crate) bar: f64,
    pub(crate) bins: Vec<MeasuredBin>,
}

/// Steps that told about the same.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MeasuredBin {
    pub(crate) steps: u32,
    /// The mean of what was told, and the share in which it was so.
    pub(crate) told: f64,
    pub(crate) found: f64,
}

static SHIPPED: LazyLock<Option<ConfidenceModel>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../data/confidence.json")).ok());

impl ConfidenceModel {
    /// The one that ships; a test reads it.
    pub(crate) fn shipped() -> Option<&'static Self> {
        SHIPPED.as_ref()
    }

    /// How likely a passage that answers is among those found when the question is asked again.
    pub(crate) fn probability(&self, best: f64, relevance: f64) -> f64 {
        let sum = self.bias + self.best * logit(best) + self.relevance * logit(relevance);
        1.0 / (1.0 + (-sum).exp())
    }
}

/// Kept off the ends, where a probability of nought would outweigh everything.
fn logit(probability: f64) -> f64 {
    let kept = probability.clamp(0.01, 0.99);
    (kept / (1.0 - kept)).ln()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::ConfidenceModel;

    #[test]
    fn better_signs_make_a_step_likelier_answered() {
        let model = ConfidenceModel::shipped().unwrap();
        assert!(model.probability(0.2, 0.5) < model.probability(0.8, 0.5));
        assert!(model.probability(0.5, 0.3) < model.probability(0.5, 0.9));
        assert!(model.probability(0.5, 0.5) < 0.5, "it was asked before");
    }

    #[test]
    fn what_was_measured_adds_up() {
        let measured = &ConfidenceModel::shipped().unwrap().measured;
        let steps: u32 = measured.bins.iter().map(|bin| bin.steps).sum();
        assert_eq!(steps, measured.steps);
    }
}
