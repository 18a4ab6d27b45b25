//! A condition as packs write it: which names it reads, and how the engine's CEL spells them.

use super::pack_names::PackNames;

/// A condition in the engine's spelling, with the names that it reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SpelledCondition {
    pub(super) engine_text: String,
    /// `root.name`, each once, in the order of the text.
    pub(super) reads: Vec<NameRead>,
}

/// A name in a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NameRead {
    pub(super) root: String,
    /// Empty where nothing stands after the root.
    pub(super) name: String,
}

impl NameRead {
    pub(super) fn path(&self) -> String {
        format!("{}.{}", self.root, self.name)
    }
}

/// Puts `state.` before every name that begins with a root: `sponsor.status` is `state.sponsor.status` to the engine.
pub(super) fn spelled(text: &str, names: &PackNames) -> SpelledCondition {
    let mut made = SpelledCondition { engine_text: String::new(), reads: Vec::new() };
    let mut rest = text;
    let mut after_dot = false;
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            '\'' | '"' => quoted(rest, letter),
            _ if letter.is_ascii_alphabetic() || letter == '_' => {
                rest.find(|it: char| !is_name(it)).unwrap_or(rest.len())
            }
            _ if letter.is_ascii_digit() => {
                rest.find(|it: char| !is_name(it)).unwrap_or(rest.len())
            }
            _ => letter.len_utf8(),
        };
        let (token, behind) = rest.split_at(length);
        if !after_dot && names.roots().any(|root| root == token) {
            made.engine_text.push_str("state.");
            made.note(token, behind);
        }
        made.engine_text.push_str(token);
        after_dot = token == "." || (after_dot && token.trim().is_empty());
        rest = behind;
    }
    made
}

impl SpelledCondition {
    fn note(&mut self, root: &str, behind: &str) {
        let name = behind.strip_prefix('.').unwrap_or("");
        let end = name.find(|it: char| !is_name(it)).unwrap_or(name.len());
        let name = name.get(..end).unwrap_or("").to_owned();
        let read = NameRead { root: root.to_owned(), name };
        if !self.reads.contains(&read) {
            self.reads.push(read);
        }
    }
}

fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// The bytes of a string literal, its quotes among them.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return at + letter.len_utf8(),
            _ => {}
        }
    }
    text.len()
}
