//! Where a mapping finds the sources of a state.

use serde_json::Value;

use super::{PointedValue, SourceFields, StatePointer};
use crate::audit::state::has_failed;

/// What one pointer found.
#[derive(Debug)]
pub(crate) struct FoundSources<'f, 'v> {
    pub(crate) pointer: &'f StatePointer,
    pub(crate) values: Vec<PointedValue<'v>>,
    /// Whether the words of one may be several, joined by blank lines.
    pub(crate) joined: bool,
}

impl SourceFields {
    /// The first that finds sources with words. Where none does, the first that finds anything: that a source has no words,
    /// or that a list is empty, is to be told.
    pub(crate) fn found<'f, 'v>(&'f self, state: &'v Value) -> Option<FoundSources<'f, 'v>> {
        let mut first = None;
        for pointer in &self.at {
            let values = pointer.find(state, "$");
            if values.is_empty() {
                continue;
            }
            let joined = self.joined.contains(pointer);
            let worded = values.iter().any(|one| self.has_words(one.value));
            let found = FoundSources { pointer, values, joined };
            if worded {
                return Some(found);
            }
            first.get_or_insert(found);
        }
        first
    }

    pub(crate) fn has_words(&self, value: &Value) -> bool {
        match value {
            _ if has_failed(value) => false,
            Value::Array(items) => items.iter().any(|item| self.has_words(item)),
            Value::String(text) => !text.trim().is_empty() && !is_address(text),
            Value::Object(_) => {
                let found = self.text.iter().map(|one| one.find(value, "$"));
                let found = found.into_iter().find(|found| !found.is_empty());
                found.is_some_and(|found| found.iter().any(|one| self.is_worded(one.value)))
            }
            _ => false,
        }
    }

    /// Whether the text of a source has words: a string, or a list of parts of which one has, or is a source of its own.
    fn is_worded(&self, text: &Value) -> bool {
        match text {
            Value::String(text) => !text.trim().is_empty(),
            Value::Array(parts) => parts.iter().any(|part| match part.get("text") {
                Some(own) => self.is_worded(own),
                None => !part.is_object() && self.is_worded(part) || self.is_nested(part),
            }),
            _ => false,
        }
    }

    /// Whether a part of a source's text is a source itself, as a search result within what a tool gave back.
    pub(crate) fn is_nested(&self, part: &Value) -> bool {
        part.is_object()
            && !part.get("text").is_some_and(Value::is_string)
            && self.has_words(part)
    }
}

/// Whether a source is nothing but an address.
pub(crate) fn is_address(text: &str) -> bool {
    let text = text.trim();
    (text.starts_with("http://") || text.starts_with("https://"))
        && !text.contains(char::is_whitespace)
}
