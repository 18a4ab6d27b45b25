//! The answers of a form to fields and histories.

use std::collections::BTreeMap;

use crate::model::{
    FactPlace, FieldReading, FieldValue, HistoryRow, MatterFile, PartialDate, ReadingMethod,
};

use super::{
    form_identity::plain_path,
    form_mapping::{
        CellMapping, FieldMapping, FormMapping, MappedKind, PersonMapping, TableMapping,
        listed, mapping_of,
    },
    printed_form::{BESIDE_LABEL, labels_of},
    profile_draft::ProfileDraft,
    value_reading::{date_of, value_of},
};

/// How often a value filled into a field is what the form asks there.
const FILLED: f64 = 0.98;
/// The same for a date put together of three boxes, or a value of several.
const JOINED: f64 = 0.96;

/// An answer of a form in its place.
#[derive(Debug, Clone)]
struct FormAnswer {
    plain: String,
    path: String,
    value: String,
}

/// What one form says.
struct FormAnswers<'a> {
    file: &'a MatterFile,
    rows: Vec<FormAnswer>,
}

impl<'a> FormAnswers<'a> {
    fn of(file: &'a MatterFile) -> Self {
        let rows = file.form_fields.iter().map(|field| FormAnswer {
            plain: plain_path(&field.name),
            path: field.name.clone(),
            value: field.value.trim().to_owned(),
        });
        Self { file, rows: rows.collect() }
    }

    fn at(&self, path: &str) -> Option<&FormAnswer> {
        self.rows.iter().find(|answer| answer.plain == path)
    }

    fn place(&self, answers: &[&FormAnswer]) -> FactPlace {
        let path = answers.first().map(|answer| answer.path.clone());
        let words: Vec<&str> = answers.iter().map(|answer| answer.value.as_str()).collect();
        FactPlace {
            file: self.file.id.clone(),
            page: None,
            form_path: path,
            span: None,
            words: words.join(" "),
        }
    }
}

/// Reads what a form says into a draft. A form that no mapping knows is read where its fields bear our own names.
pub(super) fn read_form(file: &MatterFile, draft: &mut ProfileDraft) {
    let answers = FormAnswers::of(file);
    let mapping = file.form.as_ref().and_then(|form| mapping_of(&form.number));
    if let Some(mapping) = mapping {
        read_mapped(mapping, &answers, draft);
    }
    read_printed(&answers, draft);
    for answer in &answers.rows {
        if let Some((field, kind)) = draft.names.named(&answer.plain) {
            let value = value_of(&answer.value, kind, None);
            let value = value.unwrap_or_else(|| FieldValue::Text(answer.value.clone()));
            draft.add(field, reading(value, answers.place(&[answer]), FILLED));
        }
    }
}

/// What stands beside printed labels, where the form was printed flat.
fn read_printed(answers: &FormAnswers<'_>, draft: &mut ProfileDraft) {
    let Some(form) = &answers.file.form else { return };
    for label in labels_of(&form.number) {
        let Some(field) = &label.field else { continue };
        let beside = answers.rows.iter().find(|answer| label.is_at(&answer.path));
        let read = beside.and_then(|answer| Some((answer, label.value(&answer.value)?)));
        if let Some((answer, value)) = read {
            let place = answers.place(&[answer]);
            draft.add(field.clone(), reading(value, place, BESIDE_LABEL));
        }
    }
}

fn read_mapped(mapping: &FormMapping, answers: &FormAnswers<'_>, draft: &mut ProfileDraft) {
    for field in &mapping.fields {
        if let Some(reading) = field_reading(field, answers) {
            draft.add(field.field.clone(), reading);
        }
    }
    for people in &mapping.people {
        read_people(people, answers, draft);
    }
    for table in &mapping.tables {
        for rows in rows_of(table, answers) {
            draft.histories.extend(history_row(table, answers, &rows));
        }
    }
}

