//! Places where a quote stands verbatim.
//!
//! The search is over letters and digits alone; each hit is then compared in full, so that
//! spacing may vary beside punctuation while no symbol is lost.

use std::{iter::Peekable, ops::Range, str::CharIndices};

use memchr::memmem::Finder;

use super::{MOST_PLACES, QuoteLocation, word_edges};
use crate::fold::{FoldedText, starts_cluster};

/// Hits may overlap only while so many have failed: text made to be periodic must not cost more
/// than its length.
const MOST_FAILED: usize = 1000;

/// Every place of a quote, source by source.
pub(super) fn places(quote: &FoldedText<'_>, sources: &[FoldedText<'_>]) -> Vec<QuoteLocation> {
    let mut places = Vec::new();
    for (at, source) in sources.iter().enumerate() {
        let ranges = ranges(quote, source);
        places.extend(ranges.into_iter().map(|range| QuoteLocation {
            source: at,
            ranges: vec![source.source_range(range)],
        }));
    }
    places
}

/// Every place of a quote in one source, as ranges of its folded view.
pub(super) fn ranges(quote: &FoldedText<'_>, source: &FoldedText<'_>) -> Vec<Range<usize>> {
    let (needle, keys) = (quote.keys().text.as_bytes(), source.keys());
    if needle.is_empty() {
        return Vec::new();
    }
    let finder = Finder::new(needle);
    let (mut found, mut failed, mut at) = (Vec::new(), 0, 0);
    while let Some(start) = finder.find(&keys.text.as_bytes()[at..]).map(|hit| at + hit)
        && found.len() < MOST_PLACES
    {
        let end = start + needle.len();
        if let Some(range) = whole(quote, source, keys.folded_range(&(start..end))) {
            found.push(range);
            at = end;
        } else {
            failed += 1;
            at = if failed < MOST_FAILED { start + 1 } else { end };
        }
    }
    found
}

/// The place with the quote's outer symbols, if it is there in full.
fn whole(
    quote: &FoldedText<'_>,
    source: &FoldedText<'_>,
    core: Range<usize>,
) -> Option<Range<usize>> {
    let (text, quoted) = (source.text(), quote.text());
    let inside = |outer: Option<char>| outer.is_some_and(char::is_alphanumeric);
    if inside(text[..core.start].chars().next_back()) || inside(text[core.end..].chars().next())
    {
        return None;
    }
    let first = quoted.find(char::is_alphanumeric)?;
    let tail = quoted.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
    let start = before(&quoted[..first], text, core.start)?;
    let end = core.end + after(&quoted[tail..], &text[core.end..])?;
    // A mark is not cut from its letter.
    let joins = |at: usize| text[at..].chars().next().is_some_and(|c| !starts_cluster(c));
    if joins(start) || joins(end) || word_edges::cuts(quote, source, &(start..end)) {
        return None;
    }
    let inner =
        FoldedTextCursor::over(quote, first..tail).equals(FoldedTextCursor::over(source, core));
    inner.then_some(start..end)
}

/// Where the quote's opening symbols begin in the source, which must have them too.
fn before(symbols: &str, text: &str, core: usize) -> Option<usize> {
    let mut at = core;
    for symbol in symbols.chars().rev().filter(|c| *c != ' ') {
        at = text[..at].trim_end_matches(' ').strip_suffix(symbol)?.len();
    }
    Some(at)
}

/// How far the quote's closing symbols reach in the source, which must have them too.
fn after(symbols: &str, text: &str) -> Option<usize> {
    let mut rest = text;
    for symbol in symbols.chars().filter(|c| *c != ' ') {
        rest = rest.trim_start_matches(' ').strip_prefix(symbol)?;
    }
    Some(text.len() - rest.len())
}

/// A walk over folded text that passes over what does not count: a space beside a symbol, the
/// second of two dashes. A space within a list of numbers counts: `10, 200` is not `10,200`.
struct FoldedTextCursor<'a> {
    folded: &'a FoldedText<'a>,
    start: usize,
    end: usize,
    chars: Peekable<CharIndices<'a>>,
    last: char,
    /// The one before the last.
    before: char,
}

impl<'a> FoldedTextCursor<'a> {
    fn over(folded: &'a FoldedText<'_>, range: Range<usize>) -> Self {
        Self {
            folded,
            start: range.start,
            end: range.end,
            chars: folded.text()[range].char_indices().peekable(),
            last: ' ',
            before: ' ',
        }
    }

    fn equals(mut self, mut other: FoldedTextCursor<'_>) -> bool {
        loop {
            let (here, there) = (self.peek(), other.peek());
            if here == there {
                if here.is_none() {
                    return true;
                }
                self.advance();
                other.advance();
            } else if here == Some('-') && other.is_joined() {
                self.advance();
            } else if there == Some('-') && self.is_joined() {
                other.advance();
            } else {
                return false;
            }
        }
    }

    fn peek(&mut self) -> Option<char> {
        while let Some((at, c)) = self.chars.peek().copied() {
            let rest = &self.folded.text()[self.start + at + c.len_utf8()..self.end];
            let listed = self.before.is_ascii_digit()
                && matches!(self.last, '.' | ',' | ':')
                && rest.starts_with(|next: char| next.is_ascii_digit());
            let beside_symbol = !self.last.is_alphanumeric()
                || rest.starts_with(|next: char| !next.is_alphanumeric());
            let skipped = match c {
                ' ' => beside_symbol && !listed,
                '-' => self.last == '-',
                _ => false,
            };
            if !skipped {
                return Some(c);
            }
            self.chars.next();
        }
        None
    }

    fn advance(&mut self) {
        if let Some((_, c)) = self.chars.next() {
            self.before = std::mem::replace(&mut self.last, c);
        }
    }

    /// Whether a hyphen was taken out at this place.
    fn is_joined(&mut self) -> bool {
        let at = self.chars.peek().map_or(self.end, |(at, _)| self.start + at);
        self.folded.is_joined(at)
    }
}
