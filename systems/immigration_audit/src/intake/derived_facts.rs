//! What follows from answers that were read, by `data/derived_facts.json`: a form asks for one thing and a pack for another.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::model::{
    FactPlace, FieldReading, FieldValue, FileStanding, HistoryKind, HistoryRow, MatterFile,
    MatterProfile, ReadingMethod,
};

use super::document_person::SOMEBODY_ELSE;

/// How sure a fact is that follows from another, as a part of how sure that one is.
const FOLLOWS: f64 = 0.95;
/// How sure a fact is that a document tells by being there, as a part of how sure its kind is.
const BY_PRESENCE: f64 = 0.8;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct DerivedFacts {
    rules: Vec<FactRule>,
    copies: Vec<FactCopy>,
    least: Vec<LeastNumber>,
    digits: Vec<FactDigit>,
    history_ends: Vec<HistoryFact>,
    history_told: Vec<HistoryFact>,
    documents: Vec<DocumentFact>,
}

/// A value that a field has where all conditions hold.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FactRule {
    field: String,
    value: String,
    when: Vec<FactCondition>,
}

/// What one field has to say: this, anything but this, or anything.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FactCondition {
    field: String,
    #[serde(default)]
    is: Option<String>,
    #[serde(default)]
    is_not: Option<String>,
}

/// One value under another name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FactCopy {
    field: String,
    of: String,
}

/// The least of several numbers, where all of them are told.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeastNumber {
    field: String,
    of: Vec<String>,
}

/// A digit of a code, counted from 1.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FactDigit {
    field: String,
    of: String,
    digit: usize,
}

/// What rows of a history tell: their last end, or that there are any.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HistoryFact {
    field: String,
    person: String,
    kind: HistoryKind,
}

/// What it tells that a document of a kind is there at all.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DocumentFact {
    field: String,
    value: String,
    kind: String,
}

static FACTS: LazyLock<DerivedFacts> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/derived_facts.json")).unwrap_or_default()
});

/// Fields that may follow from others.
pub(super) fn derived_fields() -> impl Iterator<Item = &'static str> {
    let facts = &*FACTS;
    let rules = facts.rules.iter().map(|it| &it.field);
    let copies = facts.copies.iter().map(|it| &it.field);
    let least = facts.least.iter().map(|it| &it.field);
    let digits = facts.digits.iter().map(|it| &it.field);
    let histories = facts.history_ends.iter().chain(&facts.history_told);
    let documents = facts.documents.iter().map(|it| &it.field);
    let all = rules.chain(documents).chain(copies).chain(least).chain(digits);
    all.chain(histories.map(|it| &it.field)).map(String::as_str)
}

/// Adds what follows from the readings of a profile, each with the place of what it follows from. Once is enough; twice adds
/// nothing, so that whoever adds readings of their own may call it again.
pub fn add_derived_facts(profile: &mut MatterProfile) {
    let facts = &*FACTS;
    for copy in &facts.copies {
        for reading in profile.fields.get(&copy.of).cloned().unwrap_or_default() {
            let value = reading.value.clone();
            add(profile, &copy.field, Some(follows(&reading, value)));
        }
    }
    for fact in &facts.history_ends {
        let end = last_end(profile, fact);
        add(profile, &fact.field, end);
    }
    for fact in &facts.history_told {
        let row = profile.history(&fact.person, fact.kind).next();
        let told = row.map(|row| of_row(row, FieldValue::Flag(true)));
        add(profile, &fact.field, told);
    }
    for fact in &facts.least {
        let least = least_number(profile, &fact.of);
        add(profile, &fact.field, least);
    }
    for fact in &facts.digits {
        let digit = digit_of(profile, fact);
        add(profile, &fact.field, digit);
    }
    for rule in &facts.rules {
        let told = follows_from(profile, rule);
        add(profile, &rule.field, told);
    }
}

/// Adds what is evident from which documents are there; what papers say of it themselves is surer.
pub(super) fn add_facts_of_documents(files: &[MatterFile], profile: &mut MatterProfile) {
    for fact in &FACTS.documents {
        let is_there = |file: &&MatterFile| {
            file.kind == fact.kind && !matches!(file.standing, FileStanding::NotRead { .. })
        };
        let of_others = |file: &&MatterFile| profile.about(file) == Some(SOMEBODY_ELSE);
        let Some(file) = files.iter().filter(is_there).find(|it| !of_others(it)) else {
            continue;
        };
        let reading = FieldReading {
            value: fact_value(&fact.value),
            place: FactPlace {
                file: file.id.clone(),
                page: None,
                form_path: None,
                span: None,
                words: file.path.clone(),
            },
            method: ReadingMethod::Prose,
            certainty: file.kind_certainty * BY_PRESENCE,
        };
        add(profile, &fact.field, Some(reading));
    }
}

fn fact_value(words: &str) -> FieldValue {
    match words {
        "yes" => FieldValue::Flag(true),
        "no" => FieldValue::Flag(false),
        words => FieldValue::Text(words.to_owned()),
    }
}

/// The surest reading that a rule gives; nothing where a condition does not hold.
fn follows_from(profile: &MatterProfile, rule: &FactRule) -> Option<FieldReading> {
    let holding = rule.when.iter().map(|it| it.reading(profile));
    let holding: Vec<&FieldReading> = holding.collect::<Option<_>>()?;
    let least = holding.iter().min_by(|a, b| a.certainty.total_cmp(&b.certainty))?;
    Some(follows(least, fact_value(&rule.value)))
}

