//! Documents that are no forms: passports, certificates, letters, statements. What may belong to another person is not read.

use std::ops::Range;

use jurat_model::{ByteSpan, SourceExhibit};

use crate::model::{FactPlace, FieldReading, FieldValue, MatterFile, ReadingMethod};

use super::{
    dated_rows::dated_rows,
    document_person::{DocumentPerson, WhoIsKnown, person_of},
    form_mapping::MappedKind,
    labelled_values::{LabelledValue, labelled_values},
    machine_zone::{MachineZone, machine_zone},
    person_match::knows_anybody,
    printed_form::PRINTED,
    profile_draft::ProfileDraft,
    told_facts::{found_facts, stretch},
    value_reading::{date_of, first_date, money_of, number_of, value_of},
    word_search::{folded, has_words},
};

/// How often a value of a zone whose digits hold is right.
const ZONE: f64 = 0.99;
/// How much less sure letters are that were recognised in a picture.
const RECOGNISED: f64 = 0.75;
/// How sure a fact is that a document's kind itself tells.
const BY_KIND: f64 = 0.8;

/// A document with its text.
pub(super) struct DocumentText<'a> {
    pub(super) file: &'a MatterFile,
    pub(super) text: &'a str,
    page_starts: Vec<usize>,
}

impl DocumentText<'_> {
    pub(super) fn place(&self, bytes: Range<usize>) -> FactPlace {
        let words = self.text.get(bytes.clone()).unwrap_or_default().to_owned();
        let start = bytes.start;
        let page = self.page_starts.iter().filter(|from| **from <= start).count();
        FactPlace {
            file: self.file.id.clone(),
            page: u32::try_from(page).ok().filter(|page| *page != 0),
            form_path: None,
            span: Some(ByteSpan::from(bytes)),
            words,
        }
    }

    fn certainty(&self, of_method: f64) -> f64 {
        let recognised = self.file.warnings.iter().any(|warning| warning.kind == "recognised");
        if recognised { of_method * RECOGNISED } else { of_method }
    }

    fn method(&self, of_text: ReadingMethod) -> ReadingMethod {
        let recognised = self.file.warnings.iter().any(|warning| warning.kind == "recognised");
        if recognised && of_text != ReadingMethod::MachineZone {
            ReadingMethod::Recognised
        } else {
            of_text
        }
    }
}

/// Reads all documents into a draft: first those that name people surely.
pub(super) fn read_documents(
    files: &[MatterFile],
    exhibits: &[SourceExhibit],
    draft: &mut ProfileDraft,
) {
    let forms_name = WhoIsKnown::from(knows_anybody(draft));
    let mut documents: Vec<DocumentText<'_>> = files
        .iter()
        .filter_map(|file| {
            let rendition = file.rendition?;
            let exhibit = exhibits.iter().find(|one| one.rendition == rendition)?;
            let pages = exhibit.metadata.values.get("page_starts").map_or("", String::as_str);
            Some(DocumentText {
                file,
                text: &exhibit.text,
                page_starts: pages.split(',').filter_map(|start| start.parse().ok()).collect(),
            })
        })
        .collect();
    documents.sort_by_key(|document| {
        let of_applicant = document.file.about.as_deref() == Some("applicant");
        (document.file.kind != "passport", !of_applicant)
    });
    for document in &documents {
        if document.file.form.is_some() {
            read_flat_form(document, draft);
            continue;
        }
        read_document(document, forms_name, draft);
    }
}

/// The lists of dates in forms that were printed flat.
fn read_flat_form(document: &DocumentText<'_>, draft: &mut ProfileDraft) {
    let is_flat = document
        .file
        .form_fields
        .iter()
        .any(|it| it.name.starts_with(PRINTED));
    if is_flat {
        draft.histories.extend(dated_rows(document, "applicant"));
    }
}

fn read_document(
    document: &DocumentText<'_>,
    forms_name: WhoIsKnown,
    draft: &mut ProfileDraft,
) {
    let zone = machine_zone(document.text);
    let values = labelled_values(document.text, &document.file.kind);
    let said = (document.file, document.text);
    let person = person_of(said, zone.as_ref(), &values, forms_name, draft);
    draft.note_person(&document.file.id, person.told());
    if let (Some(zone), Some(role)) = (&zone, person.role()) {
        read_zone(document, zone, role, draft);
    }
    for value in &values {
        read_value(document, value, &person, draft);
    }
    read_by_kind(document, &person, draft);
    if person != DocumentPerson::Other {
        let whose = person.role().unwrap_or("applicant");
        draft.histories.extend(dated_rows(document, whose));
    }
}

fn read_zone(
    document: &DocumentText<'_>,
    zone: &MachineZone,
    role: &str,
    draft: &mut ProfileDraft,
) {
    let certainty = document.certainty(if zone.holds { ZONE } else { 0.9 });
    let mut add = |name: &str, value: Option<FieldValue>| {
        let Some(value) = value else { return };
        let reading = FieldReading {
            value,
            place: document.place(zone.bytes.clone()),
            method: ReadingMethod::MachineZone,
            certainty,
        };
        draft.add(format!("{role}.{name}"), reading);
    };
    let text =
        |words: &str| Some(FieldValue::Text(words.to_owned())).filter(|_| !words.is_empty());
    add("family_name", text(&zone.family_name));
    add("given_name", text(&zone.given_name));
    add("passport_number", zone.number.as_deref().and_then(text));
    add("passport_country", text(&zone.issuer));
    add("citizenship", text(&zone.nationality));
    add("birth_date", zone.birth.map(FieldValue::Date));
    add("passport_expires", zone.expires.map(FieldValue::Date));
    add("sex", zone.sex.and_then(text));
}

