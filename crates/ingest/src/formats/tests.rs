//! What every reader keeps to, whatever it is given.
#![expect(clippy::unwrap_used)]

mod hostile;
mod real;

use jurat_model::{DocumentMetadata, Rendition};

use super::{ReadFunction, ReaderInput, ReaderOutput};
use crate::{FileLimits, ReadRefusal};

/// All that a reader hands out, and how it ended.
pub(super) fn pieces(
    read: ReadFunction,
    bytes: &[u8],
) -> (Vec<ReaderOutput>, Result<(), ReadRefusal>) {
    pieces_within(read, bytes, &FileLimits::default())
}

pub(super) fn pieces_within(
    read: ReadFunction,
    bytes: &[u8],
    limits: &FileLimits,
) -> (Vec<ReaderOutput>, Result<(), ReadRefusal>) {
    let mut all = Vec::new();
    let input = ReaderInput { name: "test", bytes, limits, first_page: 0 };
    let end = read(&input, &mut |piece| all.push(piece));
    for piece in &all {
        if let ReaderOutput::Document { rendition, raw, .. } = piece {
            sound(rendition);
            assert!(raw.is_none_or(|raw| raw.start <= raw.end && raw.end <= bytes.len()));
        }
    }
    (all, end)
}

/// The one document of a file, or why there is none.
pub(super) fn outcome(
    read: ReadFunction,
    bytes: &[u8],
) -> Result<(Rendition, DocumentMetadata), ReadRefusal> {
    let (all, end) = pieces(read, bytes);
    end?;
    assert_eq!(all.len(), 1);
    match all.into_iter().next() {
        Some(ReaderOutput::Document { rendition, metadata, .. }) => Ok((rendition, metadata)),
        other => unreachable!("no document: {other:?}"),
    }
}

pub(super) fn only_document(read: ReadFunction, bytes: &[u8]) -> (Rendition, DocumentMetadata) {
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
