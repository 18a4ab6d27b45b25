//! The place that comes closest to a quote: rare words say where to look, a banded alignment says
//! how close it is.

use std::ops::Range;

use super::{QuoteLocation, WordChange, align, critical_words, difference, gaps, word_edges};
use crate::fold::FoldedText;

/// Of a thousand letters of the quote, how many must stand there for a fuzzy match.
pub(super) const FUZZY: usize = 850;

/// As [`FUZZY`], for an alteration.
pub(super) const ALTERED: usize = 700;

/// Words that stand at more places than this say nothing about where to look.
const MOST_STANDINGS: usize = 500;

/// Places looked at more closely, per source.
const MOST_WINDOWS: usize = 4;

/// How close a place is, and what differs there.
#[derive(Debug)]
pub(super) struct FuzzyQuoteMatch {
    pub(super) place: QuoteLocation,
    pub(super) similarity: usize,
    pub(super) difference: Vec<WordChange>,
}

/// The closest place; one in the claimed source goes first if it is close at all.
pub(super) fn nearest(
    quote: &FoldedText<'_>,
    sources: &[FoldedText<'_>],
    claimed: Option<usize>,
) -> Option<FuzzyQuoteMatch> {
    let parts = difference::parts(quote.text());
    if align::MOST_WORDS < parts.len() {
        return None;
    }
    let words: Vec<&str> = parts.iter().map(|part| &quote.text()[part.clone()]).collect();
    let own = claimed.filter(|at| *at < sources.len());
    let in_own = own.and_then(|at| closest(quote, &words, sources, at));
    if in_own.as_ref().is_some_and(|near| FUZZY <= near.similarity) {
        return in_own;
    }
    let others = (0..sources.len()).filter(|at| Some(*at) != own);
    let found = others
        .filter_map(|at| closest(quote, &words, sources, at))
        .chain(in_own);
    // Equally close: the claimed source, which comes last, else the first.
    found.reduce(|best, near| {
        let better = best.similarity < near.similarity
            || best.similarity == near.similarity && Some(near.place.source) == own;
        if better { near } else { best }
    })
}

fn closest(
    quote: &FoldedText<'_>,
    words: &[&str],
    sources: &[FoldedText<'_>],
    at: usize,
) -> Option<FuzzyQuoteMatch> {
    let source = &sources[at];
    let windows = windows(words, source);
    let near = windows
        .into_iter()
        .filter_map(|window| within(quote, words, source, window));
    let best = near.reduce(|best, near| if best.1 < near.1 { near } else { best })?;
    let (range, similarity, difference) = best;
    let place = QuoteLocation {
        source: at,
        ranges: vec![source.source_range(range)],
    };
    Some(FuzzyQuoteMatch { place, similarity, difference })
}

/// Stretches of the folded view in which several of the quote's rarer words stand as far apart
/// as they do in the quote.
fn windows(parts: &[&str], source: &FoldedText<'_>) -> Vec<Range<usize>> {
    let words: Vec<&str> = parts
        .iter()
        .copied()
        .filter(|part| part.starts_with(char::is_alphanumeric))
        .collect();
    let index = source.words();
    let slack = align::slack(words.len());
    let starts = starts(&words, source);
    let needed = (words.len() / 5).max(1);
    // A count of starts that lie close together, for each of them.
    let mut scored: Vec<(usize, usize)> = Vec::new();
    for (low, start) in starts.iter().enumerate() {
        let close = starts[low..].partition_point(|other| *other <= start + slack);
        scored.push((close, *start));
    }
    scored.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut chosen: Vec<usize> = Vec::new();
    for (count, start) in scored {
        if count < needed || MOST_WINDOWS <= chosen.len() {
            break;
        }
        if chosen.iter().all(|other| slack < other.abs_diff(start)) {
            chosen.push(start);
        }
    }
    let bounds = |start: usize| {
        // Starts are counted from the quote's length, so that none is below zero.
        let first = start.saturating_sub(words.len() + slack).min(index.ranges.len() - 1);
        let last = (start + 2 * slack).min(index.ranges.len()) - 1;
        index.ranges[first].start..index.ranges[last.max(first)].end
    };
    chosen.into_iter().map(bounds).collect()
}

/// Where the quote would begin for each place of each of its words, plus its length; sorted.
fn starts(words: &[&str], source: &FoldedText<'_>) -> Vec<usize> {
    let index = source.words();
    let mut starts = Vec::new();
    for common in [MOST_STANDINGS, usize::MAX] {
        for (at, word) in words.iter().enumerate() {
            let places = index.places(word);
            if places.len() <= common {
                let first = places.iter().take(MOST_STANDINGS);
                starts.extend(first.map(|place| place + words.len() - at));
            }
        }
        if !starts.is_empty() {
            break;
        }
    }
    starts.sort_unstable();
    starts
}

/// The closest stretch of a window, how close it is and what differs.
fn within(
    quote: &FoldedText<'_>,
    words: &[&str],
    source: &FoldedText<'_>,
    window: Range<usize>,
) -> Option<(Range<usize>, usize, Vec<WordChange>)> {
    let text = &source.text()[window.clone()];
    let ranges = difference::parts(text);
    let parts: Vec<&str> = ranges.iter().map(|part| &text[part.clone()]).collect();
    let found = align::align(words, &parts)?;
    let total: usize = words.iter().map(|word| align::weight(word)).sum();
    let similarity = 1000 - (1000 * found.cost).div_ceil(total.max(1)).min(1000);
    let mut touched = found.steps.iter().filter_map(align::AlignmentStep::source);
    let first = touched.next()?;
    let last = touched.next_back().unwrap_or(first);
    let inner = window.start + ranges[first].start..window.start + ranges[last].end;
    let mut changes = difference::runs(&found.steps, &parts, words);
    let range = word_edges::whole_numbers(source.text(), quote.text(), inner.clone());
    changes.extend(cut_off(source, &inner));
    let beside = |at: Option<usize>| at.and_then(|at| parts.get(at)).copied();
    if let Some(word) = made_up_beside(found.steps.first(), beside(first.checked_sub(1))) {
        changes.insert(0, removed(word));
    }
    if let Some(word) = made_up_beside(found.steps.last(), beside(Some(last + 1))) {
        changes.push(removed(word));
    }
    if range.start < inner.start {
        changes.insert(0, removed(&source.text()[range.start..inner.start]));
    }
    if inner.end < range.end {
        changes.push(removed(&source.text()[inner.end..range.end]));
    }
    Some((range, similarity, changes))
}

/// Negations that the place cuts off.
fn cut_off(source: &FoldedText<'_>, range: &Range<usize>) -> Vec<WordChange> {
    let hidden = gaps::cut_off(source.text(), range);
    hidden
        .into_iter()
        .map(|hidden| WordChange::Removed(hidden.word))
        .collect()
}

/// The critical word of the source beside an edge where the quote has something of its own, were
/// it only a full stop: that word was left out.
fn made_up_beside<'a>(
    edge: Option<&align::AlignmentStep>,
    beside: Option<&'a str>,
) -> Option<&'a str> {
    let own = matches!(edge, Some(align::AlignmentStep::Added { .. }));
    beside.filter(|word| own && critical_words::is_critical(word))
}

fn removed(text: &str) -> WordChange {
    WordChange::Removed(text.trim().to_owned())
}
