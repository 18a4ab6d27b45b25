//! Pictures that could not be looked at: what rests on them has a ceiling.

use super::{ConfiguredRule, SynthesisRule, fact_supremacy::overruled};
use crate::{
    model::{ArtifactAvailability, CriterionTarget, synthesis_rules as forms},
    verdict::criterion_state::{CriterionState, RuleEffect, RuleOutcome},
};

pub(super) const RULE: SynthesisRule = SynthesisRule {
    form: forms::MISSING_VISION_CAP,
    about: "Where pictures could not be looked at, what rests on them has a ceiling.",
    hear,
    whole: None,
};

fn hear(hearing: &CriterionState<'_>, rule: &ConfiguredRule<'_>) -> Vec<RuleOutcome> {
    let rests_on_them =
        rule.is_for_some() || hearing.criterion.target == CriterionTarget::Images;
    let saw = match &hearing.case.submission.vision {
        ArtifactAvailability::Read => return Vec::new(),
        ArtifactAvailability::NotGiven => "no pictures were given".to_owned(),
        ArtifactAvailability::Unreadable(why) => {
            format!("the pictures could not be read: {why}")
        }
    };
    if !rests_on_them {
        return Vec::new();
    }
    let cap = rule.score("cap");
    let did = format!("at most {cap}{}", overruled(hearing, cap));
    vec![RuleOutcome { saw, did, acts: vec![RuleEffect::Cap(cap)] }]
}
