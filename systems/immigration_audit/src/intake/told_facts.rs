//! What a document of a kind says in words of its own, by `data/told_facts.json`, with the words that say it.

use std::{ops::Range, sync::LazyLock};

use serde::Deserialize;

use crate::model::{FieldValue, PartialDate};

use super::{
    document_person::DocumentPerson,
    school_province::{SCHOOL_PROVINCE, school_province},
};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ToldFacts {
    facts: Vec<ToldFact>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ToldFact {
    kinds: Vec<String>,
    /// Any of these says it.
    words: Vec<String>,
    field: String,
    value: String,
    /// The field that the document's day is told in, too.
    #[serde(default)]
    dated: Option<String>,
    /// It counts only where the document may be about this person; `people` are all of the matter.
    #[serde(default)]
    about: Option<String>,
}

static FACTS: LazyLock<ToldFacts> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/told_facts.json")).unwrap_or_default()
});

/// Fields that words of documents may tell.
pub(super) fn told_fields() -> impl Iterator<Item = &'static str> {
    let fields = FACTS.facts.iter().map(|it| it.field.as_str());
    let dated = FACTS.facts.iter().filter_map(|it| it.dated.as_deref());
    fields.chain(dated).chain([SCHOOL_PROVINCE])
}

/// A field with the words that tell it.
pub(super) type FoundFact = (&'static str, Range<usize>, FieldValue);

/// What a text of a kind tells. Of a field the first row that speaks decides.
pub(super) fn found_facts(
    (kind, text, dated): (&str, &str, Option<PartialDate>),
    person: &DocumentPerson,
) -> Vec<FoundFact> {
    let mut found: Vec<FoundFact> = Vec::new();
    for fact in FACTS.facts.iter().filter(|it| it.kinds.iter().any(|one| one == kind)) {
        let is_known = found.iter().any(|(field, ..)| *field == fact.field);
        if is_known || fact.about.as_deref().is_some_and(|it| !counts(person, it)) {
            continue;
        }
        let Some(bytes) = fact.words.iter().find_map(|words| stretch(text, words)) else {
            continue;
        };
        let value = match fact.value.as_str() {
            "yes" => FieldValue::Flag(true),
            "no" => FieldValue::Flag(false),
            words => FieldValue::Text(words.to_owned()),
        };
        if let (Some(field), Some(date)) = (&fact.dated, dated) {
            found.push((field, bytes.clone(), FieldValue::Date(date)));
        }
        found.push((&fact.field, bytes, value));
    }
    if let Some((bytes, code)) = school_province(kind, text) {
        found.push((SCHOOL_PROVINCE, bytes, FieldValue::Text(code.to_owned())));
    }
    found
}

fn counts(person: &DocumentPerson, about: &str) -> bool {
    if about == "people" { *person != DocumentPerson::Other } else { person.may_be(about) }
}

/// Bytes of the first place where a phrase begins a word, whatever its case.
pub(super) fn stretch(text: &str, phrase: &str) -> Option<Range<usize>> {
    let lower = text.to_ascii_lowercase();
    let phrase = phrase.to_ascii_lowercase();
    let mut places = lower.match_indices(&phrase);
    let (at, _) = places.find(|(at, _)| {
        let before = lower[..*at].chars().next_back();
        before.is_none_or(|letter| !letter.is_alphanumeric())
    })?;
    Some(at..at + phrase.len())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{ToldFacts, found_facts};
    use crate::intake::document_person::DocumentPerson;

    fn told(kind: &str, text: &str, person: &DocumentPerson) -> Vec<(String, String)> {
        let found = found_facts((kind, text, None), person).into_iter();
        found
            .map(|(field, _, value)| (field.to_owned(), value.to_string()))
            .collect()
    }

    #[test]
    fn the_table_reads() {
        let text = include_str!("../../data/told_facts.json");
        serde_json::from_str::<ToldFacts>(text).unwrap();
    }

    #[test]
    fn a_certificate_speaks_only_of_its_own_person() {
        let pair = |value: &str| vec![("matter.criminal_record".to_owned(), value.to_owned())];
        let (clean, found) = ("No criminal record was found.", "Convicted of theft in 2019.");
        let applicant = DocumentPerson::Role("applicant".to_owned());
        assert_eq!(told("police_certificate", clean, &applicant), pair("no"));
        assert_eq!(told("police_certificate", found, &applicant), pair("yes"));
        assert_eq!(told("police_certificate", clean, &DocumentPerson::Other), []);
        let sponsor = DocumentPerson::Role("sponsor".to_owned());
        assert_eq!(told("police_certificate", found, &sponsor), []);
        assert_eq!(told("lease", found, &applicant), []);
    }

    #[test]
    fn a_ground_of_refusal_is_read_where_it_begins() {
        let text = "You are inadmissible under paragraph 36(1)(b).";
        let fields = told("refusal_letter", text, &DocumentPerson::Unnamed);
        assert_eq!(fields[0].0, "matter.serious_criminality");
        let no = "See rule 136(1) of another law.";
        assert_eq!(told("refusal_letter", no, &DocumentPerson::Unnamed), []);
    }
}
