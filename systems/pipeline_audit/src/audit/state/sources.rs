//! The sources of a state.

use std::ops::Range;

use jurat_canon::child_path;
use serde_json::Value;

use super::{
    state_reader::StateReader,
    tool_results::{has_failed, members, tells_failure},
};
use crate::audit::{
    AuditSubject, AuditedHit,
    joined_documents::{JoinedText, documents},
    mapping::{FoundSources, PointedValue, SourceFields, is_address},
    prompt_context,
};

/// Reads them into the subject: the first ones up to the limit, the rest counted.
pub(super) fn read_sources(
    reading: &mut StateReader,
    fields: &SourceFields,
    state: &Value,
    subject: &mut AuditSubject,
) {
    let Some(FoundSources { values: found, joined, .. }) = fields.found(state) else {
        subject.hits = within_messages(reading, fields, state);
        return;
    };
    let most = reading.limits.sources;
    let mut hits = Vec::new();
    let mut count = 0;
    for one in found.into_iter().filter(|one| !has_failed(one.value)) {
        let Some(items) = one.value.as_array() else {
            if count < most {
                hits.extend(of_one(reading, fields, &one, (count + 1, joined)));
            }
            count = hits.len().max(count + usize::from(most <= count));
            continue;
        };
        for (index, item) in items.iter().enumerate().take(most.saturating_sub(count)) {
            let number = count + index + 1;
            let item = PointedValue { at: format!("{}[{index}]", one.at), value: item };
            hits.extend(hit(reading, fields, &item, number));
        }
        count += items.len();
    }
    subject.hits_left_out = count.saturating_sub(most);
    hits.truncate(most);
    subject.hits_without_text = reading.without_text;
    subject.hits_not_understood = std::mem::take(&mut reading.not_understood);
    subject.hits = Some(hits);
}

/// The sources that one value holds: the members of a list in JSON, the documents that a tool has joined, or itself. `joined`
/// says whether a tool wrote it: what that says of its own failure is none.
fn of_one(
    reading: &mut StateReader,
    fields: &SourceFields,
    found: &PointedValue<'_>,
    (number, joined): (usize, bool),
) -> Vec<AuditedHit> {
    if let Some(parts) = nested(fields, found) {
        return (number..)
            .zip(&parts)
            .filter_map(|(number, part)| hit(reading, fields, part, number))
            .collect();
    }
    let Some(whole) = hit(reading, fields, found, number) else { return Vec::new() };
    if joined && tells_failure(&whole.text) {
        return Vec::new();
    }
    let members = members(&whole.text, fields);
    if members.is_empty() {
        return parted(whole, joined);
    }
    let of = |(number, member): (usize, &Value)| {
        let member = PointedValue { at: found.at.clone(), value: member };
        hit(reading, fields, &member, number)
    };
    (number..).zip(&members).filter_map(of).collect()
}

/// The parts of a source whose text is a list with sources in it: each is one of its own.
fn nested<'v>(
    fields: &SourceFields,
    found: &PointedValue<'v>,
) -> Option<Vec<PointedValue<'v>>> {
    let text = StateReader::first(&fields.text, found.value, &found.at)
        .into_iter()
        .next()?;
    let parts = text.value.as_array()?;
    let part = |(index, value): (usize, &'v Value)| PointedValue {
        at: format!("{}[{index}]", text.at),
        value,
    };
    let parts_of = || {
        parts
            .iter()
            .enumerate()
            .map(part)
            .filter(|one| !has_failed(one.value))
    };
    parts
        .iter()
        .any(|part| fields.is_nested(part))
        .then(|| parts_of().collect())
}

/// The documents of one that a tool has joined.
fn parted(hit: AuditedHit, joined: bool) -> Vec<AuditedHit> {
    let JoinedText::Several(parts) = documents(&hit.text) else { return vec![hit] };
    if !joined {
        return vec![hit];
    }
    let of = |(number, part): (usize, Range<usize>)| AuditedHit {
        number,
        text: hit.text[part].to_owned(),
        ..hit.clone()
    };
    (hit.number..).zip(parts).map(of).collect()
}

/// The sources that messages hold in their own words; none where none does.
fn within_messages(
    reading: &mut StateReader,
    fields: &SourceFields,
    state: &Value,
) -> Option<Vec<AuditedHit>> {
    let mut hits = Vec::new();
    for pointer in &fields.within {
        // Of the messages of one role the latest turn counts.
        let Some(message) = pointer.find(state, "$").pop() else { continue };
        let Some(text) = reading.text(&message.at, message.value) else { continue };
        let parts = prompt_context::split(&text.text).unwrap_or_default();
        for range in parts.sources.into_iter().take(reading.limits.sources) {
            hits.push(AuditedHit {
                number: hits.len() + 1,
                at: message.at.clone(),
                text: text.text[range].to_owned(),
                ..AuditedHit::default()
            });
        }
    }
    (!hits.is_empty()).then_some(hits)
}

fn hit(
    reading: &mut StateReader,
    fields: &SourceFields,
    found: &PointedValue<'_>,
    number: usize,
) -> Option<AuditedHit> {
    let PointedValue { at, value } = found;
    let mut hit = AuditedHit { number, at: at.clone(), ..AuditedHit::default() };
    match value {
        Value::String(text) if is_address(text) => {
            reading.without_text += 1;
            hit.url = Some(reading.kept(at, text).text);
        }
        Value::String(text) => hit.text = reading.kept(at, text).text,
        Value::Object(_) => {
            let text = StateReader::first(&fields.text, value, at).into_iter().next();
            let text = text.and_then(|found| reading.text(&found.at, found.value));
            reading.without_text += usize::from(text.is_none());
            hit.text = text.map(|text| text.text).unwrap_or_default();
            hit.id = reading.short(&fields.id, value, at);
            hit.score = reading.number(&fields.score, value, at);
            hit.label = reading.short(&fields.label, value, at).map(article);
            hit.law = reading.short(&fields.law, value, at);
            hit.url = reading.short(&fields.url, value, at);
            hit.title = reading.short(&fields.title, value, at);
            if hit.text.is_empty() {
                let known = [&hit.title, &hit.url, &hit.id, &hit.label];
                let known: Vec<&str> =
                    known.into_iter().flatten().map(String::as_str).collect();
                reading.not_understood.extend(unread_words(at, value, &known));
            }
        }
        other => {
            reading.wrong(at, "an object or a string", other);
            return None;
        }
    }
    Some(hit)
}

/// Words from which on a string is one that a source could consist of.
const WORDS_OF_SOURCE: usize = 6;

/// Where a source without a text has words that no pointer leads to: a string that is none of those that name it.
fn unread_words(at: &str, value: &Value, known: &[&str]) -> Option<String> {
    match value {
        Value::String(text) => {
            let is_worded = WORDS_OF_SOURCE <= text.split_whitespace().count();
            (is_worded && !known.contains(&text.as_str())).then(|| at.to_owned())
        }
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| unread_words(&format!("{at}[{index}]"), item, known)),
        Value::Object(fields) => {
            let found = fields
                .iter()
                .find_map(|(key, inner)| unread_words(&child_path(at, key), inner, known))?;
            // The innermost kind that is named says best what it is.
            let kind = fields.get("type").and_then(Value::as_str);
            Some(match kind {
                Some(kind) if !found.starts_with('`') => {
                    format!("`{kind}` with words at {found}")
                }
                _ => found,
            })
        }
        _ => None,
    }
}

/// A bare number in the field of an article is an article.
fn article(label: String) -> String {
    let digits = label.trim_end_matches(['º', '°']);
    let bare = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if bare { format!("Art. {label}") } else { label }
}
