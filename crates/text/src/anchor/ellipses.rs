//! Quotes that say where they leave something out.

use std::ops::Range;

use super::{MOST_PLACES, QuoteLocation, StitchedFragment, exact_match, is_critical};
use crate::fold::{FoldedText, words};

/// A piece with fewer characters could be stuck on anywhere.
const SHORTEST: usize = 4;

/// More pieces than this is no quote.
const MOST: usize = 64;

/// A quote without the white space, ellipses and paired quotation marks around it.
pub(super) fn trimmed(quote: &str) -> &str {
    let mut quote = without_ellipses(quote);
    for (open, close) in [('"', '"'), ('“', '”'), ('«', '»'), ('‘', '’'), ('\'', '\'')]
    {
        let inner = quote.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        if let Some(inner) = inner
            && !inner.contains([open, close])
        {
            quote = without_ellipses(inner);
        }
    }
    quote
}

fn without_ellipses(mut quote: &str) -> &str {
    loop {
        let before = quote.len();
        quote = quote.trim();
        for mark in ["[…]", "[...]", "(…)", "(...)", "…", "..."] {
            quote = quote.strip_prefix(mark).unwrap_or(quote);
        }
        for mark in ["[…]", "[...]", "(…)", "(...)", "…"] {
            quote = quote.strip_suffix(mark).unwrap_or(quote);
        }
        if quote.len() == before {
            return quote;
        }
    }
}

/// The pieces of a quote, cut at ellipses with space around, each with the byte it begins at.
pub(super) fn quoted_pieces(quote: &str) -> Vec<(usize, FoldedText<'_>)> {
    let marked = |word: &str| {
        let bare = word.trim_matches(|c| matches!(c, '[' | ']' | '(' | ')'));
        matches!(bare, "…" | "..." | "....")
    };
    let (mut pieces, mut start, mut at) = (Vec::new(), 0, 0);
    for word in quote.split_inclusive(char::is_whitespace) {
        let end = at + word.len();
        if marked(word.trim()) && pieces.len() + 1 < MOST {
            pieces.push(start..at);
            start = end;
        }
        at = end;
    }
    pieces.push(start..quote.len());
    let filled = pieces
        .into_iter()
        .filter(|piece| !quote[piece.clone()].trim().is_empty());
    filled
        .map(|piece| (piece.start, FoldedText::new(&quote[piece])))
        .collect()
}

/// Whether a piece could be stuck on anywhere: a few letters, or a critical word or two such as
/// `must not`, which every page has and which turn the pieces beside them.
pub(super) fn is_too_short(piece: &FoldedText<'_>) -> bool {
    let text = piece.text();
    text.chars().count() < SHORTEST
        || words(text).nth(2).is_none() && words(text).all(|word| is_critical(&text[word]))
}

/// Every way in which the pieces stand in order in one source.
pub(super) fn places(
    pieces: &[(usize, FoldedText<'_>)],
    sources: &[FoldedText<'_>],
) -> Vec<QuoteLocation> {
    let mut places = Vec::new();
    for (at, source) in sources.iter().enumerate() {
        let hits: Vec<_> = pieces
            .iter()
            .map(|(_, piece)| exact_match::ranges(piece, source))
            .collect();
        let mut from = 0;
        while let Some(chain) = chain(&hits, from)
            && places.len() < MOST_PLACES
        {
            from = chain.last().map_or(usize::MAX, |range| range.end);
            let ranges = chain.into_iter().map(|range| source.source_range(range)).collect();
            places.push(QuoteLocation { source: at, ranges });
        }
    }
    places
}

/// Where each piece stands by itself, if all of them stand somewhere.
pub(super) fn scattered(
    pieces: &[(usize, FoldedText<'_>)],
    sources: &[FoldedText<'_>],
) -> Option<Vec<StitchedFragment>> {
    let alone = pieces.iter().map(|(at, piece)| {
        let mut places = exact_match::places(piece, sources).into_iter();
        let QuoteLocation { source, ranges } = places.next()?;
        let quote = *at..*at + piece.source().len();
        Some(StitchedFragment { quote, source, range: ranges.into_iter().next()? })
    });
    alone.collect()
}

/// The first chain of hits from a place on, with its gaps as narrow as they can be.
fn chain(hits: &[Vec<Range<usize>>], mut from: usize) -> Option<Vec<Range<usize>>> {
    let mut chain = Vec::with_capacity(hits.len());
    for ranges in hits {
        let next = ranges.get(ranges.partition_point(|range| range.start < from))?;
        from = next.end;
        chain.push(next.clone());
    }
    for at in (0..chain.len().saturating_sub(1)).rev() {
        let limit = chain[at + 1].start;
        let nearer = hits[at].partition_point(|range| range.end <= limit).checked_sub(1)?;
        chain[at] = hits[at][nearer].clone();
    }
    Some(chain)
}
