//! Opinions that differ much are told: who gave what, on which evidence, and why they differ.

use jurat_model::court::rules as forms;

use super::{Applied, Rule};
use crate::verdict::{
    dissent::told,
    hearing::{Act, Fired, Hearing},
    scores::spread,
};

pub(super) const RULE: Rule = Rule {
    form: forms::DISSENT,
    about: "Opinions that differ much are told, with what each cites and why they differ.",
    hear,
    whole: None,
};

fn hear(hearing: &Hearing<'_>, rule: &Applied<'_>) -> Vec<Fired> {
    let threshold = rule.spread("threshold");
    // As given: that an opinion was overruled does not undo that it differed.
    let wide = spread(hearing.voices.iter().map(|voice| voice.opinion.score));
    if wide < threshold || hearing.voices.len() < 2 {
        return Vec::new();
    }
    vec![Fired {
        saw: format!("spread {wide} of the opinions as given, threshold {threshold}"),
        did: "the dissent is told".to_owned(),
        acts: vec![Act::Dissent(told(hearing, wide))],
    }]
}
