//! Provisions as they are written: `s 40(1)(a)`, `subsections 25(1) and 25.1(1)`, `art. 40(1)a)`.

use std::ops::Range;

use super::cursor::{before, byte, closes, digits, gap, gap_back, opens, word_start, words};

/// The most provisions that one list may name.
const MOST: usize = 48;

/// Words before the number of a section, rule or article; `true` for those written out.
const WORDS: &[(&str, bool)] = &[
    ("section", true),
    ("sections", true),
    ("subsection", true),
    ("subsections", true),
    ("paragraph", true),
    ("paragraphs", true),
    ("subparagraph", true),
    ("subparagraphs", true),
    ("clause", true),
    ("clauses", true),
    ("rule", true),
    ("rules", true),
    ("subrule", true),
    ("subrules", true),
    ("article", true),
    ("articles", true),
    ("regulation", true),
    ("regulations", true),
    ("paragraphe", true),
    ("paragraphes", true),
    ("alinéa", true),
    ("alinéas", true),
    ("sous-alinéa", true),
    ("sous-alinéas", true),
    ("règle", true),
    ("règles", true),
    ("s", false),
    ("ss", false),
    ("sec", false),
    ("secs", false),
    ("art", false),
    ("arts", false),
    ("r", false),
    ("rr", false),
    ("cl", false),
];
const JOINS: &[&str] = &["and", "or", "to", "et", "ou", "à", "through"];

/// One provision of a list.
#[derive(Debug, Clone)]
pub(super) struct ListedProvision {
    /// The bytes of the section's number, without subdivisions; none where only they are given.
    pub(super) section: Option<Range<usize>>,
    /// Where it ends, subdivisions included.
    pub(super) end: usize,
    /// `25(1)`: with English brackets.
    pub(super) normal: String,
}

/// A list of provisions.
#[derive(Debug, Clone)]
pub(super) struct CitedProvisionList {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) items: Vec<ListedProvision>,
    /// The first word is written out.
    pub(super) in_full: bool,
}

/// The provisions whose first number begins at `at`, which a provision word or § must precede.
pub(super) fn around(text: &[u8], at: usize) -> Option<CitedProvisionList> {
    let (start, in_full) = word_before(text, at)?;
    list(text, start, at, in_full)
}

/// The provisions that begin with a provision word at `at`.
pub(super) fn from(text: &[u8], at: usize) -> Option<CitedProvisionList> {
    let (number, in_full) = word_at(text, at)?;
    byte(text, number)
        .is_ascii_digit()
        .then(|| list(text, at, number, in_full))?
}

fn list(text: &[u8], start: usize, number: usize, in_full: bool) -> Option<CitedProvisionList> {
    let (mut item, mut end) = item(text, number, "")?;
    let mut items: Vec<ListedProvision> = Vec::new();
    loop {
        let base = base(&item.normal).to_owned();
        items.push(item);
        let next = (items.len() < MOST)
            .then(|| next_item(text, end))
            .flatten()
            .and_then(|at| self::item(text, at, &base));
        let Some((further, further_end)) = next else { break };
        (item, end) = (further, further_end);
    }
    Some(CitedProvisionList { start, end, items, in_full })
}

fn base(normal: &str) -> &str {
    normal.split('(').next().unwrap_or(normal)
}

/// A section with its subdivisions, or subdivisions alone of the section `base`.
fn item(text: &[u8], at: usize, base: &str) -> Option<(ListedProvision, usize)> {
    let number = section_number(text, at);
    let mut normal = match &number {
        Some(range) => words(text, range.start, range.end).to_owned(),
        None => base.to_owned(),
    };
    let from = number.as_ref().map_or(at, |range| range.end);
    let end = subdivisions(text, from, &mut normal);
    if number.is_none() && (end == from || base.is_empty()) {
        return None;
    }
    closes(text, end).then_some((ListedProvision { section: number, end, normal }, end))
}

/// `320.14`, `39B`, `25.1`.
fn section_number(text: &[u8], at: usize) -> Option<Range<usize>> {
    let mut end = digits(text, at);
    if end == at || 6 < end - at {
        return None;
    }
    while byte(text, end) == b'.' && byte(text, end + 1).is_ascii_digit() {
        end = digits(text, end + 1);
    }
    if byte(text, end).is_ascii_uppercase() && !byte(text, end + 1).is_ascii_alphanumeric() {
        end += 1;
    }
    Some(at..end)
}

/// `(1)(a)(ii)` and the French `(1)a)`; adds them to `normal` and returns where they end.
pub(super) fn subdivisions(text: &[u8], at: usize, normal: &mut String) -> usize {
    let mut here = at;
    loop {
        let open = usize::from(byte(text, here) == b'(');
        let inner = here + open;
        let rest = text.get(inner..).unwrap_or_default();
        let length = rest
            .iter()
            .take(7)
            .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'.')
            .count();
        let bare = open == 0 && (3 < length || !byte(text, inner).is_ascii_lowercase());
        if length == 0 || bare || byte(text, inner + length) != b')' {
            return here;
        }
        // Letters in brackets are short; a word in brackets is a remark.
        let letters = rest
            .iter()
            .take(length)
            .filter(|byte| byte.is_ascii_alphabetic())
            .count();
        if 5 < letters {
            return here;
        }
        normal.push('(');
        normal.push_str(words(text, inner, inner + length));
        normal.push(')');
        here = inner + length + 1;
    }
}

