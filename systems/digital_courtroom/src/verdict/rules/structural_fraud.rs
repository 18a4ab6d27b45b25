//! Orchestration that is claimed and not there, as a check proved it. Words in arguments prove
//! nothing.

use super::{ConfiguredRule, SynthesisRule, fact_supremacy::overruled};
use crate::{
    model::{CheckOutcome, CheckResult, synthesis_rules as forms},
    verdict::{
        criterion_state::{CriterionState, RuleEffect, RuleOutcome},
        summary::seen,
    },
};

pub(super) const RULE: SynthesisRule = SynthesisRule {
    form: forms::STRUCTURAL_FRAUD,
    about: "Orchestration that is claimed and not there sets the score.",
    hear,
    whole: None,
};

/// The charge that a rubric's check must bring.
const CHARGE: &str = "orchestration fraud";

fn hear(hearing: &CriterionState<'_>, rule: &ConfiguredRule<'_>) -> Vec<RuleOutcome> {
    let proved: Vec<String> = hearing
        .assessed()
        .filter(|result| is_charged(result))
        .map(|result| seen(hearing, result))
        .collect();
    if proved.is_empty() {
        return Vec::new();
    }
    let most = rule.score("score");
    vec![RuleOutcome {
        saw: format!("Orchestration Fraud is proved: {}", proved.join("; ")),
        did: format!("at most {most}{}", overruled(hearing, most)),
        acts: vec![RuleEffect::Cap(most)],
    }]
}

fn is_charged(result: &CheckResult) -> bool {
    let charge = result.charge.as_deref().unwrap_or_default();
    result.outcome == CheckOutcome::Unmet && charge.trim().eq_ignore_ascii_case(CHARGE)
}
