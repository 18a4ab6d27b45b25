//! Where it matters most that something works, the Tech Lead counts for more.

use jurat_model::court::{Persona, rules as forms};

use super::{Applied, Rule};
use crate::verdict::{
    hearing::{Act, Fired, Hearing},
    words::hundredths,
};

pub(super) const RULE: Rule = Rule {
    form: forms::FUNCTIONALITY_WEIGHT,
    about: "The Tech Lead's opinion counts for more.",
    hear,
    whole: None,
};

fn hear(hearing: &Hearing<'_>, rule: &Applied<'_>) -> Vec<Fired> {
    let percent = u64::from(rule.number("weight_percent"));
    let lead = hearing.standing().find(|voice| voice.persona == Persona::TechLead);
    let Some(lead) = lead.filter(|_| percent != 100) else { return Vec::new() };
    let weight = lead.weight.saturating_mul(percent) / 100;
    vec![Fired {
        saw: format!("the Tech Lead weighs {}", hundredths(lead.weight)),
        did: format!("the Tech Lead weighs {} ({percent} %)", hundredths(weight)),
        acts: vec![Act::Weigh(Persona::TechLead, weight)],
    }]
}
