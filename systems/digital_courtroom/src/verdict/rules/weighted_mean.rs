//! The mean of the opinions by weight, rounded half up.

use super::SynthesisRule;
use crate::{
    english_phrases::{hundredths, listed},
    model::synthesis_rules as forms,
    verdict::{
        criterion_state::{CriterionState, RuleEffect, RuleOutcome},
        scores::{mean, mean_hundredths},
    },
};

pub(super) const RULE: SynthesisRule = SynthesisRule {
    form: forms::WEIGHTED_MEAN,
    about: "The score is the mean of the opinions by weight, rounded half up.",
    // Opinions that differ much are settled by their middle, whichever rule comes first.
    hear: |hearing, _| if hearing.has_fired("variance") { Vec::new() } else { hear(hearing) },
    whole: None,
};

pub(crate) fn hear(hearing: &CriterionState<'_>) -> Vec<RuleOutcome> {
    let weighed = hearing.weighed();
    let Some((exact, score)) = mean_hundredths(&weighed).zip(mean(&weighed)) else {
        return Vec::new();
    };
    let voices = hearing.standing().map(|voice| {
        format!(
            "{} {} (weight {})",
            voice.persona.title(),
            voice.score,
            hundredths(voice.weight)
        )
    });
    vec![RuleOutcome {
        saw: listed(voices),
        did: format!("mean {}, rounded to {score}", hundredths(exact)),
        acts: vec![RuleEffect::Score(score)],
    }]
}