fn field_reading(field: &FieldMapping, answers: &FormAnswers<'_>) -> Option<FieldReading> {
    if let Some((path, wanted)) = &field.given {
        let answer = answers.at(path).filter(|answer| answer.value == *wanted)?;
        let fixed = field.fixed.clone()?;
        return Some(reading(FieldValue::Text(fixed), answers.place(&[answer]), FILLED));
    }
    if !field.date.is_empty() {
        return parted_date(&field.date, answers);
    }
    if !field.join.is_empty() {
        let parts: Vec<&FormAnswer> =
            field.join.iter().filter_map(|path| answers.at(path)).collect();
        let words: Vec<&str> = parts.iter().map(|part| part.value.as_str()).collect();
        let joined = words.join(field.glue.as_deref().unwrap_or(" "));
        let value = value_of(&joined, field.kind, None)?;
        return Some(reading(value, answers.place(&parts), JOINED));
    }
    let answer = answers.at(field.path.as_ref()?)?;
    let list = field.list.as_deref();
    if field.listed_only && list.is_none_or(|list| listed(list, &answer.value).is_none()) {
        return None;
    }
    let value = value_of(&answer.value, field.kind, list)?;
    Some(reading(value, answers.place(&[answer]), FILLED))
}

/// Year, month and day that are asked apart.
fn parted_date(paths: &[String], answers: &FormAnswers<'_>) -> Option<FieldReading> {
    let parts: Vec<Option<&FormAnswer>> = paths.iter().map(|path| answers.at(path)).collect();
    let number = |at: usize| {
        parts
            .get(at)
            .copied()
            .flatten()
            .and_then(|part| part.value.parse::<i16>().ok())
    };
    let small = |at: usize| number(at).and_then(|number| u8::try_from(number).ok());
    let date = PartialDate::new(number(0)?, small(1), small(2).filter(|_| small(1).is_some()))?;
    let given: Vec<&FormAnswer> = parts.iter().copied().flatten().collect();
    Some(reading(FieldValue::Date(date), answers.place(&given), JOINED))
}

fn reading(value: FieldValue, place: FactPlace, certainty: f64) -> FieldReading {
    FieldReading {
        value,
        place,
        method: ReadingMethod::FormField,
        certainty,
    }
}

/// The people of a form who are repeated: each begins where the anchor does.
fn read_people(people: &PersonMapping, answers: &FormAnswers<'_>, draft: &mut ProfileDraft) {
    let known: Vec<&str> = people
        .fields
        .iter()
        .flat_map(FieldMapping::paths)
        .map(String::as_str)
        .chain([people.anchor.as_str(), people.relation_path.as_str()])
        .collect();
    let theirs: Vec<&FormAnswer> = answers
        .rows
        .iter()
        .filter(|answer| known.contains(&answer.plain.as_str()))
        .collect();
    for rows in split_rows(&theirs) {
        let one = FormAnswers {
            file: answers.file,
            rows: rows.into_iter().cloned().collect(),
        };
        let Some(role) = role_of(people, &one, draft) else { continue };
        for field in &people.fields {
            if let Some(reading) = field_reading(field, &one) {
                draft.add(format!("{role}.{}", field.field), reading);
            }
        }
    }
}

/// A dependant of no told relation is nobody's: their values are not read.
fn role_of(
    people: &PersonMapping,
    one: &FormAnswers<'_>,
    draft: &mut ProfileDraft,
) -> Option<String> {
    let relation = &one.at(&people.relation_path)?.value;
    let (code, _) = listed(&people.list, relation)?;
    let is = |codes: &[String]| codes.iter().any(|one| one == code);
    if is(&people.spouse) {
        return Some("spouse".to_owned());
    }
    if !is(&people.child) {
        return None;
    }
    let named = |name: &str| {
        let field = people.fields.iter().find(|field| field.field == name)?;
        Some(one.at(field.path.as_ref()?)?.value.clone())
    };
    let name = ["given_name", "family_name"].into_iter().filter_map(named);
    let name = name.collect::<Vec<_>>().join(" ");
    Some(draft.next_child(&name))
}

