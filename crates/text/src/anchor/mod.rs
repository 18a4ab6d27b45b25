//! Where a quote stands in its sources, and what is wrong with it if it stands nowhere.
//!
//! Verbatim means equal after folding, symbols included. What is merely close is [`Anchor::Fuzzy`]
//! at best, and [`Anchor::Altered`] as soon as a word that the law turns on differs.

mod align;
mod critical;
mod difference;
mod edges;
mod exact;
mod gaps;
mod near;
mod pieces;
mod stitched;

use std::ops::Range;

use serde::Serialize;

use crate::fold::Folded;

pub use critical::is_critical;
pub use difference::Change;
pub use gaps::{Hidden, hidden};
pub(crate) use gaps::{modal_at_end, qualifiers};
pub use stitched::Piece;

/// Quotes with fewer characters stand anywhere and prove nothing.
pub const SHORTEST: usize = 12;

/// No more places than this are recorded for one quote and source.
pub const MOST_PLACES: usize = 1000;

/// Where the first place hides something, so many others are looked at: each costs the sentences
/// around it.
const MOST_TRIED: usize = 16;

/// A place in one of the sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Which of the sources.
    pub source: usize,
    /// Byte ranges of it, in order; several where the quote declares gaps.
    pub ranges: Vec<Range<usize>>,
}

/// What became of a quote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Anchor {
    /// The words stand there, verbatim.
    Found {
        /// The place in the claimed source, else the first.
        place: Place,
        /// Every other place.
        others: Vec<Place>,
    },
    /// The words of each piece stand there, but a gap leaves out what qualifies them, or the quote
    /// begins or ends right at a negation.
    GapHides {
        /// The place.
        place: Place,
        /// The negations, conditions and exceptions left out.
        hidden: Vec<Hidden>,
    },
    /// Something close stands there, and no critical word differs. Never verbatim.
    Fuzzy {
        /// The place, in the claimed source where it has one that is close.
        place: Place,
        /// From the source's words to the quote's.
        difference: Vec<Change>,
    },
    /// The words stand verbatim in other sources, not in the claimed one.
    Misattributed {
        /// Where.
        places: Vec<Place>,
    },
    /// The quote is stitched together from pieces without saying so.
    Frankenquote {
        /// Where its pieces come from, in the quote's order.
        pieces: Vec<Piece>,
    },
    /// Something close stands there, but words that matter differ.
    Altered {
        /// The place.
        place: Place,
        /// From the source's words to the quote's.
        difference: Vec<Change>,
    },
    /// Nothing like it stands anywhere.
    NotFound,
    /// Too short to mean anything.
    TooShort,
}

impl Anchor {
    /// Whether the quote stands verbatim in the source that it claims.
    pub const fn is_verbatim(&self) -> bool {
        matches!(self, Self::Found { .. })
    }
}

/// Looks a quote up in sources, of which it may claim one.
///
/// A quote may leave words out where it says so: pieces joined by `…`, `...` or `[…]` must stand
/// in order in one source.
pub fn anchor(quote: &str, sources: &[Folded<'_>], claimed: Option<usize>) -> Anchor {
    let as_given = Folded::new(quote.trim());
    let folded = Folded::new(pieces::trimmed(quote));
    if folded.text().chars().count() < SHORTEST {
        return Anchor::TooShort;
    }
    for form in [&as_given, &folded] {
        let whole = exact::places(form, sources);
        if !whole.is_empty() {
            return found(whole, claimed, sources);
        }
    }
    let pieces = pieces::of(folded.source());
    if 1 < pieces.len() {
        if pieces.iter().any(|(_, piece)| pieces::is_too_short(piece)) {
            return Anchor::TooShort;
        }
        let joined = pieces::places(&pieces, sources);
        if !joined.is_empty() {
            return found(joined, claimed, sources);
        }
        if let Some(pieces) = pieces::scattered(&pieces, sources) {
            return Anchor::Frankenquote { pieces };
        }
    }
    not_verbatim(&folded, sources, claimed)
}

fn found(mut places: Vec<Place>, claimed: Option<usize>, sources: &[Folded<'_>]) -> Anchor {
    let first = match claimed {
        None => 0,
        Some(claimed) => {
            let Some(at) = places.iter().position(|place| place.source == claimed) else {
                return Anchor::Misattributed { places };
            };
            at
        }
    };
    let place = places.remove(first);
    let hidden = gaps::hidden(sources[place.source].source(), &place.ranges);
    if hidden.is_empty() {
        return Anchor::Found { place, others: places };
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
        None => Anchor::GapHides { place, hidden },
        Some(at) => {
            let better = std::mem::replace(&mut places[at], place);
            Anchor::Found { place: better, others: places }
        }
    }
}

fn not_verbatim(quote: &Folded<'_>, sources: &[Folded<'_>], claimed: Option<usize>) -> Anchor {
    let near = near::nearest(quote, sources, claimed);
    if let Some(near) = &near
        && near::FUZZY <= near.similarity
    {
        let (place, difference) = (near.place.clone(), near.difference.clone());
        return if critical::differs(&difference) {
            Anchor::Altered { place, difference }
        } else {
            Anchor::Fuzzy { place, difference }
        };
    }
    if let Some(pieces) = stitched::pieces(quote, sources) {
        return Anchor::Frankenquote { pieces };
    }
    match near {
        Some(near) if near::ALTERED <= near.similarity => {
            Anchor::Altered { place: near.place, difference: near.difference }
        }
        _ => Anchor::NotFound,
    }
}
