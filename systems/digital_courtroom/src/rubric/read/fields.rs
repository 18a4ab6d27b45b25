//! The fields of a JSON object, each taken once; what nobody took is noted.

use std::collections::BTreeSet;

use serde_json::{Map, Number, Value};

use crate::model::RubricNote;

/// Notes that are kept; more are counted.
const MOST_NOTES: usize = 200;
/// The longest text of one field, in characters.
const MOST_CHARS: usize = 20_000;

/// What was seen so far.
#[derive(Debug, Default)]
pub(super) struct RubricDiagnostics {
    notes: Vec<RubricNote>,
    errors: Vec<RubricNote>,
    more: usize,
}

impl RubricDiagnostics {
    pub(super) fn note(&mut self, at: impl Into<String>, message: impl Into<String>) {
        if self.notes.len() < MOST_NOTES {
            self.notes.push(RubricNote { at: at.into(), message: message.into() });
        } else {
            self.more += 1;
        }
    }

    pub(super) fn error(&mut self, at: impl Into<String>, message: impl Into<String>) {
        if self.errors.len() < MOST_NOTES {
            self.errors
                .push(RubricNote { at: at.into(), message: message.into() });
        }
    }

    pub(super) fn wrong_type(&mut self, at: &str, wanted: &str, found: &Value) {
        self.error(at, format!("expected {wanted}, found {}", shown(found)));
    }

    pub(super) fn into_parts(mut self) -> (Vec<RubricNote>, Vec<RubricNote>) {
        if 0 < self.more {
            let message = format!("there are {} more remarks like these", self.more);
            self.notes.push(RubricNote { at: "$".to_owned(), message });
        }
        (self.notes, self.errors)
    }
}

/// The fields of one object.
#[derive(Debug)]
pub(super) struct RubricFields<'v> {
    map: &'v Map<String, Value>,
    at: String,
    used: BTreeSet<&'v str>,
}

impl<'v> RubricFields<'v> {
    /// Of a value that must be an object.
    pub(super) fn of(
        value: &'v Value,
        at: String,
        reading: &mut RubricDiagnostics,
    ) -> Option<Self> {
        let Some(map) = value.as_object() else {
            reading.wrong_type(&at, "an object", value);
            return None;
        };
        Some(Self { map, at, used: BTreeSet::new() })
    }

    pub(super) fn at(&self) -> &str {
        &self.at
    }

    /// Knows a key that means nothing here.
    pub(super) fn pass(&mut self, key: &str) {
        if let Some((key, _)) = self.map.get_key_value(key) {
            self.used.insert(key);
        }
    }

    /// The value under the first of these names that is there, with its path.
    pub(super) fn take(&mut self, keys: &[&str]) -> Option<(&'v Value, String)> {
        let mut found = None;
        for (key, value) in keys.iter().filter_map(|key| self.map.get_key_value(*key)) {
            if value.is_null() {
                self.used.insert(key);
            } else if found.is_none() {
                self.used.insert(key);
                found = Some((value, child(&self.at, key)));
            }
        }
        found
    }

    /// A value that must be an object, if it is there.
    pub(super) fn object(
        &mut self,
        keys: &[&str],
        reading: &mut RubricDiagnostics,
    ) -> Option<Self> {
        let (value, at) = self.take(keys)?;
        RubricFields::of(value, at, reading)
    }

    /// A text, or lines of one.
    pub(super) fn text(
        &mut self,
        keys: &[&str],
        reading: &mut RubricDiagnostics,
    ) -> Option<String> {
        let (value, at) = self.take(keys)?;
        text(value, &at, reading)
    }

    /// A whole number of at most `most`.
    pub(super) fn whole(
        &mut self,
        keys: &[&str],
        most: u32,
        reading: &mut RubricDiagnostics,
    ) -> Option<u32> {
        let (value, at) = self.take(keys)?;
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        let number = number.filter(|number| *number <= most);
        if number.is_none() {
            reading.wrong_type(&at, &format!("a whole number up to {most}"), value);
        }
        number
    }

    /// Every field that nobody took.
    pub(super) fn rest(&self) -> impl Iterator<Item = (&'v String, &'v Value)> {
        self.map.iter().filter(|(key, _)| !self.used.contains(key.as_str()))
    }

    /// Notes what nobody took.
    pub(super) fn finish(self, reading: &mut RubricDiagnostics) {
        for (key, value) in self.rest() {
            let message = format!("this field is not known and was not used: {}", shown(value));
            reading.note(child(&self.at, key), message);
        }
    }
}

/// A text, or lines of one; a number is taken as it is written.
pub(super) fn text(value: &Value, at: &str, reading: &mut RubricDiagnostics) -> Option<String> {
    let found = match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(lines) => {
            let lines: Option<Vec<&str>> = lines.iter().map(Value::as_str).collect();
            lines.map(|lines| lines.join("\n"))
        }
        _ => None,
    };
    let Some(found) = found else {
        reading.wrong_type(at, "a text", value);
        return None;
    };
    let length = found.chars().count();
    if MOST_CHARS < length {
        let message = format!("{length} characters are too many: the most is {MOST_CHARS}");
        reading.error(at, message);
        return None;
    }
    Some(found)
}

/// A number in hundredths, without a detour over floating point; none where it is negative, too
/// large or finer.
pub(super) fn hundredths(number: &Number) -> Option<u32> {
    let written = number.to_string();
    let (whole, part) = written.split_once('.').unwrap_or((&written, ""));
    let whole: u32 = whole.parse().ok()?;
    let digits = part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let part: u32 = format!("{part:0<2}").parse().ok().filter(|_| digits)?;
    whole.checked_mul(100)?.checked_add(part)
}

/// The path of a key.
pub(super) fn child(at: &str, key: &str) -> String {
    let plain = !key.is_empty()
        && key.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !key.starts_with(|c: char| c.is_numeric());
    let short: String = key.chars().take(60).collect();
    if plain { format!("{at}.{short}") } else { format!("{at}[{short:?}]") }
}

/// A value in a message, cut short.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("an array of {}", items.len()),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) if 60 < text.chars().count() => {
            let head: String = text.chars().take(57).collect();
            format!("{:?}", head + "…")
        }
        other => other.to_string(),
    }
}
