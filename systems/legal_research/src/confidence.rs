//! How likely a step's question is answered by what was found: the probability of its likeliest source by the gate that answers
//! go through too; where the question was asked before, weighed with the corpus' own as it was fitted. What else tells of it
//! is kept beside it, to be measured.

use std::collections::BTreeSet;

use jurat_model::RetrievedChunk;
use jurat_text::{Language, tokens::terms};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    confidence_model::ConfidenceModel,
    plan_step::{PlanStep, StepAim},
    preset::{ConfidenceKind, ResearchPreset},
    step_evidence::StepSource,
};

/// What the confidence of a step was taken from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct StepConfidence {
    pub value: f64,
    /// The gate's probability of the best source, and of the next.
    pub best: f64,
    pub second: f64,
    /// The share of the question's terms that sources let through have.
    pub coverage: f64,
    /// How likely any of the passages is relevant, by the corpus' own calibration.
    pub relevance: f64,
    /// Mean cosine of the query and the passages, and that of the best; nothing without vectors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_cosine: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_cosine: Option<f64>,
}

impl StepConfidence {
    pub(crate) fn of(
        preset: &ResearchPreset,
        (step, language): (&PlanStep, Language),
        chunks: &[RetrievedChunk],
        sources: &[StepSource],
    ) -> Self {
        let mut probabilities: Vec<f64> = sources.iter().map(|one| one.probability).collect();
        probabilities.sort_by(|one, other| other.total_cmp(one));
        let at = |place: usize| probabilities.get(place).copied().unwrap_or_default();
        let missed: f64 = chunks.iter().map(|chunk| 1.0 - chunk.probability).product();
        let relevance = if chunks.is_empty() { 0.0 } else { 1.0 - missed };
        let cosines = chunks
            .iter()
            .filter_map(|chunk| chunk.provision.as_ref()?.measures.meaning);
        let cosines: Vec<f64> = cosines.collect();
        let mut found = Self {
            value: 0.0,
            best: at(0),
            second: at(1),
            coverage: rounded(coverage(&step.question, language, sources)),
            relevance: rounded(relevance),
            mean_cosine: mean(&cosines).map(rounded),
            best_cosine: cosines.iter().copied().reduce(f64::max).map(rounded),
        };
        found.value = rounded(match preset.confidence {
            ConfidenceKind::Calibrated => found.calibrated(&step.aim),
            ConfidenceKind::MeanCosine => found.mean_cosine.unwrap_or_default(),
        });
        found
    }

    /// The gate's word on a question that is asked for the first time; of one that is asked again, for what was not found
    /// before, it says far too much, since it does not know of that.
    fn calibrated(&self, aim: &StepAim) -> f64 {
        let is_again = matches!(aim, StepAim::Beside { .. } | StepAim::OtherSide);
        match ConfidenceModel::shipped() {
            Some(model) if is_again => model.probability(self.best, self.relevance),
            _ => self.best,
        }
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    let count = f64::from(u32::try_from(values.len()).unwrap_or(u32::MAX));
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / count)
}

/// The share of the question's terms that sources let through have.
fn coverage(question: &str, language: Language, sources: &[StepSource]) -> f64 {
    let asked: BTreeSet<String> = terms(question, language).into_iter().collect();
    let admitted = sources.iter().filter(|source| source.admitted);
    let found: BTreeSet<String> = admitted
        .flat_map(|source| terms(&source.quote.text, language))
        .collect();
    let count = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    if asked.is_empty() {
        0.0
    } else {
        count(asked.intersection(&found).count()) / count(asked.len())
    }
}

/// Four digits are more than a probability is worth, and are written alike everywhere.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}
