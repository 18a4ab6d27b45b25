//! The parts of a provision that answer a question: sentences, or items with what leads in to them.

use jurat_model::{ByteSpan, Quote, Requirement};
use jurat_text::{Language, provision_parts::pieces};
use jurat_verify::addressing::{PassageInContext, PreparedQuestion};

/// A provision of no more words is told whole.
const WHOLE: usize = 150;
/// What having the sort of answer that is asked for is worth, beside the question's words.
const WANTED: f64 = 0.35;

/// A part of a requirement, as bytes of the source.
struct PlacedPart {
    own: ByteSpan,
    /// It with what leads in to it and what its list ends with.
    spans: Vec<ByteSpan>,
    words: String,
}

/// Where the best `most` parts stand, as bytes of the source.
pub(super) fn best_parts(
    requirement: &Requirement,
    asked: &PreparedQuestion,
    language: Language,
    most: usize,
) -> Vec<ByteSpan> {
    let ranges = &requirement.quote.ranges;
    if requirement.exact_quote.split_whitespace().count() <= WHOLE {
        return ranges.clone();
    }
    let scored =
        |part: PlacedPart| (score(asked, requirement, &part.words, language), part.spans);
    let mut all: Vec<(f64, Vec<ByteSpan>)> =
        parts(requirement).into_iter().map(scored).collect();
    // The first of equals stands first.
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let chosen: Vec<ByteSpan> =
        all.into_iter().take(most).flat_map(|(_, spans)| spans).collect();
    if chosen.is_empty() { ranges.clone() } else { joined(chosen, requirement) }
}

/// How many parts of a requirement a quote out of it has, and of how many; nothing where it has all.
pub fn parts_told(requirement: &Requirement, quote: &Quote) -> Option<(usize, usize)> {
    let all = parts(requirement);
    let told = |part: &&PlacedPart| quote.ranges.iter().any(|range| range.holds(part.own));
    let count = all.iter().filter(told).count();
    (0 < count && count < all.len()).then_some((count, all.len()))
}

fn parts(requirement: &Requirement) -> Vec<PlacedPart> {
    let ranges = &requirement.quote.ranges;
    let mut all = Vec::new();
    let mut start = 0;
    for own in ranges {
        let text = requirement
            .exact_quote
            .get(start..start + own.len())
            .unwrap_or_default();
        let placed = |range: std::ops::Range<usize>| {
            ByteSpan::from(own.start + range.start..own.start + range.end)
        };
        // What leads in to all items stands in the first stretch.
        let above = ranges.first().filter(|first| *first != own);
        all.extend(pieces(text).into_iter().map(|piece| {
            PlacedPart {
                own: placed(piece.own),
                spans: above
                    .copied()
                    .into_iter()
                    .chain(piece.ranges.into_iter().map(placed))
                    .collect(),
                words: piece.words,
            }
        }));
        start += own.len() + Quote::GAP.len();
    }
    all
}

/// In order, what touches or is parted by little as one.
fn joined(mut spans: Vec<ByteSpan>, requirement: &Requirement) -> Vec<ByteSpan> {
    spans.sort_unstable();
    let mut joined: Vec<ByteSpan> = Vec::new();
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.start <= last.end || is_little(*last, span, requirement) => {
                last.end = last.end.max(span.end);
            }
            _ => joined.push(span),
        }
    }
    joined
}

/// Whether so little lies between two stretches that leaving it out would save nothing, and may hide an item.
fn is_little(one: ByteSpan, other: ByteSpan, requirement: &Requirement) -> bool {
    const LITTLE: usize = 60;
    let gap = ByteSpan::from(one.end..other.start);
    let within = super::piece(requirement, gap);
    within.is_some_and(|words| words.split_whitespace().count() <= LITTLE)
}

fn score(
    asked: &PreparedQuestion,
    requirement: &Requirement,
    words: &str,
    language: Language,
) -> f64 {
    let found = asked.addressing(PassageInContext {
        text: words,
        heading: &requirement.section_heading,
        document: "",
        language,
    });
    let wanted = match found.want_met {
        Some(true) => WANTED,
        Some(false) => -WANTED,
        None => 0.0,
    };
    found.probability + wanted
}
