//! Where each key and value of a JSON text stands: JSON pointer → line and column.
//!
//! It does not judge the text beyond depth and repeated keys; serde does. Nothing recurses, and
//! where the text is broken the scan ends with what it has.

use std::collections::{BTreeMap, btree_map::Entry};

use super::json_pointer::{self, PointerToken};

/// The places of a text.
#[derive(Debug)]
pub(super) struct JsonLocations<'t> {
    text: &'t str,
    line_starts: Vec<usize>,
    values: Vec<ScannedValue>,
    /// The keys written a second time, by offset.
    pub(super) repeated: Vec<DuplicateKey>,
    /// Where the text is nested too deeply.
    pub(super) too_deep: Option<usize>,
}

/// A key that its object has already.
#[derive(Debug)]
pub(super) struct DuplicateKey {
    pub(super) key: String,
    pub(super) at: usize,
}

#[derive(Debug, Default)]
struct ScannedValue {
    at: usize,
    key_at: Option<usize>,
    fields: BTreeMap<String, usize>,
    items: Vec<usize>,
}

/// Which end of `"key": value` a diagnostic points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyOrValue {
    Key,
    Value,
}

impl<'t> JsonLocations<'t> {
    /// Scans `text` down to `max_depth` levels.
    pub(super) fn scan(text: &'t str, max_depth: usize) -> Self {
        let line_starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        let (values, repeated) = (Vec::new(), Vec::new());
        let mut places = Self {
            text,
            line_starts,
            values,
            repeated,
            too_deep: None,
        };
        // The objects and arrays around this place.
        let mut open: Vec<OpenContainer> = Vec::new();
        let mut at = 0;
        while let Some(byte) = text.as_bytes().get(at).copied() {
            let (end, depth) = (token_end(text.as_bytes(), at), open.len());
            match (byte, open.last_mut()) {
                (b'}' | b']', _) => drop(open.pop()),
                (b',' | b':' | b' ' | b'\t' | b'\r' | b'\n', _) => {}
                (b'"', Some(object)) if object.is_object && object.key.is_none() => {
                    object.key = Some((key_of(text.get(at..end).unwrap_or_default()), at));
                }
                (b'{' | b'[', _) if max_depth <= depth => {
                    places.too_deep = Some(at);
                    break;
                }
                (_, parent) => {
                    let value = places.note(at, parent);
                    if let b'{' | b'[' = byte {
                        open.push(OpenContainer { value, is_object: byte == b'{', key: None });
                    }
                }
            }
            at = end;
        }
        places
    }

    /// Notes a value that begins at `at`, under the key or at the index that waits for it.
    fn note(&mut self, at: usize, parent: Option<&mut OpenContainer>) -> usize {
        let new = self.values.len();
        let mut value = ScannedValue { at, ..ScannedValue::default() };
        if let Some(open) = parent {
            let parent = &mut self.values[open.value];
            match open.key.take() {
                Some((key, key_at)) => {
                    value.key_at = Some(key_at);
                    match parent.fields.entry(key) {
                        Entry::Vacant(free) => drop(free.insert(new)),
                        Entry::Occupied(taken) => {
                            let key = taken.key().clone();
                            self.repeated.push(DuplicateKey { key, at: key_at });
                        }
                    }
                }
                None => parent.items.push(new),
            }
        }
        self.values.push(value);
        new
    }

    /// The offset of what `pointer` names, or of its nearest ancestor that is in the text.
    pub(super) fn offset(&self, pointer: &str, end: KeyOrValue) -> usize {
        let Some(mut value) = self.values.first() else { return 0 };
        for step in json_pointer::steps(pointer) {
            let Some(next) = value.child(&step).and_then(|child| self.values.get(child)) else {
                return value.at;
            };
            value = next;
        }
        match end {
            KeyOrValue::Key => value.key_at.unwrap_or(value.at),
            KeyOrValue::Value => value.at,
        }
    }

    /// Line and column of `offset`, from 1, the column in characters.
    pub(super) fn line_column(&self, offset: usize) -> (usize, usize) {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let start = self.line_starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let before = self.text.get(start..offset).unwrap_or_default();
        (line.max(1), before.chars().count() + 1)
    }

