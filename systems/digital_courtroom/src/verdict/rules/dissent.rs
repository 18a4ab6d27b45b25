//! Opinions that differ much are told: who gave what, on which evidence, and why they differ.

use super::{ConfiguredRule, SynthesisRule};
use crate::{
    model::synthesis_rules as forms,
    verdict::{
        criterion_state::{CriterionState, RuleEffect, RuleOutcome},
        dissent::told,
        scores::spread,
    },
};

pub(super) const RULE: SynthesisRule = SynthesisRule {
    form: forms::DISSENT,
    about: "Opinions that differ much are told, with what each cites and why they differ.",
    hear,
    whole: None,
};

fn hear(hearing: &CriterionState<'_>, rule: &ConfiguredRule<'_>) -> Vec<RuleOutcome> {
    let threshold = rule.spread("threshold");
    // As given: that an opinion was overruled does not undo that it differed.
    let wide = spread(hearing.voices.iter().map(|voice| voice.opinion.score));
    if wide < threshold || hearing.voices.len() < 2 {
        return Vec::new();
    }
    vec![RuleOutcome {
        saw: format!("spread {wide} of the opinions as given, threshold {threshold}"),
        did: "the dissent is told".to_owned(),
        acts: vec![RuleEffect::Dissent(told(hearing, wide))],
    }]
}