fn read_value(
    document: &DocumentText<'_>,
    value: &LabelledValue,
    person: &DocumentPerson,
    draft: &mut ProfileDraft,
) {
    let of_matter = value.label.role.as_deref();
    // What the matter asks of its applicant is not told by another person's paper.
    if value.label.of_applicant && !person.may_be("applicant") {
        return;
    }
    let role = match (of_matter, value.role) {
        (None, Some("nobody")) => return,
        (Some(role), _) | (None, Some(role)) => role,
        (None, None) => match person.role() {
            Some(role) => role,
            None => return,
        },
    };
    let Some(read) = worth(value) else { return };
    let reading = FieldReading {
        value: read,
        place: document.place(value.bytes.clone()),
        method: document.method(ReadingMethod::Label),
        certainty: document.certainty(value.label.certainty),
    };
    draft.add(format!("{role}.{}", value.label.name), reading);
}

/// Fields of text that are numbers of something: words without a digit are none.
const NUMBERED: [&str; 6] =
    ["passport_number", "uci", "application_number", "dli", "attestation_number", "lmia"];

/// A labelled value as its kind; nothing where the words are none such.
fn worth(value: &LabelledValue) -> Option<FieldValue> {
    let words = value.words.as_str();
    match value.label.kind {
        MappedKind::Text => {
            let numbered = NUMBERED.contains(&value.label.name.as_str());
            let is_sound = if numbered {
                words.chars().any(|c| c.is_ascii_digit())
            } else {
                words.chars().any(char::is_alphanumeric)
            };
            is_sound.then(|| FieldValue::Text(words.to_owned()))
        }
        MappedKind::Date => {
            let whole = date_of(words);
            let first = || {
                first_date(words)
                    .map(|(_, date)| date)
                    .filter(|date| date.month().is_some())
            };
            whole.or_else(first).map(FieldValue::Date)
        }
        MappedKind::Number => {
            let number = words.split_whitespace().next()?;
            number_of(number.trim_end_matches(['.', ','])).map(FieldValue::Number)
        }
        MappedKind::Money => {
            let is_amount = words
                .starts_with(|c: char| c.is_ascii_digit() || "$€£₹₦₱-(".contains(c))
                || words.chars().take(3).all(|c| c.is_ascii_uppercase());
            let (cents, currency) = money_of(words).filter(|_| is_amount)?;
            Some(FieldValue::Money { cents, currency })
        }
        MappedKind::Flag => value_of(words, MappedKind::Flag, None),
    }
}

/// What a document of a kind says by being there, with the words that say it.
fn read_by_kind(
    document: &DocumentText<'_>,
    person: &DocumentPerson,
    draft: &mut ProfileDraft,
) {
    let mut tell = |field: &str, bytes: Range<usize>, value: FieldValue| {
        let reading = FieldReading {
            value,
            place: document.place(bytes),
            method: document.method(ReadingMethod::Prose),
            certainty: document.certainty(BY_KIND),
        };
        draft.add(field.to_owned(), reading);
    };
    let kind = document.file.kind.as_str();
    let said = (kind, document.text, document.file.dated);
    for (field, bytes, value) in found_facts(said, person) {
        tell(field, bytes, value);
    }
    match kind {
        "refusal_letter" if *person != DocumentPerson::Other => {
            for bytes in ticked_lines(document.text) {
                let words = document.text[bytes.clone()].to_owned();
                tell("matter.refusal_reasons", bytes, FieldValue::Text(words));
            }
        }
        "language_result" if person.may_be("applicant") => {
            let tests = ["CELPIP", "IELTS", "PTE", "TEF", "TCF"];
            if let Some((test, bytes)) = tests
                .iter()
                .find_map(|test| Some((test, stretch(document.text, test)?)))
            {
                tell("matter.language_test", bytes, FieldValue::Text((*test).to_owned()));
            }
        }
        "bank_statement" => {
            let funds = draft.fields.get("matter.funds").into_iter().flatten();
            let here = funds.filter(|reading| reading.place.file == document.file.id);
            let readings: Vec<FieldReading> = here.filter_map(currency_of).collect();
            for reading in readings {
                draft.add("matter.funds_currency".to_owned(), reading);
            }
        }
        _ => {}
    }
}

fn currency_of(reading: &FieldReading) -> Option<FieldReading> {
    let FieldValue::Money { currency, .. } = &reading.value else { return None };
    Some(FieldReading {
        value: FieldValue::Text(currency.clone()),
        ..reading.clone()
    })
}

/// Marks that tick a line.
const TICKS: [&str; 8] = ["☒", "☑", "[x]", "[X]", "(x)", "✓", "✔", "(X)"];

/// Lines of reasons that are ticked; where none is, list items that speak of satisfaction.
fn ticked_lines(text: &str) -> Vec<Range<usize>> {
    let mut ticked = Vec::new();
    let mut listed = Vec::new();
    let mut at = 0;
    for line in text.split('\n') {
        let trimmed = line.trim();
        let start = at + (line.len() - line.trim_start().len());
        if TICKS.iter().any(|tick| trimmed.starts_with(tick)) {
            ticked.push(start..start + trimmed.len());
        } else if trimmed.starts_with(['•', '-', '*', '·']) && is_reason(trimmed) {
            listed.push(start..start + trimmed.len());
        }
        at += line.len() + 1;
    }
    if ticked.is_empty() { listed } else { ticked }
}

fn is_reason(line: &str) -> bool {
    let line = folded(line);
    [
        "not satisfied",
        "satisfied",
        "family ties",
        "purpose of your visit",
        "insufficient",
        "financial",
        "immigration status",
        "employment",
        "travel history",
        "not demonstrated",
    ]
    .iter()
    .any(|words| has_words(&line, words))
}

#[cfg(test)]
mod tests;
