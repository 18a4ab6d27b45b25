//! A door for fuzzing: a reader without its child process, so that a fault shows where it is.

use crate::{
    FileLimits,
    formats::{self, ReaderInput, ReaderOutput},
};

/// Reads bytes in this process, in the format that their name and looks say, and checks that all
/// it marks lies on character borders of its text. Panics are let through.
#[doc(hidden)]
pub fn read_document(name: &str, bytes: &[u8]) {
    let Some(format) = formats::detect(name, bytes) else { return };
    let limits = FileLimits::default();
    let input = ReaderInput { name, bytes, limits: &limits, first_page: 0 };
    // A refusal is as good as a text here.
    let _ = (format.read)(&input, &mut |piece| check(&piece));
}

fn check(piece: &ReaderOutput) {
    let (ReaderOutput::Document { rendition, .. } | ReaderOutput::Page { rendition, .. }) =
        piece
    else {
        return;
    };
    let text = &rendition.text;
    let parts = rendition.parts.iter().map(|part| part.span);
    let references = rendition.references.iter().map(|reference| reference.span);
    let warnings = rendition.warnings.iter().filter_map(|warning| warning.span);
    for span in parts.chain(references).chain(warnings) {
        assert!(span.of(text).is_some(), "{span:?} does not fit a text of {}", text.len());
    }
}
