//! The blocks of an answer, final or within a draft.

use std::collections::BTreeSet;

use jurat_canon::child_path;
use serde_json::{Map, Value};

use super::state_reader::StateReader;
use crate::audit::{
    AnswerBlocks, BlockItem, LegalBasis, StateMapping, StatePointer, StateText,
    mapping::{BlockFields, PointedValue},
};

/// The final blocks. A draft that lies within them is no block.
pub(super) fn read_blocks(
    reading: &mut StateReader,
    mapping: &StateMapping,
    state: &Value,
) -> Option<AnswerBlocks> {
    let found = StateReader::first(&mapping.blocks.at, state, "$")
        .into_iter()
        .next()?;
    let Value::Object(fields) = found.value else {
        reading.wrong(&found.at, "an object", found.value);
        return None;
    };
    // Blocks with nothing but the error of an earlier gate are no answer.
    if fields.keys().all(|key| key.starts_with("error_")) {
        return None;
    }
    let mut blocks = of_object(reading, &mapping.blocks, &found.at, fields, found.value);
    if let Some(draft) = StateReader::first(&mapping.draft, state, "$").pop() {
        let is_draft = |key: &str| child_path(&found.at, key) == draft.at;
        blocks.other.retain(|key, _| !is_draft(key));
    }
    Some(blocks)
}

/// The blocks in an object.
pub(super) fn of_object(
    reading: &mut StateReader,
    fields: &BlockFields,
    at: &str,
    object: &Map<String, Value>,
    value: &Value,
) -> AnswerBlocks {
    let mut used = BTreeSet::new();
    let mut one = |pointers: &[StatePointer]| {
        let found = StateReader::first(pointers, value, at).into_iter().next();
        used.extend(found.as_ref().map(|found| found.at.clone()));
        found
    };
    let mut blocks = AnswerBlocks { at: at.to_owned(), ..AnswerBlocks::default() };
    let summary = one(&fields.summary);
    blocks.summary = summary.and_then(|found| reading.text(&found.at, found.value));
    blocks.steps = one(&fields.steps).and_then(|found| lines(reading, &found));
    let basis = one(&fields.legal_basis);
    blocks.legal_basis = basis.and_then(|found| legal_basis(reading, fields, &found));
    blocks.quiz = one(&fields.quiz).and_then(|found| items(reading, &found));
    blocks.glossary = one(&fields.glossary).and_then(|found| items(reading, &found));
    blocks.follow_ups = one(&fields.follow_ups).and_then(|found| lines(reading, &found));
    // What an earlier audit wrote there is no part of the answer.
    let other = object.iter().filter(|(key, _)| !key.starts_with("error_"));
    for (key, value) in other {
        let path = child_path(at, key);
        let texts = if used.contains(&path) { Vec::new() } else { reading.texts(&path, value) };
        if !texts.is_empty() {
            blocks.other.insert(key.clone(), texts);
        }
    }
    blocks
}

/// A list of texts; an item that is an object is the texts in it, line by line.
fn lines(reading: &mut StateReader, found: &PointedValue<'_>) -> Option<Vec<StateText>> {
    let items = list(reading, found)?;
    let mut lines = Vec::new();
    for (at, item) in items {
        match item {
            Value::String(text) => lines.push(reading.kept(&at, text)),
            Value::Object(_) => {
                let texts = reading.texts(&at, item);
                let joined: Vec<&str> = texts.iter().map(|text| text.text.as_str()).collect();
                let single = texts.len() == 1;
                let at = texts.first().filter(|_| single).map_or(at, |text| text.at.clone());
                lines.push(StateText { at, text: joined.join("\n") });
            }
            other => reading.wrong(&at, "a string or an object", other),
        }
    }
    Some(lines)
}

fn items(reading: &mut StateReader, found: &PointedValue<'_>) -> Option<Vec<BlockItem>> {
    // A glossary may be an object from word to meaning.
    if let Value::Object(fields) = found.value {
        let item = |(key, value): (&String, &Value)| {
            let at = child_path(&found.at, key);
            let mut texts = vec![StateText { at: at.clone(), text: key.clone() }];
            texts.extend(reading.texts(&at, value));
            BlockItem { at, texts }
        };
        return Some(fields.iter().map(item).collect());
    }
    let items = list(reading, found)?;
    let mut all = Vec::new();
    for (at, item) in items {
        if item.is_string() || item.is_object() {
            let texts = reading.texts(&at, item);
            all.push(BlockItem { at, texts });
        } else {
            reading.wrong(&at, "a string or an object", item);
        }
    }
    Some(all)
}

/// The lines of a legal basis: objects with label and address, or labels alone.
pub(super) fn legal_basis(
    reading: &mut StateReader,
    fields: &BlockFields,
    found: &PointedValue<'_>,
) -> Option<Vec<LegalBasis>> {
    let mut all = Vec::new();
    for (at, item) in list(reading, found)? {
        match item {
            Value::String(label) => {
                let label = Some(reading.kept(&at, label).text);
                all.push(LegalBasis { at, label, url: None });
            }
            Value::Object(_) => {
                let label = reading.short(&fields.label, item, &at);
                let url = reading.short(&fields.url, item, &at);
                all.push(LegalBasis { at, label, url });
            }
            other => reading.wrong(&at, "a string or an object", other),
        }
    }
    Some(all)
}

/// The items of an array, up to the limit, nulls left out.
fn list<'v>(
    reading: &mut StateReader,
    found: &PointedValue<'v>,
) -> Option<Vec<(String, &'v Value)>> {
    let Value::Array(items) = found.value else {
        reading.wrong(&found.at, "an array", found.value);
        return None;
    };
    if reading.limits.sources < items.len() {
        reading.cut.push(found.at.clone());
    }
    let items = items.iter().enumerate().filter(|(_, item)| !item.is_null());
    let items = items.take(reading.limits.sources);
    Some(
        items
            .map(|(index, item)| (format!("{}[{index}]", found.at), item))
            .collect(),
    )
}
