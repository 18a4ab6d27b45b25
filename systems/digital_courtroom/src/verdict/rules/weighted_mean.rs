//! The mean of the opinions by weight, rounded half up.

use jurat_model::court::rules as forms;

use super::Rule;
use crate::verdict::{
    hearing::{Act, Fired, Hearing},
    scores::{mean, mean_hundredths},
    words::{hundredths, listed},
};

pub(super) const RULE: Rule = Rule {
    form: forms::WEIGHTED_MEAN,
    about: "The score is the mean of the opinions by weight, rounded half up.",
    // Opinions that differ much are settled by their middle, whichever rule comes first.
    hear: |hearing, _| if hearing.has_fired("variance") { Vec::new() } else { hear(hearing) },
    whole: None,
};

pub(crate) fn hear(hearing: &Hearing<'_>) -> Vec<Fired> {
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
    vec![Fired {
        saw: listed(voices),
        did: format!("mean {}, rounded to {score}", hundredths(exact)),
        acts: vec![Act::Score(score)],
    }]
}