    /// The offset of line and column as serde counts them, the column in bytes.
    pub(super) fn offset_of(&self, line: usize, column: usize) -> usize {
        let start = self.line_starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let mut offset = (start + column.saturating_sub(1)).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    /// The offset of the character number `letters` of the string that begins at `offset`.
    pub(super) fn inside_string(&self, offset: usize, letters: usize) -> usize {
        let Some(rest) = self.text.get(offset..).and_then(|rest| rest.strip_prefix('"')) else {
            return offset;
        };
        let mut at = offset + 1;
        let mut rest = rest;
        for _ in 0..letters {
            let width = written_width(rest);
            let Some(next) = rest.get(width..) else { break };
            if width == 0 {
                break;
            }
            (at, rest) = (at + width, next);
        }
        at
    }
}

impl ScannedValue {
    fn child(&self, step: &PointerToken<'_>) -> Option<usize> {
        self.fields
            .get(step.key.as_ref())
            .or_else(|| self.items.get(step.index?))
            .copied()
    }
}

/// How many bytes the first character of a string's inside takes as written; 0 at its end.
fn written_width(rest: &str) -> usize {
    let mut letters = rest.chars();
    match (letters.next(), letters.next()) {
        (None | Some('"'), _) => 0,
        (Some('\\'), Some('u')) if is_high_surrogate(rest) => 12,
        (Some('\\'), Some('u')) => 6,
        (Some('\\'), Some(_)) => 2,
        (Some(letter), _) => letter.len_utf8(),
    }
}

fn is_high_surrogate(escape: &str) -> bool {
    let code = escape
        .get(2..6)
        .and_then(|digits| u32::from_str_radix(digits, 16).ok());
    code.is_some_and(|code| (0xD800..0xDC00).contains(&code))
}

struct OpenContainer {
    value: usize,
    is_object: bool,
    /// The key that waits for its value.
    key: Option<(String, usize)>,
}

/// Where the token that begins at `at` ends: a mark, a string or a word.
fn token_end(text: &[u8], at: usize) -> usize {
    let is_mark = |byte: u8| b",:{}[]".contains(&byte) || byte.is_ascii_whitespace();
    let ends_word = |byte: &u8| is_mark(*byte) || *byte == b'"';
    let rest = &text[at + 1..];
    match text[at] {
        b'"' => {
            let mut length = 0;
            while let Some(byte) = rest.get(length).filter(|byte| **byte != b'"') {
                length += if *byte == b'\\' { 2 } else { 1 };
            }
            (at + length + 2).min(text.len())
        }
        mark if is_mark(mark) => at + 1,
        _ => at + 1 + rest.iter().position(ends_word).unwrap_or(rest.len()),
    }
}

/// A broken escape is serde's to report; until then the text stands for itself.
fn key_of(written: &str) -> String {
    serde_json::from_str(written).unwrap_or_else(|_| written.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, pointer: &str, end: KeyOrValue, expected: (usize, usize)) {
        let places = JsonLocations::scan(text, 64);
        assert_eq!(places.line_column(places.offset(pointer, end)), expected, "{pointer}");
    }

    #[test]
    fn keys_and_values_have_places() {
        let text = "{\n  \"a\": [1, {\"b~/\": null}],\n  \"\u{e9}\": \"x\", \"c\": {}\n}";
        check(text, "", KeyOrValue::Value, (1, 1));
        check(text, "/a", KeyOrValue::Key, (2, 3));
        check(text, "/a", KeyOrValue::Value, (2, 8));
        check(text, "/a/0", KeyOrValue::Value, (2, 9));
        check(text, "/a/1/b~0~1", KeyOrValue::Key, (2, 13));
        check(text, "/a/1/b~0~1", KeyOrValue::Value, (2, 20));
        check(text, "/c", KeyOrValue::Key, (3, 13));
    }

    #[test]
    fn what_is_not_there_is_where_it_should_be() {
        check("{\n\"a\": [1]}", "/a/7/b", KeyOrValue::Value, (2, 6));
        check("", "/a", KeyOrValue::Key, (1, 1));
    }

    #[test]
    fn broken_text_ends_the_scan() {
        for text in
            ["{\"a", "{\"a\\", "]]]", "{]", "\"\\u12", "{\"a\":\"b", ",:,:", "{{{", "\u{1F600}"]
        {
            let places = JsonLocations::scan(text, 64);
            assert!(places.line_column(places.offset("/a", KeyOrValue::Key)).0 == 1);
        }
    }
}
