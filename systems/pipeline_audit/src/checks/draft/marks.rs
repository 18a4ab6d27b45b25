//! Marks in a draft that name its sources: `[1]`, `[2, 3]`, `[hit#1]`, `[Fonte 2]`, `【1†source】`,
//! `(source 1)`, and ids of sources in brackets.
//!
//! Not marks: years of reports (`[1999] 2 SCR 817`), paragraphs (`at para [45]`), words left out
//! (`[…]`), titles of links.

use std::{collections::HashMap, ops::Range};

use crate::audit::AuditedHit;

/// Bytes within brackets that may name sources.
const LONGEST: usize = 80;
/// Names in one mark; a range counts as all that it spans.
const MOST_NAMES: usize = 64;
/// From here on a bare number is a year or a page.
const FIRST_YEAR: usize = 1000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    /// Its bytes, brackets included.
    pub(super) range: Range<usize>,
    /// The sources that it names, by index.
    pub(super) hits: Vec<usize>,
    /// What it names that is no source.
    pub(super) unknown: Vec<String>,
}

/// How sources may be named.
#[derive(Debug)]
pub(super) struct SourceNaming<'a> {
    count: usize,
    ids: HashMap<&'a str, usize>,
    shapes: Vec<String>,
    /// Whether marks count from 0.
    from_zero: bool,
}

impl<'a> SourceNaming<'a> {
    /// How the sources of a draft are named. Marks count from 0 if one is `[0]` and none is one
    /// too many for that.
    pub(super) fn of(hits: &'a [AuditedHit], texts: &[&str]) -> Self {
        let id = |(at, hit): (usize, &'a AuditedHit)| Some((hit.id.as_deref()?.trim(), at));
        let ids: HashMap<&str, usize> = hits.iter().enumerate().rev().filter_map(id).collect();
        let mut shapes: Vec<String> = ids.keys().map(|id| shape(id)).collect();
        shapes.sort_unstable();
        shapes.dedup();
        let last = format!("[{}]", hits.len());
        let has = |mark: &str| texts.iter().any(|text| text.contains(mark));
        let from_zero = has("[0]") && !has(&last);
        Self { count: hits.len(), ids, shapes, from_zero }
    }

    /// The index of a source by its number, as marks count.
    fn numbered(&self, number: usize) -> Option<usize> {
        let index = if self.from_zero { number } else { number.checked_sub(1)? };
        (index < self.count).then_some(index)
    }
}

/// The marks of a text, in order. Linear in its length.
pub(super) fn marks(text: &str, naming: &SourceNaming<'_>) -> Vec<Mark> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut paragraph = 0;
    while let Some(open) = text[at..].find(['[', '【', '(']).map(|offset| at + offset) {
        let (inner, close) = brackets(text, open);
        at = inner;
        let Some(close) = close else { continue };
        let end = close + closing(text, close);
        if is_paragraph(text, open, paragraph) {
            paragraph = end;
        } else if let Some(mark) = mark(text, open..end, inner..close, naming) {
            found.push(mark);
            at = end;
        }
    }
    found
}

/// Where the inside of a bracket begins, and where it ends if that is near.
fn brackets(text: &str, open: usize) -> (usize, Option<usize>) {
    let (inner, end) = match text.as_bytes()[open] {
        b'[' => (open + 1, ']'),
        b'(' => (open + 1, ')'),
        _ => (open + '【'.len_utf8(), '】'),
    };
    let reach = text.floor_char_boundary((inner + LONGEST).min(text.len()));
    (inner, text[inner..reach].find(end).map(|offset| inner + offset))
}

fn closing(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}

fn mark(
    text: &str,
    range: Range<usize>,
    inner: Range<usize>,
    naming: &SourceNaming<'_>,
) -> Option<Mark> {
    let within = text[inner].trim();
    let round = text[range.start..].starts_with('(');
    let within = within.split('†').next().unwrap_or(within);
    if within.is_empty() {
        return None;
    }
    let mut mark = Mark { range, hits: Vec::new(), unknown: Vec::new() };
    let mut word = None;
    for part in within.split([',', ';', '&']) {
        let (said, named) = named(part.trim(), word, round, naming)?;
        word = said.or(word);
        for (name, hit) in named {
            match hit {
                Some(hit) => mark.hits.push(hit),
                None => mark.unknown.push(name),
            }
        }
        if MOST_NAMES < mark.hits.len() + mark.unknown.len() {
            return None;
        }
    }
    Some(mark)
}

/// Whether a number in brackets here is one of a paragraph: `at para [45]`, and `and [46]` right
/// after such a one, which ended at `before`.
fn is_paragraph(text: &str, open: usize, before: usize) -> bool {
    if !text[open..].starts_with('[') {
        return false;
    }
    let gap = text.get(before..open).unwrap_or_default().trim_matches([' ', ',']);
    if 0 < before && (matches!(gap, "" | "-" | "–") || JOINING.contains(gap)) {
        return true;
    }
    let end = text[..open].trim_end_matches([' ', '.', '\u{a0}']);
    let letters = end
        .chars()
        .rev()
        .take(12)
        .take_while(|c| c.is_alphabetic() || *c == '¶');
    let word: String = letters.collect::<Vec<_>>().into_iter().rev().collect();
    word == "¶" || PARAGRAPH_WORDS.contains(&word.to_lowercase())
}

type MarkedSources<'t> = (Option<&'t str>, Vec<(String, Option<usize>)>);

