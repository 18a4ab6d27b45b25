//! Where it matters most that something works, the Tech Lead counts for more.

use super::{ConfiguredRule, SynthesisRule};
use crate::{
    english_phrases::hundredths,
    model::{Persona, synthesis_rules as forms},
    verdict::criterion_state::{CriterionState, RuleEffect, RuleOutcome},
};

pub(super) const RULE: SynthesisRule = SynthesisRule {
    form: forms::FUNCTIONALITY_WEIGHT,
    about: "The Tech Lead's opinion counts for more.",
    hear,
    whole: None,
};

fn hear(hearing: &CriterionState<'_>, rule: &ConfiguredRule<'_>) -> Vec<RuleOutcome> {
    let percent = u64::from(rule.number("weight_percent"));
    let lead = hearing.standing().find(|voice| voice.persona == Persona::TechLead);
    let Some(lead) = lead.filter(|_| percent != 100) else { return Vec::new() };
    let weight = lead.weight.saturating_mul(percent) / 100;
    vec![RuleOutcome {
        saw: format!("the Tech Lead weighs {}", hundredths(lead.weight)),
        did: format!("the Tech Lead weighs {} ({percent} %)", hundredths(weight)),
        acts: vec![RuleEffect::Weigh(Persona::TechLead, weight)],
    }]
}