/// Answers cut into rows: a new one begins where a path comes again.
fn split_rows<'a>(answers: &[&'a FormAnswer]) -> Vec<Vec<&'a FormAnswer>> {
    let mut rows: Vec<Vec<&FormAnswer>> = Vec::new();
    for answer in answers {
        let again = rows
            .last()
            .is_none_or(|row| row.iter().any(|one| one.plain == answer.plain));
        if again {
            rows.push(Vec::new());
        }
        if let Some(row) = rows.last_mut() {
            row.push(answer);
        }
    }
    rows
}

/// The rows of a table, each with the path that its cells lie below.
fn rows_of<'a>(
    table: &'a TableMapping,
    answers: &'a FormAnswers<'_>,
) -> Vec<(&'a str, Vec<&'a FormAnswer>)> {
    let mut found = Vec::new();
    for row in &table.rows {
        let cells: Vec<&FormAnswer> = answers
            .rows
            .iter()
            .filter(|answer| {
                answer
                    .plain
                    .strip_prefix(row.as_str())
                    .is_some_and(|rest| rest.starts_with('.'))
            })
            .collect();
        if table.is_repeated {
            found.extend(split_rows(&cells).into_iter().map(|cells| (row.as_str(), cells)));
        } else if !cells.is_empty() {
            found.push((row.as_str(), cells));
        }
    }
    found
}

fn history_row(
    table: &TableMapping,
    answers: &FormAnswers<'_>,
    (row, cells): &(&str, Vec<&FormAnswer>),
) -> Option<HistoryRow> {
    let cell = |path: &str| {
        let whole = format!("{row}.{path}");
        cells.iter().find(|answer| answer.plain == whole).copied()
    };
    let mut values = BTreeMap::new();
    let mut used: Vec<&FormAnswer> = Vec::new();
    for (name, mapped) in &table.values {
        if let Some(answer) = mapped.path.as_deref().and_then(cell) {
            let value = value_of(&answer.value, mapped.kind, mapped.list.as_deref());
            if let Some(value) = value {
                values.insert(name.clone(), value);
                used.push(answer);
            }
        }
    }
    let (from, to) = (edge(&table.from, &cell), edge(&table.to, &cell));
    used.extend(table.from.iter().chain(&table.to).filter_map(|path| cell(path)));
    // A row whose only marks are boxes says nothing of anybody.
    let told = values.values().any(|value| !matches!(value, FieldValue::Flag(_)));
    if !told && from.is_none() && to.is_none() {
        return None;
    }
    let fixed = |(name, mapped): (&String, &CellMapping)| {
        Some((name.clone(), FieldValue::Text(mapped.fixed.clone()?)))
    };
    values.extend(table.values.iter().filter_map(fixed));
    let says_ongoing = table
        .to
        .iter()
        .filter_map(|path| cell(path))
        .any(|answer| is_present(&answer.value));
    let place = answers.place(&used);
    Some(HistoryRow {
        person: table.person.clone(),
        kind: table.kind,
        from,
        to,
        ongoing: says_ongoing || (table.is_ongoing && to.is_none()),
        values,
        place,
    })
}

/// A date of one cell, or of year and month.
fn edge<'a>(
    paths: &[String],
    cell: &impl Fn(&str) -> Option<&'a FormAnswer>,
) -> Option<PartialDate> {
    let words: Vec<&str> = paths
        .iter()
        .filter_map(|path| Some(cell(path)?.value.as_str()))
        .collect();
    if paths.len() < 2 {
        return date_of(words.first()?);
    }
    let month = words.get(1).and_then(|month| month.parse().ok());
    PartialDate::new(words.first()?.parse().ok()?, month, None)
}

/// Whether words say that something goes on.
pub(super) fn is_present(words: &str) -> bool {
    let small = words.trim().to_lowercase();
    [
        "present",
        "current",
        "now",
        "to date",
        "today",
        "ongoing",
        "présent",
        "aujourd'hui",
        "actuel",
    ]
    .contains(&small.as_str())
}

/// The kind of a field that bears our own name.
pub(super) fn kind_of_word(word: &str) -> MappedKind {
    match word {
        "date" => MappedKind::Date,
        "number" => MappedKind::Number,
        "flag" => MappedKind::Flag,
        "money" => MappedKind::Money,
        _ => MappedKind::Text,
    }
}
