//! What a document seldom shows and a person has to say: the question for each such field, and which are due.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use serde::Deserialize;

use super::{
    assessment::AssessedMatter, pack_condition::TruthValue, pack_definition::ApplicationPack,
};
use crate::model::FindingSeverity;

/// Questions that are asked besides those of the pack.
const MOST_ASKED: usize = 8;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct AskedFacts {
    questions: BTreeMap<String, String>,
}

static FACTS: LazyLock<AskedFacts> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/asked_facts.json")).unwrap_or_default()
});

/// The question for a field that is asked of the client.
pub(super) fn question_for(field: &str) -> Option<&'static str> {
    FACTS.questions.get(field).map(String::as_str)
}

/// Questions whose answers would settle checks that stay open, the gravest first; those that the pack asks itself are left out.
pub(super) fn due_questions(
    pack: &ApplicationPack,
    matter: &AssessedMatter<'_>,
) -> Vec<String> {
    let mut due: Vec<(FindingSeverity, String)> = Vec::new();
    for (severity, text) in weighed_conditions(pack, matter) {
        let reading = matter.reading(text);
        if reading.value == TruthValue::Unknown {
            due.extend(reading.missing.into_iter().map(|field| (severity, field)));
        }
    }
    due.sort_by_key(|(severity, _)| std::cmp::Reverse(*severity));
    let own: BTreeSet<&str> = pack
        .questions
        .iter()
        .flat_map(|it| &it.asks)
        .map(String::as_str)
        .collect();
    let mut asked: Vec<String> = Vec::new();
    for (_, field) in due.iter().filter(|(_, field)| !own.contains(field.as_str())) {
        let Some(question) = question_for(field) else { continue };
        if asked.len() < MOST_ASKED && asked.iter().all(|it| it != question) {
            asked.push(question.to_owned());
        }
    }
    asked
}

/// Conditions that decide, each with how much hangs on it; those of checks that are not asked of the matter are left out.
fn weighed_conditions<'p>(
    pack: &'p ApplicationPack,
    matter: &AssessedMatter<'_>,
) -> Vec<(FindingSeverity, &'p str)> {
    let is_asked = |when: &Option<String>| {
        let value = when.as_deref().map(|text| matter.reading(text).value);
        value != Some(TruthValue::False)
    };
    let triggers = pack.triggers.iter().map(|it| {
        let severity = if it.pill { FindingSeverity::Critical } else { it.severity };
        (severity, Some(it.when.as_str()))
    });
    let rules = pack.rules.iter().filter(|it| is_asked(&it.when)).flat_map(|it| {
        [&it.when, &it.met_when, &it.unmet_when].map(|text| (it.severity, text.as_deref()))
    });
    let requirements = pack.requirements.iter().filter(|it| is_asked(&it.when));
    let requirements = requirements.flat_map(|it| {
        let severity =
            if it.required { FindingSeverity::High } else { FindingSeverity::Medium };
        [&it.when, &it.holds].map(|text| (severity, text.as_deref()))
    });
    let all = triggers.chain(rules).chain(requirements);
    all.filter_map(|(severity, text)| Some((severity, text?))).collect()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{AskedFacts, FACTS};
    use crate::packs::pack_names::names;

    #[test]
    fn every_question_asks_for_a_field_that_packs_may_read() {
        let text = include_str!("../../data/asked_facts.json");
        serde_json::from_str::<AskedFacts>(text).unwrap();
        let names = names().unwrap();
        for (field, question) in &FACTS.questions {
            let (role, name) = field.split_once('.').unwrap();
            assert!(names.field(role, name).is_some(), "{field}");
            assert!(question.ends_with('?'), "{question}");
        }
    }
}
