//! The words of a passage that answer best, with the matching ones marked by byte ranges.

use std::{collections::BTreeSet, ops::Range};

use jurat_model::{ByteSpan, Passage};
use jurat_text::Language;

use super::query::HitSnippet;
use crate::index::TermAnalyser;

/// A snippet has about as many bytes.
const LENGTH: usize = 280;

/// The stretch with the most different terms of the query.
pub(super) fn snippet(
    passage: &Passage,
    terms: &BTreeSet<&str>,
    language: Language,
    analyser: &mut TermAnalyser,
) -> HitSnippet {
    let text = passage.text.as_str();
    let mut matches: Vec<(String, Range<usize>)> = Vec::new();
    analyser.each(text, language, &mut |term, place| {
        if terms.contains(term) {
            matches.push((term.to_owned(), place));
        }
    });
    let window = best(&matches);
    let first = window.first().map_or(0, |(_, place)| place.start);
    let last = window.last().map_or(0, |(_, place)| place.end);
    let (start, end) = widen(text, first, last);
    let mut spans: Vec<ByteSpan> = matches
        .iter()
        .map(|(_, place)| ByteSpan::from(place.clone()))
        .filter(|span| start <= span.start && span.end <= end)
        .map(|span| moved(span, passage.span.start))
        .collect();
    spans.dedup();
    HitSnippet {
        text: text[start..end].to_owned(),
        span: moved(ByteSpan { start, end }, passage.span.start),
        matches: spans,
    }
}

/// The run of matches within one length that has the most different terms; the first of equals.
fn best(matches: &[(String, Range<usize>)]) -> &[(String, Range<usize>)] {
    let (mut best, mut most, mut to) = (0..0, 0, 0);
    for from in 0..matches.len() {
        to = to.max(from);
        while to < matches.len() && matches[to].1.end - matches[from].1.start <= LENGTH {
            to += 1;
        }
        let different: BTreeSet<&str> =
            matches[from..to].iter().map(|(term, _)| term.as_str()).collect();
        if most < different.len() {
            (best, most) = (from..to, different.len());
        }
    }
    &matches[best]
}

/// Grows a stretch to the wanted length and on to the borders of words.
fn widen(text: &str, first: usize, last: usize) -> (usize, usize) {
    let room = LENGTH.saturating_sub(last - first);
    let wanted = first.saturating_sub(room / 3);
    let mut start = text.floor_char_boundary(wanted);
    let mut end = text.floor_char_boundary(last + room - (first - wanted));
    if 0 < start {
        let space = text[start..first].find(char::is_whitespace);
        start = space.map_or(first, |at| text.ceil_char_boundary(start + at + 1));
    }
    if end < text.len() {
        let space = text[last..end].rfind(char::is_whitespace);
        end = space.map_or(last, |at| last + at);
    }
    (start.min(first), end.max(last))
}

const fn moved(span: ByteSpan, by: usize) -> ByteSpan {
    ByteSpan { start: span.start + by, end: span.end + by }
}