impl FactCondition {
    fn reading<'a>(&self, profile: &'a MatterProfile) -> Option<&'a FieldReading> {
        profile.fields.get(&self.field)?.iter().find(|reading| {
            let said = reading.value.to_string().trim().to_lowercase();
            let is = self.is.as_ref().is_none_or(|it| *it == said);
            is && self.is_not.as_ref().is_none_or(|it| *it != said)
        })
    }
}

fn follows(from: &FieldReading, value: FieldValue) -> FieldReading {
    FieldReading {
        value,
        place: from.place.clone(),
        method: from.method,
        certainty: from.certainty * FOLLOWS,
    }
}

fn last_end(profile: &MatterProfile, fact: &HistoryFact) -> Option<FieldReading> {
    let rows = profile.history(&fact.person, fact.kind);
    let ended = rows.filter_map(|row| Some((row.to?, row)));
    let (end, row) = ended.max_by_key(|(end, _)| end.last_day())?;
    Some(of_row(row, FieldValue::Date(end)))
}

fn of_row(row: &HistoryRow, value: FieldValue) -> FieldReading {
    let place: FactPlace = row.place.clone();
    let method =
        if place.form_path.is_some() { ReadingMethod::FormField } else { ReadingMethod::Prose };
    FieldReading { value, place, method, certainty: 0.9 }
}

fn least_number(profile: &MatterProfile, of: &[String]) -> Option<FieldReading> {
    let number = |field: &String| {
        let reading = profile.best(field)?;
        let FieldValue::Number(number) = reading.value else { return None };
        Some((number, reading))
    };
    let numbers: Vec<(f64, &FieldReading)> = of.iter().map(number).collect::<Option<_>>()?;
    let (least, reading) = numbers.into_iter().min_by(|(a, _), (b, _)| a.total_cmp(b))?;
    Some(follows(reading, FieldValue::Number(least)))
}

fn digit_of(profile: &MatterProfile, fact: &FactDigit) -> Option<FieldReading> {
    let reading = profile.best(&fact.of)?;
    let code = reading.value.to_string();
    let digits: Vec<char> = code.chars().filter(char::is_ascii_digit).collect();
    let digit = (digits.len() == 5)
        .then(|| digits.get(fact.digit.checked_sub(1)?))
        .flatten()?;
    Some(follows(reading, FieldValue::Number(f64::from(digit.to_digit(10)?))))
}

/// Adds a reading in its place by how sure it is; one of the same words in the same place is there already.
fn add(profile: &mut MatterProfile, field: &str, reading: Option<FieldReading>) {
    let Some(reading) = reading else { return };
    let known = profile.fields.entry(field.to_owned()).or_default();
    let same = known
        .iter()
        .any(|one| one.value == reading.value && one.place == reading.place);
    if same {
        return;
    }
    let at = known.iter().position(|one| one.certainty < reading.certainty);
    known.insert(at.unwrap_or(known.len()), reading);
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{DerivedFacts, add_derived_facts};
    use crate::model::{FactPlace, FieldReading, FieldValue, MatterProfile, ReadingMethod};

    fn profile(rows: &[(&str, FieldValue)]) -> MatterProfile {
        let mut made = MatterProfile::default();
        for (field, value) in rows {
            let place = FactPlace {
                file: "F01".to_owned(),
                page: None,
                form_path: Some((*field).to_owned()),
                span: None,
                words: value.to_string(),
            };
            let method = ReadingMethod::FormField;
            let reading = FieldReading {
                value: value.clone(),
                place,
                method,
                certainty: 0.98,
            };
            made.fields.insert((*field).to_owned(), vec![reading]);
        }
        made
    }

    fn told(rows: &[(&str, FieldValue)], field: &str) -> Option<String> {
        let mut made = profile(rows);
        add_derived_facts(&mut made);
        let once = made.clone();
        add_derived_facts(&mut made);
        assert_eq!(made, once);
        made.words(field)
    }

    #[test]
    fn the_table_reads() {
        let text = include_str!("../../data/derived_facts.json");
        let facts: DerivedFacts = serde_json::from_str(text).unwrap();
        assert!(facts.rules.iter().all(|it| !it.when.is_empty()));
    }

    #[test]
    fn a_no_needs_every_no_and_a_yes_needs_one_yes() {
        let (yes, no) = (FieldValue::Flag(true), FieldValue::Flag(false));
        let here = "applicant.convicted_in_canada";
        let abroad = "applicant.convicted_or_charged_abroad";
        let field = "matter.criminal_record";
        assert_eq!(told(&[(here, no.clone())], field), None);
        let both = [(here, no.clone()), (abroad, no.clone())];
        assert_eq!(told(&both, field).as_deref(), Some("no"));
        assert_eq!(told(&both, "matter.serious_criminality").as_deref(), Some("no"));
        let one = [(here, no), (abroad, yes)];
        assert_eq!(told(&one, field).as_deref(), Some("yes"));
        assert_eq!(told(&one, "matter.serious_criminality"), None);
    }

    #[test]
    fn numbers_and_codes_are_told_only_whole() {
        let number = FieldValue::Number;
        let text = |it: &str| FieldValue::Text(it.to_owned());
        let mut rows = vec![
            ("matter.clb_listening", number(9.0)),
            ("matter.clb_reading", number(7.0)),
            ("matter.clb_speaking", number(8.0)),
        ];
        assert_eq!(told(&rows, "matter.clb_min"), None);
        rows.push(("matter.clb_writing", number(10.0)));
        assert_eq!(told(&rows, "matter.clb_min").as_deref(), Some("7"));
        assert_eq!(told(&[("matter.noc", text("21232"))], "matter.teer").as_deref(), Some("1"));
        assert_eq!(told(&[("matter.noc", text("2123"))], "matter.teer"), None);
    }
}
