//! The fields of a JSON object, each taken once; what nobody took is noted.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeSet,
};

use serde_json::{Map, Number, Value};

use crate::model::RubricNote;

/// Notes that are kept; more are counted.
const MOST_NOTES: usize = 200;
/// The longest text of one field, in characters.
const MOST_CHARS: usize = 20_000;

/// What was seen so far. Every part of a rubric tells it what it has to say.
#[derive(Debug, Default)]
pub(super) struct RubricDiagnostics {
    notes: RefCell<Vec<RubricNote>>,
    errors: RefCell<Vec<RubricNote>>,
    more: Cell<usize>,
}

impl RubricDiagnostics {
    pub(super) fn note(&self, at: impl Into<String>, message: impl Into<String>) {
        let mut notes = self.notes.borrow_mut();
        if notes.len() < MOST_NOTES {
            notes.push(RubricNote { at: at.into(), message: message.into() });
        } else {
            self.more.set(self.more.get() + 1);
        }
    }

    pub(super) fn error(&self, at: impl Into<String>, message: impl Into<String>) {
        let mut errors = self.errors.borrow_mut();
        if errors.len() < MOST_NOTES {
            errors.push(RubricNote { at: at.into(), message: message.into() });
        }
    }

    pub(super) fn into_parts(self) -> (Vec<RubricNote>, Vec<RubricNote>) {
        let mut notes = self.notes.into_inner();
        let more = self.more.get();
        if 0 < more {
            let message = format!("there are {more} more remarks like these");
            notes.push(RubricNote { at: "$".to_owned(), message });
        }
        (notes, self.errors.into_inner())
    }
}

/// A value of the file, with its path.
#[derive(Debug, Clone)]
pub(super) struct RubricValue<'v> {
    pub(super) value: &'v Value,
    pub(super) at: String,
    pub(super) reading: &'v RubricDiagnostics,
}

impl<'v> RubricValue<'v> {
    pub(super) fn note(&self, message: impl Into<String>) {
        self.reading.note(&self.at, message);
    }

    pub(super) fn error(&self, message: impl Into<String>) {
        self.reading.error(&self.at, message);
    }

    pub(super) fn wrong_type(&self, wanted: &str) {
        self.error(format!("expected {wanted}, found {}", shown(self.value)));
    }

    /// The value under a key of this one.
    pub(super) fn child(&self, key: &str, value: &'v Value) -> Self {
        Self {
            value,
            at: child(&self.at, key),
            reading: self.reading,
        }
    }

    /// The items of an array, so many at most; nothing, and an error, where it is none.
    pub(super) fn items(&self, wanted: &str, most: usize) -> Option<Vec<Self>> {
        let Some(items) = self.value.as_array().filter(|items| items.len() <= most) else {
            self.wrong_type(wanted);
            return None;
        };
        let item = |(index, value)| Self {
            value,
            at: format!("{}[{index}]", self.at),
            reading: self.reading,
        };
        Some(items.iter().enumerate().map(item).collect())
    }

    /// Texts in an array.
    pub(super) fn texts(&self) -> Option<Vec<String>> {
        let all = self.value.as_array()?.iter();
        all.map(|one| one.as_str().map(str::to_owned)).collect()
    }

    /// A value that must be an object.
    pub(super) fn fields(self) -> Option<RubricFields<'v>> {
        let Some(map) = self.value.as_object() else {
            self.wrong_type("an object");
            return None;
        };
        Some(RubricFields {
            map,
            at: self.at,
            reading: self.reading,
            used: BTreeSet::new(),
        })
    }

    /// A text, or lines of one; a number is taken as it is written.
    pub(super) fn text(&self) -> Option<String> {
        let found = match self.value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Array(lines) => {
                let lines: Option<Vec<&str>> = lines.iter().map(Value::as_str).collect();
                lines.map(|lines| lines.join("\n"))
            }
            _ => None,
        };
        let Some(found) = found else {
            self.wrong_type("a text");
            return None;
        };
        let length = found.chars().count();
        if MOST_CHARS < length {
            let most = MOST_CHARS;
            self.error(format!("{length} characters are too many: the most is {most}"));
            return None;
        }
        Some(found)
    }
}

#[derive(Debug)]
pub(super) struct RubricFields<'v> {
    map: &'v Map<String, Value>,
    pub(super) at: String,
    pub(super) reading: &'v RubricDiagnostics,
    used: BTreeSet<&'v str>,
}

impl<'v> RubricFields<'v> {
    pub(super) fn note(&self, message: impl Into<String>) {
        self.reading.note(&self.at, message);
    }

    pub(super) fn error(&self, message: impl Into<String>) {
        self.reading.error(&self.at, message);
    }

    /// Knows a key that means nothing here.
    pub(super) fn pass(&mut self, key: &str) {
        if let Some((key, _)) = self.map.get_key_value(key) {
            self.used.insert(key);
        }
    }

    /// The value under the first of these names that is there.
    pub(super) fn take(&mut self, keys: &[&str]) -> Option<RubricValue<'v>> {
        let mut found = None;
        for (key, value) in keys.iter().filter_map(|key| self.map.get_key_value(*key)) {
            if value.is_null() {
                self.used.insert(key);
            } else if found.is_none() {
                self.used.insert(key);
                let at = child(&self.at, key);
                found = Some(RubricValue { value, at, reading: self.reading });
            }
        }
        found
    }

    /// A value that must be an object, if it is there.
    pub(super) fn object(&mut self, keys: &[&str]) -> Option<Self> {
        self.take(keys)?.fields()
    }

    /// A text, or lines of one; empty where there is none.
    pub(super) fn text(&mut self, keys: &[&str]) -> String {
        self.take(keys).and_then(|found| found.text()).unwrap_or_default()
    }

    /// A whole number of at most `most`.
    pub(super) fn whole(&mut self, keys: &[&str], most: u32) -> Option<u32> {
        let found = self.take(keys)?;
        let number = found.value.as_u64().and_then(|number| u32::try_from(number).ok());
        let number = number.filter(|number| *number <= most);
        if number.is_none() {
            found.wrong_type(&format!("a whole number up to {most}"));
        }
        number
    }

    /// Every field that nobody took.
    pub(super) fn rest(&self) -> impl Iterator<Item = (&'v String, &'v Value)> {
        self.map.iter().filter(|(key, _)| !self.used.contains(key.as_str()))
    }

    /// Notes what nobody took.
    pub(super) fn finish(self) {
        for (key, value) in self.rest() {
            let message = format!("this field is not known and was not used: {}", shown(value));
            self.reading.note(child(&self.at, key), message);
        }
    }
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