/// Where the next item of a list begins: after a comma, a joining word or a dash, and after the
/// provision word where it is repeated.
fn next_item(text: &[u8], end: usize) -> Option<usize> {
    let dash = match text.get(end..)? {
        [b'-', next, ..] if next.is_ascii_digit() => Some(end + 1),
        [0xE2, 0x80, 0x93 | 0x94, next, ..] if next.is_ascii_digit() => Some(end + 3),
        _ => None,
    };
    if dash.is_some() {
        return dash;
    }
    let comma = byte(text, end) == b',';
    let mut here = gap(text, end + usize::from(comma))?;
    let joined = joint(text, here);
    if let Some(after) = joined {
        here = after;
        if text.get(here..).is_some_and(|rest| rest.starts_with(b"any of ")) {
            here += 7;
        }
    }
    if !comma && joined.is_none() {
        return None;
    }
    if let Some((number, _)) = word_at(text, here) {
        here = number;
    }
    let first = byte(text, here);
    (first.is_ascii_digit() || first == b'(').then_some(here)
}

fn joint(text: &[u8], at: usize) -> Option<usize> {
    JOINS.iter().find_map(|join| {
        let rest = text.get(at..)?;
        rest.starts_with(join.as_bytes())
            .then(|| gap(text, at + join.len()))?
    })
}

/// The provision word that begins at `at`: where its number is, and whether it is written out.
fn word_at(text: &[u8], at: usize) -> Option<(usize, bool)> {
    if let Some(after) = sections(text, at) {
        return Some((super::cursor::gap_or_none(text, after), false));
    }
    if !opens(text, at) {
        return None;
    }
    let rest = text.get(at..)?;
    let length = rest
        .iter()
        .take(14)
        .take_while(|byte| byte.is_ascii_alphabetic() || 0x80 <= **byte || **byte == b'-')
        .count();
    let full = known(words(text, at, at + length))?;
    let dot = usize::from(byte(text, at + length) == b'.');
    let after = at + length + dot;
    // `s.40` needs no space after its point.
    let number =
        if dot == 1 { super::cursor::gap_or_none(text, after) } else { gap(text, after)? };
    Some((number, full))
}

fn sections(text: &[u8], at: usize) -> Option<usize> {
    let mut here = at;
    while text.get(here..).is_some_and(|rest| rest.starts_with(b"\xC2\xA7")) && here < at + 4 {
        here += 2;
    }
    (at < here).then_some(here)
}

/// The provision word before a number: where it begins, and whether it is written out.
fn word_before(text: &[u8], at: usize) -> Option<(usize, bool)> {
    let end = gap_back(text, at);
    if let Some(start) = sections_before(text, end) {
        return Some((start, false));
    }
    let start = word_start(text, end);
    let word = words(text, start, end);
    let bare = word.strip_suffix('.').unwrap_or(word);
    if end == at && bare.len() == word.len() {
        return None;
    }
    // `l’article`, `d’alinéa`: the article is no part of the citation.
    let bare = match bare.rsplit_once(['\'', '’']) {
        Some((_, noun)) => noun,
        None => bare,
    };
    let full = known(bare)?;
    let dot = usize::from(word.ends_with('.'));
    let begins = end - dot - bare.len();
    // `sous-alinéa` and `sub-section` reach over their hyphen.
    let hyphened = before(text, begins) == b'-';
    (!hyphened || bare == "alinéa" || bare == "alinéas")
        .then(|| (if hyphened { begins.saturating_sub(5) } else { begins }, full))
}

fn sections_before(text: &[u8], end: usize) -> Option<usize> {
    let mut start = end;
    while text.get(..start).is_some_and(|rest| rest.ends_with(b"\xC2\xA7")) && end < start + 4 {
        start -= 2;
    }
    (start < end).then_some(start)
}

/// Whether a word is a provision word, written out or short. A capital may begin it.
fn known(word: &str) -> Option<bool> {
    if 14 < word.len() || word.is_empty() {
        return None;
    }
    let first = word.as_bytes()[0];
    if !first.is_ascii_alphabetic() {
        return None;
    }
    let mut lower = word.to_owned();
    lower.get_mut(..1)?.make_ascii_lowercase();
    // Short words with a capital are names: `R v Smith`, `S 5`.
    if lower.len() < 3 && first.is_ascii_uppercase() {
        return None;
    }
    WORDS.iter().find(|(known, _)| *known == lower).map(|(_, full)| *full)
}
