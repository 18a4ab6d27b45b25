//! Where a quote stands in its sources, and what is wrong with it if it stands nowhere.
//!
//! Verbatim means equal after folding, symbols included. What is merely close is [`QuoteAnchor::Fuzzy`]
//! at best, and [`QuoteAnchor::Altered`] as soon as a word that the law turns on differs.

mod align;
mod critical_words;
mod difference;
mod ellipses;
mod exact_match;
mod fuzzy_match;
mod gaps;
mod stitched_quotes;
mod word_edges;

use std::ops::Range;

use serde::Serialize;

use crate::fold::FoldedText;

pub use critical_words::is_critical;
pub use difference::WordChange;
pub use gaps::{HiddenQualifier, hidden};
pub(crate) use gaps::{modal_at_end, qualifiers};
pub use stitched_quotes::StitchedFragment;

/// Quotes with fewer characters stand anywhere and prove nothing.
pub const SHORTEST: usize = 12;

/// No more places than this are recorded for one quote and source.
pub const MOST_PLACES: usize = 1000;

/// Where the first place hides something, so many others are looked at: each costs the sentences
/// around it.
const MOST_TRIED: usize = 16;

/// A place in one of the sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct QuoteLocation {
    /// Which of the sources.
    pub source: usize,
    /// Byte ranges of it, in order; several where the quote declares gaps.
    pub ranges: Vec<Range<usize>>,
}

/// What became of a quote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum QuoteAnchor {
    /// The words stand there, verbatim.
    Found {
        /// The place in the claimed source, else the first.
        place: QuoteLocation,
        others: Vec<QuoteLocation>,
    },
    /// The words of each piece stand there, but a gap leaves out what qualifies them, or the quote
    /// begins or ends right at a negation.
    GapHides {
        place: QuoteLocation,
        /// The negations, conditions and exceptions left out.
        hidden: Vec<HiddenQualifier>,
    },
    /// Something close stands there, and no critical word differs. Never verbatim.
    Fuzzy {
        /// The place, in the claimed source where it has one that is close.
        place: QuoteLocation,
        /// From the source's words to the quote's.
        difference: Vec<WordChange>,
    },
    /// The words stand verbatim in other sources, not in the claimed one.
    Misattributed { places: Vec<QuoteLocation> },
    /// The quote is stitched together from pieces without saying so.
    Frankenquote {
        /// Where its pieces come from, in the quote's order.
        pieces: Vec<StitchedFragment>,
    },
    /// Something close stands there, but words that matter differ.
    Altered {
        place: QuoteLocation,
        /// From the source's words to the quote's.
        difference: Vec<WordChange>,
    },
    /// Nothing like it stands anywhere.
    NotFound,
    /// Too short to mean anything.
    TooShort,
}

impl QuoteAnchor {
    /// Whether the quote stands verbatim in the source that it claims.
    pub const fn is_verbatim(&self) -> bool {
        matches!(self, Self::Found { .. })
    }
}

/// Looks a quote up in sources, of which it may claim one.
///
/// A quote may leave words out where it says so: pieces joined by `…`, `...` or `[…]` must stand
/// in order in one source.
pub fn anchor(quote: &str, sources: &[FoldedText<'_>], claimed: Option<usize>) -> QuoteAnchor {
    let as_given = FoldedText::new(quote.trim());
    let folded = FoldedText::new(ellipses::trimmed(quote));
    if folded.text().chars().count() < SHORTEST {
        return QuoteAnchor::TooShort;
    }
    for form in [&as_given, &folded] {
        let whole = exact_match::places(form, sources);
        if !whole.is_empty() {
            return found(whole, claimed, sources);
        }
    }
    let pieces = ellipses::quoted_pieces(folded.source());
    if 1 < pieces.len() {
        if pieces.iter().any(|(_, piece)| ellipses::is_too_short(piece)) {
            return QuoteAnchor::TooShort;
        }
        let joined = ellipses::places(&pieces, sources);
        if !joined.is_empty() {
            return found(joined, claimed, sources);
        }
        if let Some(pieces) = ellipses::scattered(&pieces, sources) {
            return QuoteAnchor::Frankenquote { pieces };
        }
    }
    not_verbatim(&folded, sources, claimed)
}

fn found(
    mut places: Vec<QuoteLocation>,
    claimed: Option<usize>,
    sources: &[FoldedText<'_>],
) -> QuoteAnchor {
    let first = match claimed {
        None => 0,
        Some(claimed) => {
            let Some(at) = places.iter().position(|place| place.source == claimed) else {
                return QuoteAnchor::Misattributed { places };
            };
            at
        }
    };
    let place = places.remove(first);
    let hidden = gaps::hidden(sources[place.source].source(), &place.ranges);
    if hidden.is_empty() {
        return QuoteAnchor::Found { place, others: places };
    }
    let open = places
        .iter()
        .enumerate()
        .filter(|(_, other)| claimed.is_none_or(|claimed| other.source == claimed))
        .take(MOST_TRIED)
        .find(|(_, other)| {
            gaps::hidden(sources[other.source].source(), &other.ranges).is_empty()
        });
    match open.map(|(at, _)| at) {
        None => QuoteAnchor::GapHides { place, hidden },
        Some(at) => {
            let better = std::mem::replace(&mut places[at], place);
            QuoteAnchor::Found { place: better, others: places }
        }
    }
}

fn not_verbatim(
    quote: &FoldedText<'_>,
    sources: &[FoldedText<'_>],
    claimed: Option<usize>,
) -> QuoteAnchor {
    let near = fuzzy_match::nearest(quote, sources, claimed);
    if let Some(near) = &near
        && fuzzy_match::FUZZY <= near.similarity
    {
        let (place, difference) = (near.place.clone(), near.difference.clone());
        return if critical_words::differs(&difference) {
            QuoteAnchor::Altered { place, difference }
        } else {
            QuoteAnchor::Fuzzy { place, difference }
        };
    }
    if let Some(pieces) = stitched_quotes::pieces(quote, sources) {
        return QuoteAnchor::Frankenquote { pieces };
    }
    match near {
        Some(near) if fuzzy_match::ALTERED <= near.similarity => {
            QuoteAnchor::Altered { place: near.place, difference: near.difference }
        }
        _ => QuoteAnchor::NotFound,
    }
}
