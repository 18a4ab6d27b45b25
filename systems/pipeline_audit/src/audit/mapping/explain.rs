//! What a mapping takes from a state, and from where; or where it looked in vain.

use serde::Serialize;
use serde_json::Value;

use super::{
    super::{
        joined_documents::{JoinedText, documents},
        prompt_context::split,
        state::{has_failed, members},
    },
    FoundSources, PointedValue, SourceFields, StateMapping, StatePointer,
};

/// Paths that are told of one part.
const MOST_PATHS: usize = 5;
/// What messages that may hold sources are called.
const WITHIN: &str = "  within";

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
    /// What else is to be known of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl StateMapping {
    /// What it takes from a state, part by part.
    pub fn explain(&self, state: &Value) -> Vec<MappedPart> {
        let mut parts = vec![part("question", &self.query, state)];
        match self.sources.found(state) {
            None => {
                parts.push(part("sources", &self.sources.at, state));
                parts.extend(self.of_messages(state));
            }
            Some(found) => {
                parts.push(sources(&self.sources, &found));
                parts.extend(self.of_first_source(&found));
            }
        }
        parts.push(part("draft", &self.draft, state));
        parts.push(part("blocks", &self.blocks.at, state));
        parts
    }

    /// The messages that may hold sources in their own words, or where they were looked for.
    fn of_messages(&self, state: &Value) -> Vec<MappedPart> {
        let pointers = &self.sources.within;
        let found: Vec<MappedPart> =
            pointers.iter().filter_map(|one| within(one, state)).collect();
        if found.is_empty() && !pointers.is_empty() {
            return vec![part(WITHIN, pointers, state)];
        }
        found
    }

    /// The fields of the first source that is an object.
    fn of_first_source(&self, found: &FoundSources<'_, '_>) -> Vec<MappedPart> {
        let Some(first) = found.values.first() else { return Vec::new() };
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

/// The sources that a pointer found, those that a tool has joined counted each.
fn sources(fields: &SourceFields, found: &FoundSources<'_, '_>) -> MappedPart {
    let mut told = told("sources", found.pointer, &found.values);
    let worded = found.values.iter().filter_map(|one| {
        let text = fields.text.iter().map(|pointer| pointer.find(one.value, "$"));
        let text = text.into_iter().find(|found| !found.is_empty())?;
        text.first()?.value.as_str()
    });
    let failed = found.values.iter().filter(|one| has_failed(one.value)).count();
    told.count = told.count.saturating_sub(failed);
    let mut unclear = 0;
    for text in worded {
        let listed = members(text, fields).len();
        told.count += listed.saturating_sub(1);
        if 0 < listed || !found.joined {
            continue;
        }
        match documents(text) {
            JoinedText::Several(parts) => told.count += parts.len() - 1,
            JoinedText::Unclear => unclear += 1,
            JoinedText::One => {}
        }
    }
    told.note = (0 < unclear).then(|| {
        format!(
            "{unclear} of them may be several: nothing tells which of its blank lines part documents; artifacts would"
        )
    });
    told
}

/// The sources that the latest of some messages holds in its own words.
fn within(pointer: &StatePointer, state: &Value) -> Option<MappedPart> {
    let message = pointer.find(state, "$").pop()?;
    let text = match message.value {
        Value::String(text) => Some(text.as_str()),
        Value::Array(parts) => parts.iter().find_map(|part| part.get("text")?.as_str()),
        _ => None,
    };
    let count = text.and_then(split).map_or(0, |parts| parts.sources.len());
    Some(MappedPart { count, ..told(WITHIN, pointer, &[message]) })
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
            note: None,
        };
    };
    told(name, pointer, &found)
}

fn told(name: &str, pointer: &StatePointer, found: &[PointedValue<'_>]) -> MappedPart {
    let count = |value: &Value| value.as_array().map_or(1, Vec::len);
    MappedPart {
        part: name.to_owned(),
        pointer: Some(pointer.to_string()),
        count: found.iter().map(|one| count(one.value)).sum(),
        paths: found.iter().take(MOST_PATHS).map(|one| one.at.clone()).collect(),
        tried: Vec::new(),
        note: None,
    }
}
