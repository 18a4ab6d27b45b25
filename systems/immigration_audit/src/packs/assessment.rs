//! A pack held against a matter.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    asked_facts::due_questions,
    condition_facts::ConditionFacts,
    pack_condition::{PackCondition, TruthValue},
    pack_definition::{ApplicationPack, PackQuestion},
    requirement_check, rule_check,
};
use crate::model::{Finding, MatterFile, MatterProfile, PackAssessment, PartialDate};

/// What a pack is held against.
pub(super) struct AssessedMatter<'m> {
    pub(super) files: &'m [MatterFile],
    pub(super) profile: &'m MatterProfile,
    pub(super) as_of: PartialDate,
    pub(super) facts: ConditionFacts,
    /// By their text.
    pub(super) conditions: BTreeMap<&'m str, Result<PackCondition, String>>,
}

/// Holds a pack against a matter as it stood on a day. Nothing is met or unmet but by what a document shows.
pub fn assess(
    pack: &ApplicationPack,
    files: &[MatterFile],
    profile: &MatterProfile,
    findings: &[Finding],
    as_of: PartialDate,
) -> PackAssessment {
    let texts = pack.conditions().map(|(_, text)| text);
    let conditions: BTreeMap<&str, _> =
        texts.map(|text| (text, PackCondition::compile(text))).collect();
    let compiled = conditions.values().filter_map(|it| it.as_ref().ok());
    let minima: BTreeSet<&str> = compiled.flat_map(PackCondition::minima).collect();
    let minima: Vec<&str> = minima.into_iter().collect();
    let facts = ConditionFacts::of(files, profile, findings, as_of, &minima);
    let matter = AssessedMatter { files, profile, as_of, facts, conditions };
    let requirements = pack.requirements.iter();
    let requirements = requirements.map(|it| requirement_check::check(pack, it, &matter));
    let rules: Vec<_> = pack
        .rules
        .iter()
        .map(|it| rule_check::check_rule(it, &matter))
        .collect();
    let pills = pack.rules.iter().zip(&rules).filter(|(rule, _)| rule.pill);
    let pills = pills.map(|(rule, finding)| rule_check::pill_of(rule, finding));
    let triggers = pack.triggers.iter();
    let triggers = triggers.map(|it| rule_check::check_trigger(pack, it, &matter));
    PackAssessment {
        pack: pack.id.clone(),
        pack_version: pack.version.clone(),
        pack_hash: pack.hash.clone(),
        requirements: requirements.collect(),
        triggers: triggers.chain(pills).collect(),
        questions: questions(pack, &matter),
        rules,
    }
}

/// Questions that are shown to be due come before those that may be.
fn questions(pack: &ApplicationPack, matter: &AssessedMatter<'_>) -> Vec<String> {
    let (mut due, mut maybe) = (Vec::new(), Vec::new());
    for question in &pack.questions {
        if is_answered(question, matter) {
            continue;
        }
        let value = question.when.as_deref().map(|text| matter.reading(text).value);
        match value {
            None | Some(TruthValue::True) => due.push(question.words.clone()),
            Some(TruthValue::Unknown) => maybe.push(question.words.clone()),
            Some(TruthValue::False) => {}
        }
    }
    let asked = due_questions(pack, matter);
    due.into_iter().chain(maybe).chain(asked).collect()
}

fn is_answered(question: &PackQuestion, matter: &AssessedMatter<'_>) -> bool {
    let seen = |field: &String| matter.profile.best(field).is_some();
    !question.asks.is_empty() && question.asks.iter().all(seen)
}

impl ApplicationPack {
    /// Every condition with its place.
    pub(super) fn conditions(&self) -> impl Iterator<Item = (String, &str)> {
        let requirements = self.requirements.iter().enumerate().flat_map(|(at, it)| {
            [("when", it.when.as_deref()), ("holds", it.holds.as_deref())]
                .map(|(key, text)| (format!("requirements[{at}].{key}"), text))
        });
        let rules = self.rules.iter().enumerate().flat_map(|(at, it)| {
            [
                ("when", it.when.as_deref()),
                ("met_when", it.met_when.as_deref()),
                ("unmet_when", it.unmet_when.as_deref()),
            ]
            .map(|(key, text)| (format!("rules[{at}].{key}"), text))
        });
        let triggers = self.triggers.iter().enumerate();
        let triggers =
            triggers.map(|(at, it)| (format!("triggers[{at}].when"), Some(it.when.as_str())));
        let questions = self.questions.iter().enumerate();
        let questions =
            questions.map(|(at, it)| (format!("questions[{at}].when"), it.when.as_deref()));
        let all = requirements.chain(rules).chain(triggers).chain(questions);
        all.filter_map(|(place, text)| Some((place, text?)))
    }
}
