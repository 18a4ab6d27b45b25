//! What a mapping takes from a state, and from where; or where it looked in vain.

use serde::Serialize;
use serde_json::Value;

use super::{super::prompt_context::split, StateMapping, StatePointer};

/// Paths that are told of one part.
const MOST_PATHS: usize = 5;

/// One part of a state as a mapping finds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MappedPart {
    /// `question`, `sources`, `draft`, `blocks`, or a field of the first source.
    pub part: String,
    /// The pointer that found something; none where none did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// How many values it found; those of an array are counted each.
    pub count: usize,
    /// The paths of the first ones.
    pub paths: Vec<String>,
    /// Where nothing was found: the pointers that were tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<String>,
}

impl StateMapping {
    /// What it takes from a state, part by part.
    pub fn explain(&self, state: &Value) -> Vec<MappedPart> {
        let sources = part("sources", &self.sources.at, state);
        let mut parts = vec![part("question", &self.query, state)];
        parts.push(sources);
        if parts.last().is_some_and(|one| one.pointer.is_none()) {
            parts.extend(self.sources.within.iter().map(|one| within(one, state)));
        } else {
            parts.extend(self.of_first_source(state));
        }
        parts.push(part("draft", &self.draft, state));
        parts.push(part("blocks", &self.blocks.at, state));
        parts
    }

    /// The fields of the first source that is an object.
    fn of_first_source(&self, state: &Value) -> Vec<MappedPart> {
        let found = self.sources.at.iter().map(|one| one.find(state, "$"));
        let found = found.into_iter().find(|found| !found.is_empty()).unwrap_or_default();
        let Some(first) = found.first() else { return Vec::new() };
        let first = first
            .value
            .as_array()
            .map_or(Some(first.value), |items| items.first());
        let Some(first) = first.filter(|first| first.is_object()) else { return Vec::new() };
        let fields = &self.sources;
        [
            ("text", &fields.text),
            ("label", &fields.label),
            ("law", &fields.law),
            ("url", &fields.url),
            ("title", &fields.title),
            ("score", &fields.score),
            ("id", &fields.id),
        ]
        .into_iter()
        .map(|(name, pointers)| part(&format!("  {name}"), pointers, first))
        .collect()
    }
}

/// The sources that the latest of some messages holds in its own words.
fn within(pointer: &StatePointer, state: &Value) -> MappedPart {
    let message = pointer.find(state, "$").pop();
    let text = message.as_ref().and_then(|message| match message.value {
        Value::String(text) => Some(text.as_str()),
        Value::Array(parts) => parts.iter().find_map(|part| part.get("text")?.as_str()),
        _ => None,
    });
    let count = text.and_then(split).map_or(0, |parts| parts.sources.len());
    MappedPart {
        part: "  within".to_owned(),
        pointer: message.as_ref().map(|_| pointer.to_string()),
        count,
        paths: message.into_iter().map(|message| message.at).collect(),
        tried: vec![pointer.to_string()],
    }
}

fn part(name: &str, pointers: &[StatePointer], value: &Value) -> MappedPart {
    let found = pointers.iter().map(|one| (one, one.find(value, "$")));
    let found = found.into_iter().find(|(_, found)| !found.is_empty());
    let Some((pointer, found)) = found else {
        return MappedPart {
            part: name.to_owned(),
            pointer: None,
            count: 0,
            paths: Vec::new(),
            tried: pointers.iter().map(ToString::to_string).collect(),
        };
    };
    let count = |value: &Value| value.as_array().map_or(1, Vec::len);
    MappedPart {
        part: name.to_owned(),
        pointer: Some(pointer.to_string()),
        count: found.iter().map(|one| count(one.value)).sum(),
        paths: found.iter().take(MOST_PATHS).map(|one| one.at.clone()).collect(),
        tried: Vec::new(),
    }
}
