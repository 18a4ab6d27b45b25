//! The draft of a state: words, an object of blocks, or such an object in a string.

use jurat_canon::child_path;
use serde_json::Value;

use super::{
    blocks,
    state_reader::{StateReader, has_words},
};
use crate::audit::{AnswerBlocks, AnswerDraft, DraftForm, StateMapping, StateText};

/// The draft; where there is none, the final blocks are it.
pub(super) fn read_draft(
    reading: &mut StateReader,
    mapping: &StateMapping,
    state: &Value,
    last: Option<&AnswerBlocks>,
) -> Option<AnswerDraft> {
    let mut draft = first_draft(reading, mapping, state, last)?;
    let shown = beside(reading, state, &draft);
    draft.texts.extend(shown);
    Some(draft)
}

/// Names under which a pipeline shows an answer.
const SHOWN: [&str; 5] = ["answer", "response", "reply", "completion", "output"];
/// Names of what is shown under an answer. What it says of numbers is of the matter; else it is of the pipeline.
const NOTES: [&str; 6] = ["disclaimer", "disclaimers", "note", "notes", "caveat", "footnote"];
/// Words below which a value under such a name is no answer.
const FEWEST_WORDS: usize = 4;

/// What else the state shows beside its draft, in other words: a second answer, a note with a number.
fn beside(reading: &mut StateReader, state: &Value, draft: &AnswerDraft) -> Vec<StateText> {
    // Final blocks are checked as what they are.
    if !matches!(draft.form, DraftForm::Text) {
        return Vec::new();
    }
    let mut all: Vec<StateText> = Vec::new();
    for name in SHOWN.iter().chain(&NOTES) {
        let Some(text) = state.get(name).and_then(Value::as_str) else { continue };
        let at = child_path("$", name);
        let is_told =
            |one: &StateText| one.at.starts_with(&at) || one.text.trim() == text.trim();
        let has_number = || text.contains(|c: char| c.is_ascii_digit());
        if FEWEST_WORDS <= text.split_whitespace().count()
            && !draft.texts.iter().chain(&all).any(is_told)
            && !text.trim_start().starts_with('{')
            && (SHOWN.contains(name) || has_number())
        {
            all.push(reading.kept(&at, text));
        }
    }
    all
}

/// The draft that the mapping finds.
fn first_draft(
    reading: &mut StateReader,
    mapping: &StateMapping,
    state: &Value,
    last: Option<&AnswerBlocks>,
) -> Option<AnswerDraft> {
    let Some(found) = StateReader::first(&mapping.draft, state, "$").pop() else {
        let blocks = last?;
        return Some(AnswerDraft {
            at: blocks.at.clone(),
            form: DraftForm::FinalBlocks,
            texts: prose(blocks),
            blocks: Some(blocks.clone()),
        });
    };
    match found.value {
        Value::Object(fields) => {
            let blocks =
                blocks::of_object(reading, &mapping.blocks, &found.at, fields, found.value);
            Some(of_blocks(found.at, DraftForm::Object, blocks))
        }
        Value::String(text) => Some(of_string(reading, mapping, found.at, text)),
        // A message that holds calls of tools and no words is no answer.
        Value::Array(parts) if !parts.iter().any(has_words) => None,
        other => {
            let text = reading.text(&found.at, other)?;
            Some(AnswerDraft {
                at: found.at,
                texts: vec![text],
                ..AnswerDraft::default()
            })
        }
    }
}

fn of_string(
    reading: &mut StateReader,
    mapping: &StateMapping,
    at: String,
    text: &str,
) -> AnswerDraft {
    let inner = unfenced(text);
    let words = |form, reading: &mut StateReader| {
        let texts = vec![reading.kept(&at, text)];
        AnswerDraft { at: at.clone(), form, texts, blocks: None }
    };
    if !inner.starts_with('{') || reading.limits.text_bytes < inner.len() {
        return words(DraftForm::Text, reading);
    }
    match serde_json::from_str::<Value>(inner) {
        Ok(value) => {
            let path = format!("{at}#$");
            let Value::Object(fields) = &value else { return words(DraftForm::Text, reading) };
            let blocks = blocks::of_object(reading, &mapping.blocks, &path, fields, &value);
            of_blocks(at, DraftForm::JsonString, blocks)
        }
        Err(error) => words(DraftForm::BrokenJson(error.to_string()), reading),
    }
}

/// What a model wraps in a fence of code.
fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let inner = text.strip_prefix("```json").or_else(|| text.strip_prefix("```"));
    inner.map_or(text, |inner| inner.trim().trim_end_matches("```").trim())
}

fn of_blocks(at: String, form: DraftForm, blocks: AnswerBlocks) -> AnswerDraft {
    AnswerDraft {
        at,
        form,
        texts: prose(&blocks),
        blocks: Some(blocks),
    }
}

/// Summary, steps, and the texts of blocks that have no part of their own.
fn prose(blocks: &AnswerBlocks) -> Vec<StateText> {
    let steps = blocks.steps.iter().flatten();
    let other = blocks.other.values().flatten();
    blocks.summary.iter().chain(steps).chain(other).cloned().collect()
}
