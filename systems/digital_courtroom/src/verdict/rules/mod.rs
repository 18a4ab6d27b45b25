//! The rules of synthesis. Each is a file with a `RULE`; which apply, in which order and with
//! which numbers, is the rubric's.

mod all_evidence_failed;
mod coverage;
mod dissent;
mod fact_supremacy;
mod functionality_weight;
mod missing_vision_cap;
pub(crate) mod security_cap;
mod structural_fraud;
mod variance;
pub(crate) mod weighted_mean;

use std::sync::LazyLock;

use crate::{
    model::{
        RubricScore, RubricSynthesis, RuleSetting,
        synthesis_rules::{COVERAGE, RuleForm, VARIANCE},
    },
    verdict::{
        adjudication::AdjudicationInput,
        criterion_state::{CriterionState, RuleOutcome},
    },
};

pub const ALL: &[SynthesisRule] = &[
    coverage::RULE,
    fact_supremacy::RULE,
    all_evidence_failed::RULE,
    security_cap::RULE,
    functionality_weight::RULE,
    weighted_mean::RULE,
    variance::RULE,
    structural_fraud::RULE,
    missing_vision_cap::RULE,
    dissent::RULE,
];

/// The rules of a rubric that names none, in their order.
static DEFAULTS: LazyLock<Vec<RuleSetting>> = LazyLock::new(|| {
    // A test reads the same file: it can always be read.
    serde_json::from_str(include_str!("defaults.json")).unwrap_or_default()
});

#[derive(Debug, Clone, Copy)]
pub struct SynthesisRule {
    /// How rubrics name it, and the numbers that it reads.
    pub form: RuleForm,
    /// What it does, in a sentence.
    pub about: &'static str,
    hear: fn(&CriterionState<'_>, &ConfiguredRule<'_>) -> Vec<RuleOutcome>,
    whole: Option<fn(&AdjudicationInput<'_>, &ConfiguredRule<'_>) -> Option<ScoreCeiling>>,
}

/// What a rule does to the whole.
#[derive(Debug)]
pub(crate) struct ScoreCeiling {
    pub(crate) cap: RubricScore,
    pub(crate) fails: bool,
    pub(crate) saw: String,
}

/// A rule as a rubric sets it.
pub(crate) struct ConfiguredRule<'a> {
    pub(crate) rule: &'static SynthesisRule,
    setting: &'a RuleSetting,
    variance_threshold: u8,
}

impl ConfiguredRule<'_> {
    /// The rubric's number, or what stands for it where the rubric is silent or makes no sense.
    pub(crate) fn number(&self, name: &str) -> u32 {
        let Some(number) = self.rule.form.numbers.iter().find(|number| number.name == name)
        else {
            return 0;
        };
        let default = number.default.unwrap_or(u32::from(self.variance_threshold));
        match self.setting.numbers.get(name) {
            Some(given) if (number.least..=number.most).contains(given) => *given,
            _ => default.clamp(number.least, number.most),
        }
    }

    /// A number that is a score.
    pub(crate) fn score(&self, name: &str) -> RubricScore {
        RubricScore::nearest(u8::try_from(self.number(name)).unwrap_or(u8::MAX))
    }

    /// A number that is a spread of scores.
    pub(crate) fn spread(&self, name: &str) -> u8 {
        u8::try_from(self.number(name)).unwrap_or(u8::MAX)
    }

    /// Whether the rubric names criteria for it.
    pub(crate) fn is_for_some(&self) -> bool {
        !self.setting.criteria.is_empty()
    }

    pub(crate) fn is_for(&self, criterion: &str) -> bool {
        !self.is_for_some() || self.setting.criteria.iter().any(|one| one == criterion)
    }

    /// Whether it asks how much could be told.
    pub(crate) fn is_coverage(&self) -> bool {
        self.rule.form == COVERAGE
    }

    pub(crate) fn hear(&self, hearing: &CriterionState<'_>) -> Vec<RuleOutcome> {
        (self.rule.hear)(hearing, self)
    }

    pub(crate) fn whole(&self, case: &AdjudicationInput<'_>) -> Option<ScoreCeiling> {
        self.rule.whole.and_then(|whole| whole(case, self))
    }
}

pub fn named(name: &str) -> Option<&'static SynthesisRule> {
    ALL.iter().find(|rule| rule.form.name == name)
}

/// The settings that apply where a rubric has none.
pub fn defaults() -> &'static [RuleSetting] {
    &DEFAULTS
}

/// The settings of a rubric, or the defaults where it has none.
pub fn settings(synthesis: &RubricSynthesis) -> &[RuleSetting] {
    if synthesis.rules.is_empty() { defaults() } else { &synthesis.rules }
}

/// The rules of a rubric, those that have a name here.
pub(crate) fn applied(synthesis: &RubricSynthesis) -> Vec<ConfiguredRule<'_>> {
    let apply = |setting| {
        let setting: &RuleSetting = setting;
        Some(ConfiguredRule {
            rule: named(&setting.rule)?,
            setting,
            variance_threshold: synthesis.variance_threshold,
        })
    };
    settings(synthesis).iter().filter_map(apply).collect()
}

/// How much must be told where a rubric does not say.
pub(crate) fn default_coverage() -> Option<ConfiguredRule<'static>> {
    let setting = defaults().iter().find(|one| one.rule == COVERAGE.name)?;
    Some(ConfiguredRule {
        rule: named(&setting.rule)?,
        setting,
        variance_threshold: 0,
    })
}

/// From which spread on opinions are looked at again, for each criterion that a rule names.
pub(crate) fn variance_threshold(synthesis: &RubricSynthesis, criterion: &str) -> Option<u8> {
    applied(synthesis)
        .iter()
        .filter(|applied| applied.rule.form == VARIANCE)
        .filter(|applied| applied.is_for(criterion))
        .map(|applied| applied.spread("threshold"))
        .min()
}
