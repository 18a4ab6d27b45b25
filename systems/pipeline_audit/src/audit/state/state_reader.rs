//! Values taken out of a state one by one; what has the wrong type is noted and left out.

use std::borrow::Cow;

use jurat_canon::child_path;
use serde_json::Value;

use crate::audit::{
    StatePointer, StateReadLimits, StateText, input_problem::InputProblem,
    mapping::PointedValue,
};

/// Problems after which no more are noted.
const MOST_PROBLEMS: usize = 1000;
/// What a part of Bedrock's Converse that has citations stands under.
const CITED: &str = "citationsContent";

/// What was met while reading.
#[derive(Debug)]
pub(super) struct StateReader {
    pub(super) limits: StateReadLimits,
    pub(super) problems: Vec<InputProblem>,
    /// Paths of texts that were cut.
    pub(super) cut: Vec<String>,
    /// Sources that have no field of words.
    pub(super) without_text: usize,
    /// Sources whose words no pointer leads to, as what and where they are.
    pub(super) not_understood: Vec<String>,
}

impl StateReader {
    pub(super) const fn new(limits: StateReadLimits) -> Self {
        Self {
            limits,
            problems: Vec::new(),
            cut: Vec::new(),
            without_text: 0,
            not_understood: Vec::new(),
        }
    }

    pub(super) fn wrong(&mut self, at: &str, what: &str, found: &Value) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(InputProblem::expected(at, what, found));
        }
    }

    /// What the first pointer that finds anything finds.
    pub(super) fn first<'v>(
        pointers: &[StatePointer],
        value: &'v Value,
        at: &str,
    ) -> Vec<PointedValue<'v>> {
        let found = pointers.iter().map(|pointer| pointer.find(value, at));
        found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The last of the texts that are found; of messages in parts, the last that has words.
    pub(super) fn last_text(
        &mut self,
        pointers: &[StatePointer],
        value: &Value,
        at: &str,
    ) -> Option<StateText> {
        let mut all = Self::first(pointers, value, at);
        let is_worded = |found: &PointedValue<'_>| {
            found.value.as_array().is_none_or(|parts| parts.iter().any(has_words))
        };
        let last = all.iter().rposition(is_worded).or_else(|| all.len().checked_sub(1))?;
        let found = all.swap_remove(last);
        self.text(&found.at, found.value)
    }

    /// A short text: an id, a label, an address. Numbers are taken as they are written.
    pub(super) fn short(
        &mut self,
        pointers: &[StatePointer],
        value: &Value,
        at: &str,
    ) -> Option<String> {
        let found = Self::first(pointers, value, at).into_iter().next()?;
        match found.value {
            Value::Number(number) => Some(number.to_string()),
            Value::String(text) if text.trim().is_empty() => None,
            Value::String(_) => self.text(&found.at, found.value).map(|text| text.text),
            other => {
                self.wrong(&found.at, "a string", other);
                None
            }
        }
    }

    pub(super) fn number(
        &mut self,
        pointers: &[StatePointer],
        value: &Value,
        at: &str,
    ) -> Option<f64> {
        let found = Self::first(pointers, value, at).into_iter().next()?;
        let number = found.value.as_f64();
        if number.is_none() {
            self.wrong(&found.at, "a number", found.value);
        }
        number
    }

    /// A text: a string, or a list of strings and of parts that have a `text`, joined by lines.
    pub(super) fn text(&mut self, at: &str, value: &Value) -> Option<StateText> {
        let text = match value {
            Value::String(text) => return Some(self.kept(at, text)),
            Value::Array(parts) => self.joined(at, parts),
            other => {
                self.wrong(at, "a string", other);
                return None;
            }
        };
        Some(self.kept(at, &text))
    }

    fn joined(&mut self, at: &str, parts: &[Value]) -> String {
        let mut text = String::new();
        let mut cited = false;
        for (index, part) in parts.iter().enumerate() {
            let was_cited = std::mem::replace(&mut cited, is_cited(part));
            let said = match self.words_of(part, &format!("{at}[{index}]")) {
                Some(said) if !said.is_empty() => said,
                _ => continue,
            };
            // What is cited is cut out of its sentence; else a part is a line of its own.
            let between = match (was_cited || cited, text.chars().next_back()) {
                (false, Some(_)) => "\n",
                (true, Some('.' | '!' | '?')) if !said.starts_with(char::is_whitespace) => " ",
                (_, None) | (true, Some(_)) => "",
            };
            text += between;
            text += &said;
        }
        text
    }

    /// The words of a part: itself, its `text`, or what Bedrock's Converse says with citations.
    fn words_of<'v>(&mut self, part: &'v Value, at: &str) -> Option<Cow<'v, str>> {
        match (part, part.get("text")) {
            (Value::String(text), _) | (_, Some(Value::String(text))) => {
                Some(Cow::Borrowed(text))
            }
            (Value::Object(_), None) => generated(part).map(Cow::Owned),
            (Value::Null, _) => None,
            (_, Some(other)) => {
                self.wrong(&format!("{at}.text"), "a string", other);
                None
            }
            _ => {
                self.wrong(at, "a string", part);
                None
            }
        }
    }

    /// A text up to the limit.
    pub(super) fn kept(&mut self, at: &str, text: &str) -> StateText {
        let end = text.floor_char_boundary(text.len().min(self.limits.text_bytes));
        if end < text.len() {
            self.cut.push(at.to_owned());
        }
        StateText { at: at.to_owned(), text: text[..end].to_owned() }
    }

    /// Every string within a value, in order of its keys, up to a bound.
    pub(super) fn texts(&mut self, at: &str, value: &Value) -> Vec<StateText> {
        let mut texts = Vec::new();
        self.gather(at, value, &mut texts);
        if self.limits.sources < texts.len() {
            texts.truncate(self.limits.sources);
            self.cut.push(at.to_owned());
        }
        texts
    }

    fn gather(&mut self, at: &str, value: &Value, texts: &mut Vec<StateText>) {
        if self.limits.sources < texts.len() {
            return;
        }
        match value {
            Value::String(text) if !text.trim().is_empty() => texts.push(self.kept(at, text)),
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.gather(&format!("{at}[{index}]"), item, texts);
                }
            }
            Value::Object(fields) => {
                for (key, value) in fields {
                    self.gather(&child_path(at, key), value, texts);
                }
            }
            _ => {}
        }
    }
}

/// Whether a part is said with citations.
fn is_cited(part: &Value) -> bool {
    let cites = part.get("citations").and_then(Value::as_array);
    part.get(CITED).is_some() || cites.is_some_and(|all| !all.is_empty())
}

/// What stands in a part of Bedrock's Converse that has citations.
fn generated(part: &Value) -> Option<String> {
    let content = part.get(CITED)?.get("content")?.as_array()?;
    Some(content.iter().filter_map(|one| one.get("text")?.as_str()).collect())
}

/// Whether a part has words.
pub(super) fn has_words(part: &Value) -> bool {
    part.is_string()
        || part.get("text").is_some_and(Value::is_string)
        || generated(part).is_some_and(|text| !text.is_empty())
}
