//! Numbers of provisions with their subdivisions: `40(1)(a)(ii)`, `3.2.1`, `8.10.1(2)(b)`.

use serde::Serialize;

use super::ProvisionUnit;

/// A provision: its number and subdivisions, outermost first, in small letters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProvisionRange {
    /// As in `["40", "1", "a", "ii"]`.
    pub from: Vec<String>,
    /// The last provision of a range; the same as `from` where there is one alone.
    pub to: Vec<String>,
}

impl ProvisionRange {
    /// Whether it names more than one provision.
    pub fn is_range(&self) -> bool {
        self.from != self.to
    }
}

/// Subdivisions of one provision.
const DEEPEST: usize = 8;

/// Bytes of one step.
const LONGEST: usize = 12;

/// The path that a text begins with, and its length.
pub(super) fn path(text: &str, unit: ProvisionUnit) -> Option<(ProvisionRange, usize)> {
    let (first, mut at) = head(text, unit)?;
    let mut steps = Vec::new();
    if !first.is_empty() {
        steps.push(first);
    }
    while steps.len() < DEEPEST
        && let Some((step, len)) = subdivision(&text[at..], steps.is_empty())
    {
        steps.push(step);
        at += len;
    }
    let ends = !text[at..].starts_with(|c: char| c.is_alphanumeric());
    let path = ProvisionRange { to: steps.clone(), from: steps };
    (ends && !path.from.is_empty()).then_some((path, at))
}

/// The number itself: digits with points, and a letter or two; Roman or a capital letter for
/// larger units. Nothing where the path begins with a bracket.
fn head(text: &str, unit: ProvisionUnit) -> Option<(String, usize)> {
    let bytes = text.as_bytes();
    if bytes.first() == Some(&b'(') {
        return Some((String::new(), 0));
    }
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    if !digit(0) {
        return counted(text, unit);
    }
    let mut len = 0;
    while len < LONGEST && (digit(len) || joins_digits(bytes, len)) {
        len += 1;
    }
    // `12A`, `9bis`; French writes `40(1)a)` and plain words are set off by a space.
    let letters = text[len..]
        .bytes()
        .take(4)
        .take_while(u8::is_ascii_alphabetic)
        .count();
    let suffix = &text[len..len + letters];
    let capital = letters <= 2 && suffix.bytes().all(|byte| byte.is_ascii_uppercase());
    if capital
        || matches!(suffix, "bis" | "ter" | "a" | "b")
            && !text[len + letters..].starts_with(')')
    {
        len += letters;
    }
    let number = text[..len].to_lowercase();
    let ordinal = text[len..].chars().next().filter(|c| matches!(c, 'º' | '°' | 'ª'));
    Some((number, len + ordinal.map_or(0, char::len_utf8)))
}

/// A point or a hyphen that has digits on both sides: `25.1`, and California's `1234-5` not.
fn joins_digits(bytes: &[u8], at: usize) -> bool {
    bytes[at..].first() == Some(&b'.')
        && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
        && at
            .checked_sub(1)
            .and_then(|at| bytes.get(at))
            .is_some_and(u8::is_ascii_digit)
}

/// `Part IV`, `Schedule A`, `inciso II`, `alínea a`.
fn counted(text: &str, unit: ProvisionUnit) -> Option<(String, usize)> {
    let lettered = matches!(
        unit,
        ProvisionUnit::Part
            | ProvisionUnit::Chapter
            | ProvisionUnit::Schedule
            | ProvisionUnit::Item
            | ProvisionUnit::Paragraph
            | ProvisionUnit::Article
    );
    let len = text.bytes().take(LONGEST).take_while(u8::is_ascii_alphabetic).count();
    let word = &text[..len];
    let roman = 0 < len && word.bytes().all(|byte| b"IVXLC".contains(&byte));
    let capital = len == 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    // `alínea a` and `alinéa a)`.
    let small = len == 1 && unit == ProvisionUnit::Item;
    let whole = !text[len..].starts_with(char::is_alphanumeric);
    let close = usize::from(small && text[len..].starts_with(')'));
    (lettered && whole && (roman || capital || small))
        .then(|| (word.to_lowercase(), len + close))
}

/// `(1)`, `(a)`, `(2.1)`, and after a number French `a)`; a space may come before a bracket.
fn subdivision(text: &str, is_first: bool) -> Option<(String, usize)> {
    let space = usize::from(!is_first && text.starts_with(" ("));
    let rest = &text[space..];
    let open = usize::from(rest.starts_with('('));
    if open == 0 && is_first {
        return None;
    }
    let inner = rest[open..]
        .bytes()
        .take(LONGEST)
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'.')
        .count();
    let step = &rest[open..open + inner];
    let closed = rest[open + inner..].starts_with(')');
    let short = step.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && step.len() <= 5
        || step.len() <= 5 && step.bytes().all(|byte| b"ivxlcdm".contains(&byte))
        || step.len() <= 2 && step.bytes().all(|byte| byte.is_ascii_alphabetic())
        || step.len() <= 4 && step.ends_with(|c: char| c.is_ascii_digit());
    // Years in brackets are no subdivisions.
    let year = step.len() == 4 && step.bytes().all(|byte| byte.is_ascii_digit());
    let valid = closed && !step.is_empty() && short && !year && step != ".";
    valid.then(|| (step.to_lowercase(), space + open + inner + 1))
}
