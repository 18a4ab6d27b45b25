//! Every check that could be told is not met at all: the criterion fails, whoever argues.

use super::{ConfiguredRule, SynthesisRule, fact_supremacy::overruled};
use crate::{
    english_phrases::counted,
    model::{CheckOutcome, CourtVerdict, RubricScore, synthesis_rules as forms},
    verdict::criterion_state::{CriterionState, RuleEffect, RuleOutcome},
};

pub(super) const RULE: SynthesisRule = SynthesisRule {
    form: forms::ALL_EVIDENCE_FAILED,
    about: "A criterion of which no check is met even in part fails.",
    hear,
    whole: None,
};

fn hear(hearing: &CriterionState<'_>, _rule: &ConfiguredRule<'_>) -> Vec<RuleOutcome> {
    let told = hearing.assessed().count();
    let all_failed = hearing.assessed().all(|one| one.outcome == CheckOutcome::Unmet);
    if told == 0 || !all_failed {
        return Vec::new();
    }
    let partial = hearing.case.rubric.synthesis.partial;
    let most = RubricScore::nearest(partial.get().saturating_sub(1));
    vec![RuleOutcome {
        saw: format!("none of {} that could be told is met", counted(told, "check")),
        did: format!("FAIL, at most {most}{}", overruled(hearing, most)),
        acts: vec![RuleEffect::Cap(most), RuleEffect::AtMost(CourtVerdict::Fail)],
    }]
}
