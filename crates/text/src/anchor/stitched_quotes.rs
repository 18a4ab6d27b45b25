//! Quotes stitched together from words that do stand in the sources, but not so.

use std::ops::Range;

use serde::Serialize;

use crate::fold::{FoldedText, words};

/// A part of a quote and where its words come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StitchedFragment {
    /// Bytes of the quote, without white space and quotation marks around it.
    pub quote: Range<usize>,
    /// Which of the sources.
    pub source: usize,
    /// Bytes of that source.
    pub range: Range<usize>,
}

/// A piece has at least so many words: fewer go together by chance.
const FEWEST_WORDS: usize = 4;

/// Of a hundred words of a stitched quote, how many come from pieces.
const COVERED: usize = 80;

/// Places tried for one piece, per source.
const MOST_TRIED: usize = 200;

/// Quotes with more words are not taken apart.
const MOST_WORDS: usize = 2000;

/// The pieces, if they are two or more and make up most of the quote.
pub(super) fn pieces(
    quote: &FoldedText<'_>,
    sources: &[FoldedText<'_>],
) -> Option<Vec<StitchedFragment>> {
    let ranges: Vec<_> = words(quote.text()).take(MOST_WORDS + 1).collect();
    if MOST_WORDS < ranges.len() {
        return None;
    }
    let quoted: Vec<&str> = ranges.iter().map(|range| &quote.text()[range.clone()]).collect();
    let (mut pieces, mut covered, mut at) = (Vec::new(), 0, 0);
    while at + FEWEST_WORDS <= quoted.len() {
        let Some((source, start, len)) = longest(&quoted[at..], sources) else {
            at += 1;
            continue;
        };
        let there = &sources[source].words().ranges;
        let range = there[start].start..there[start + len - 1].end;
        pieces.push(StitchedFragment {
            quote: quote.source_range(ranges[at].start..ranges[at + len - 1].end),
            source,
            range: sources[source].source_range(range),
        });
        covered += len;
        at += len;
    }
    (2 <= pieces.len() && COVERED * quoted.len() <= 100 * covered).then_some(pieces)
}

/// The longest run of words from the front that stands in a source: which, where, how long.
fn longest(quoted: &[&str], sources: &[FoldedText<'_>]) -> Option<(usize, usize, usize)> {
    let mut best: Option<(usize, usize, usize)> = None;
    for (at, source) in sources.iter().enumerate() {
        let index = source.words();
        let rarest = (0..FEWEST_WORDS).min_by_key(|word| index.places(quoted[*word]).len())?;
        let places = index.places(quoted[rarest]).iter().take(MOST_TRIED);
        for start in places.filter_map(|place| place.checked_sub(rarest)) {
            let there = index.ranges[start..]
                .iter()
                .map(|range| &source.text()[range.clone()]);
            let len = there
                .zip(quoted)
                .take_while(|(there, quoted)| there == *quoted)
                .count();
            if FEWEST_WORDS <= len && best.is_none_or(|(_, _, longest)| longest < len) {
                best = Some((at, start, len));
            }
        }
    }
    best
}
