//! What every reader keeps to, whatever it is given.
#![expect(clippy::unwrap_used)]

mod hostile;
mod real;

use jurat_model::{Metadata, Rendition};

use super::{Input, Piece, Read};
use crate::{Limits, Refusal};

/// All that a reader hands out, and how it ended.
pub(super) fn pieces(read: Read, bytes: &[u8]) -> (Vec<Piece>, Result<(), Refusal>) {
    pieces_within(read, bytes, &Limits::default())
}

pub(super) fn pieces_within(
    read: Read,
    bytes: &[u8],
    limits: &Limits,
) -> (Vec<Piece>, Result<(), Refusal>) {
    let mut all = Vec::new();
    let input = Input { name: "test", bytes, limits, first_page: 0 };
    let end = read(&input, &mut |piece| all.push(piece));
    for piece in &all {
        if let Piece::Document { rendition, raw, .. } = piece {
            sound(rendition);
            assert!(raw.is_none_or(|raw| raw.start <= raw.end && raw.end <= bytes.len()));
        }
    }
    (all, end)
}

/// The one document of a file, or why there is none.
pub(super) fn outcome(read: Read, bytes: &[u8]) -> Result<(Rendition, Metadata), Refusal> {
    let (all, end) = pieces(read, bytes);
    end?;
    assert_eq!(all.len(), 1);
    match all.into_iter().next() {
        Some(Piece::Document { rendition, metadata, .. }) => Ok((rendition, metadata)),
        other => unreachable!("no document: {other:?}"),
    }
}

pub(super) fn only_document(read: Read, bytes: &[u8]) -> (Rendition, Metadata) {
    outcome(read, bytes).unwrap()
}

/// Every span lies on character borders, and parts are in order.
fn sound(rendition: &Rendition) {
    let text = &rendition.text;
    for part in &rendition.parts {
        assert!(part.span.of(text).is_some_and(|words| !words.is_empty()), "{part:?}");
    }
    for pair in rendition.parts.windows(2) {
        let [first, second] = pair else { continue };
        assert!(
            first.span.start < second.span.start
                || (first.span.start == second.span.start && second.span.end <= first.span.end),
            "{first:?} before {second:?}"
        );
    }
    assert!(
        rendition
            .references
            .iter()
            .all(|reference| reference.span.of(text).is_some())
    );
    let placed = rendition.warnings.iter().filter_map(|warning| warning.span);
    assert!(placed.into_iter().all(|span| span.of(text).is_some()));
}

pub(super) use jurat_testdata::data;
