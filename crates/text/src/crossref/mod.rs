//! Cross-references within legal text: `subsections 25(1) and 25.1(1) of this Act`, `l’alinéa
//! 40(1)a)`, `art. 7º, § 1º, II`.
//!
//! A reference is found by its form alone. What it points to is for an index of sections to say.

mod provision_range;
mod provision_units;
mod referenced_law;

use std::ops::Range;

use serde::Serialize;

pub use provision_range::ProvisionRange;
pub use provision_units::ProvisionUnit;
pub use referenced_law::ReferencedLaw;

use provision_range::path;
use provision_units::unit_at;
use referenced_law::tail;

/// A reference to provisions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CrossRef {
    /// From the word or sign that names the unit to the end of the last number.
    pub range: Range<usize>,
    /// What is referred to.
    pub unit: ProvisionUnit,
    /// The provisions, one by one; of a range its first and last.
    pub paths: Vec<ProvisionRange>,
    /// Of which law, if that is said right after.
    pub tail: Option<ReferencedLaw>,
}

/// Provisions named in one reference.
const MOST_PATHS: usize = 64;

/// The cross-references of a text, in order. Linear in its length.
pub fn cross_references(text: &str) -> Vec<CrossRef> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = next_start(text, at) {
        if let Some(reference) = reference(text, start) {
            at = reference.range.end;
            found.push(reference);
        } else {
            at = past_word(text, start);
        }
    }
    found
}

/// The next place where a unit may be named: the head of a word, or a section sign.
fn next_start(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        let byte = bytes[at];
        // The section sign is C2 A7.
        let sign = byte == 0xC2 && bytes.get(at + 1) == Some(&0xA7);
        if sign || provision_units::may_begin(byte) && !follows_letter(text, at) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Whether the place is within a word. `l’article` is two.
fn follows_letter(text: &str, at: usize) -> bool {
    text[..at].chars().next_back().is_some_and(char::is_alphanumeric)
}

fn past_word(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let first = rest.chars().next().map_or(1, char::len_utf8);
    let word = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
    at + word.max(first)
}

fn reference(text: &str, start: usize) -> Option<CrossRef> {
    let (unit, named) = unit_at(&text[start..])?;
    let mut at = start + named;
    at += spaces(&text[at..]);
    let (first, len) = path(&text[at..], unit)?;
    let mut end = at + len;
    let mut paths = vec![first];
    while paths.len() < MOST_PATHS
        && let Some((ranged, next, len)) = following(&text[end..], unit)
    {
        if ranged && let Some(last) = paths.last_mut() {
            last.to = next.from;
        } else {
            paths.push(next);
        }
        end += len;
    }
    Some(CrossRef {
        range: start..end,
        unit,
        paths,
        tail: tail(text, end),
    })
}

/// A further provision of the same reference: whether it ends a range, itself, and its length.
fn following(rest: &str, unit: ProvisionUnit) -> Option<(bool, ProvisionRange, usize)> {
    let (ranged, joined) = joiner(rest)?;
    let mut at = joined + spaces(&rest[joined..]);
    // The unit may be named again: `section 3 or section 4`, `art. 3, § 2`.
    if let Some((again, named)) = unit_at(&rest[at..]) {
        if again != unit || ranged {
            return None;
        }
        at += named + spaces(&rest[at + named..]);
    }
    let (path, len) = path(&rest[at..], unit)?;
    // After a comma a bare number may be anything: `section 5, 30 days`.
    let bare = rest.starts_with(',') && !rest[..at].contains(char::is_alphabetic);
    if bare && !listed(&rest[at + len..]) {
        return None;
    }
    Some((ranged, path, at + len))
}

/// Whether what follows shows that a list of numbers goes on or ends.
fn listed(rest: &str) -> bool {
    let next = rest.trim_start_matches([' ', '\u{a0}']);
    joiner(rest).is_some() || next.is_empty() || next.starts_with(['.', ';', ')', ','])
}

/// What joins two provisions, and whether it makes a range of them.
fn joiner(rest: &str) -> Option<(bool, usize)> {
    let space = spaces(rest);
    let inner = &rest[space..];
    let comma = usize::from(inner.starts_with(','));
    let after = comma + spaces(&inner[comma..]);
    for (word, ranged) in JOINERS {
        if let Some(tail) = inner[after..].strip_prefix(word)
            && (tail.starts_with([' ', '\u{a0}', '\n']))
            && 0 < space + comma
        {
            return Some((*ranged, space + after + word.len()));
        }
    }
    if comma == 1 {
        return Some((false, space + 1));
    }
    let dash = inner.chars().next().filter(|c| matches!(c, '-' | '–' | '—'))?;
    Some((true, space + dash.len_utf8()))
}

const JOINERS: &[(&str, bool)] = &[
    ("and", false),
    ("or", false),
    ("and/or", false),
    ("to", true),
    ("through", true),
    ("et", false),
    ("ou", false),
    ("e", false),
    ("à", true),
    ("a", true),
    ("und", false),
    ("oder", false),
    ("bis", true),
];

/// Bytes of white space at the head, one line break included.
fn spaces(rest: &str) -> usize {
    let chars = rest.chars().take(16);
    chars.take_while(|c| c.is_whitespace()).map(char::len_utf8).sum()
}
