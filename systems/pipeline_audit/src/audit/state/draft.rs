//! The draft of a state: words, an object of blocks, or such an object in a string.

use serde_json::Value;

use super::{blocks, reading::Reading};
use crate::audit::{Blocks, Draft, Form, Mapping, Text};

/// The draft; where there is none, the final blocks are it.
pub(super) fn read(
    reading: &mut Reading,
    mapping: &Mapping,
    state: &Value,
    last: Option<&Blocks>,
) -> Option<Draft> {
    let Some(found) = Reading::first(&mapping.draft, state, "$").pop() else {
        let blocks = last?;
        return Some(Draft {
            at: blocks.at.clone(),
            form: Form::FinalBlocks,
            texts: prose(blocks),
            blocks: Some(blocks.clone()),
        });
    };
    match found.value {
        Value::Object(fields) => {
            let blocks =
                blocks::of_object(reading, &mapping.blocks, &found.at, fields, found.value);
            Some(of_blocks(found.at, Form::Object, blocks))
        }
        Value::String(text) => Some(of_string(reading, mapping, found.at, text)),
        other => {
            let text = reading.text(&found.at, other)?;
            Some(Draft {
                at: found.at,
                texts: vec![text],
                ..Draft::default()
            })
        }
    }
}

fn of_string(reading: &mut Reading, mapping: &Mapping, at: String, text: &str) -> Draft {
    let inner = unfenced(text);
    let words = |form, reading: &mut Reading| {
        let texts = vec![reading.kept(&at, text)];
        Draft { at: at.clone(), form, texts, blocks: None }
    };
    if !inner.starts_with('{') || reading.limits.text_bytes < inner.len() {
        return words(Form::Text, reading);
    }
    match serde_json::from_str::<Value>(inner) {
        Ok(value) => {
            let path = format!("{at}#$");
            let Value::Object(fields) = &value else { return words(Form::Text, reading) };
            let blocks = blocks::of_object(reading, &mapping.blocks, &path, fields, &value);
            of_blocks(at, Form::JsonString, blocks)
        }
        Err(error) => words(Form::BrokenJson(error.to_string()), reading),
    }
}

/// What a model wraps in a fence of code.
fn unfenced(text: &str) -> &str {
    let text = text.trim();
    let inner = text.strip_prefix("```json").or_else(|| text.strip_prefix("```"));
    inner.map_or(text, |inner| inner.trim().trim_end_matches("```").trim())
}

fn of_blocks(at: String, form: Form, blocks: Blocks) -> Draft {
    Draft {
        at,
        form,
        texts: prose(&blocks),
        blocks: Some(blocks),
    }
}

/// Summary, steps, and the texts of blocks that have no part of their own.
fn prose(blocks: &Blocks) -> Vec<Text> {
    let steps = blocks.steps.iter().flatten();
    let other = blocks.other.values().flatten();
    blocks.summary.iter().chain(steps).chain(other).cloned().collect()
}