/// What one part of a mark names; none if it is no name of a source. `word` is the word that an
/// earlier part had, as in `Sources 1, 2`.
fn named<'t>(
    part: &'t str,
    word: Option<&'t str>,
    round: bool,
    naming: &SourceNaming<'_>,
) -> Option<MarkedSources<'t>> {
    if let Some(hit) = naming.ids.get(part).filter(|_| !round) {
        return Some((None, vec![(part.to_owned(), Some(*hit))]));
    }
    if !part.contains(' ') && !part.starts_with(|c: char| c.is_ascii_digit()) {
        // What looks like an id is one, even if `src` is a word for a source.
        if let Some(named) = shaped(part, round, naming) {
            return Some(named);
        }
    }
    let digits = part.find(|c: char| c.is_ascii_digit())?;
    let head = part[..digits].trim_end_matches([' ', '#', '\u{a0}', ':', '-', '_', '^']);
    let said = (!head.is_empty()).then_some(head);
    let bare = said.or(word).is_none();
    if said.is_some_and(|head| !is_source_word(head)) || bare && round {
        return shaped(part, round, naming);
    }
    let Some((first, last)) = numbers(&part[digits..]) else {
        return shaped(part, round, naming);
    };
    if bare && FIRST_YEAR <= last && naming.count < last {
        return None;
    }
    let all = (first..=last).take(MOST_NAMES);
    let name = |number: usize| (number.to_string(), naming.numbered(number));
    Some((said, all.map(name).collect()))
}

/// A name that has the shape of an id and is none.
fn shaped<'t>(
    part: &'t str,
    round: bool,
    naming: &SourceNaming<'_>,
) -> Option<MarkedSources<'t>> {
    let like = !round
        && part.bytes().any(|byte| byte.is_ascii_digit())
        && naming.shapes.binary_search(&shape(part)).is_ok();
    like.then(|| (None, vec![(part.to_owned(), None)]))
}

/// `3`, `3-5`, `3–5`.
fn numbers(text: &str) -> Option<(usize, usize)> {
    let mut ends = text.splitn(2, ['-', '–']).map(str::trim);
    let number = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        if digits {
            text.parse::<usize>().ok().filter(|number| *number < 1_000_000)
        } else {
            None
        }
    };
    let first = number(ends.next()?)?;
    let last = ends.next().map_or(Some(first), number)?;
    (first <= last && last - first < MOST_NAMES).then_some((first, last))
}

/// Words before the number of a source.
fn is_source_word(word: &str) -> bool {
    word.len() <= 12 && SOURCE_WORDS.contains(&word.to_lowercase())
}

jurat_text::word_lists! {
    "source_marks" [en, pt, fr];
    static PARAGRAPH_WORDS;
    /// Between the numbers of paragraphs.
    static JOINING;
    static SOURCE_WORDS;
}

/// An id by its form: runs of letters and of digits are alike.
fn shape(id: &str) -> String {
    let mut shape = String::new();
    for c in id.chars().take(LONGEST) {
        let form = match c {
            _ if c.is_ascii_digit() => '9',
            _ if c.is_alphabetic() => 'a',
            other => other,
        };
        if !(shape.ends_with(form) && matches!(form, '9' | 'a')) {
            shape.push(form);
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::{SourceNaming, marks};
    use crate::audit::AuditedHit;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &[usize], &[&str])]) {
        let hit = |id: &str| AuditedHit { id: Some(id.to_owned()), ..AuditedHit::default() };
        let hits = [hit("cdc-49"), hit("cdc-50"), hit("lgpd-7")];
        let found = marks(text, &SourceNaming::of(&hits, &[text]));
        let found: Vec<(&str, &[usize], Vec<&str>)> = found
            .iter()
            .map(|mark| {
                let unknown = mark.unknown.iter().map(String::as_str).collect();
                (&text[mark.range.clone()], mark.hits.as_slice(), unknown)
            })
            .collect();
        let expected: Vec<(&str, &[usize], Vec<&str>)> = expected
            .iter()
            .map(|(text, hits, no)| (*text, *hits, no.to_vec()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn marks_name_sources() {
        check("So it is [1]. And [2, 3].", &[("[1]", &[0], &[]), ("[2, 3]", &[1, 2], &[])]);
        check(
            "É assim [Fonte 2] (hit#3).",
            &[("[Fonte 2]", &[1], &[]), ("(hit#3)", &[2], &[])],
        );
        check(
            "x【1†source】 [1-3]",
            &[("【1†source】", &[0], &[]), ("[1-3]", &[0, 1, 2], &[])],
        );
        check("As said [cdc-50].", &[("[cdc-50]", &[1], &[])]);
        check("Counted [0] from nought [2].", &[("[0]", &[0], &[]), ("[2]", &[2], &[])]);
    }

    #[test]
    fn marks_of_no_source_are_unknown() {
        check("So [4] and [cdc-94].", &[("[4]", &[], &["4"]), ("[cdc-94]", &[], &["cdc-94"])]);
        check("[Source 9]", &[("[Source 9]", &[], &["9"])]);
    }

    #[test]
    fn other_brackets_are_no_marks() {
        check(
            "[1999] 2 SCR 817 at paras [45] and [46], [sic] […] [the law](https://a.example)",
            &[],
        );
        check("(2019) 5 days (a) (1) s. 25(1) [a] []", &[]);
        check("[ ( 【", &[]);
    }
}
