//! Pictures of text, read by tesseract where it is installed.

use jurat_model::{Metadata, Reader, Rendition, Span, Warning, WarningKind};

use super::{Format, Input, Piece, Place};
use crate::{Refusal, RefusalKind, sandbox::Program};

/// Sparse text: labels of a drawing are found as well as lines of a letter.
const TESSERACT: Program = Program {
    name: "tesseract",
    package: "tesseract-ocr",
    args: &["stdin", "stdout", "--psm", "11"],
    // One thread: a child may start no others.
    env: &[("OMP_THREAD_LIMIT", "1"), ("LC_ALL", "C.UTF-8")],
};

pub(crate) const PNG: Format =
    picture("png", "image/png", &["png"], |bytes| bytes.starts_with(b"\x89PNG\r\n\x1a\n"));

pub(crate) const JPEG: Format =
    picture("jpeg", "image/jpeg", &["jpg", "jpeg"], |bytes| bytes.starts_with(b"\xff\xd8\xff"));

pub(crate) const TIFF: Format = picture("tiff", "image/tiff", &["tif", "tiff"], |bytes| {
    bytes.starts_with(b"II*\0") || bytes.starts_with(b"MM\0*")
});

const fn picture(
    name: &'static str,
    media: &'static str,
    extensions: &'static [&'static str],
    sniff: fn(&[u8]) -> bool,
) -> Format {
    Format {
        name,
        media,
        extensions,
        sniff,
        place: Place::Program(&TESSERACT),
        read,
    }
}

/// Takes what the program wrote.
fn read(input: &Input<'_>, emit: &mut dyn FnMut(Piece)) -> Result<(), Refusal> {
    let text = String::from_utf8_lossy(input.bytes);
    // Sparse text comes with an empty line after each line, and a form feed at the end.
    let lines: Vec<&str> = text
        .split(['\n', '\u{c}'])
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    if lines.is_empty() {
        let message = "no letters were found in the picture";
        return Err(Refusal::new(RefusalKind::Empty, message));
    }
    let reader = Reader {
        name: "image".to_owned(),
        version: 1,
        options: "tesseract psm 11".to_owned(),
    };
    let mut rendition = Rendition::plain(reader, lines.join("\n"));
    rendition.warnings.push(Warning {
        kind: WarningKind::Recognised,
        span: Some(Span::from(0..rendition.text.len())),
        message: "read from a picture by tesseract: letters may be wrong".to_owned(),
    });
    let metadata = Metadata::default();
    emit(Piece::Document { name: None, raw: None, rendition, metadata });
    Ok(())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, clippy::panic)]

    use super::read;
    use crate::{
        Limits, RefusalKind,
        formats::{Input, Piece},
    };

    fn input<'a>(bytes: &'a [u8], limits: &'a Limits) -> Input<'a> {
        Input { name: "scan.png", bytes, limits, first_page: 0 }
    }

    #[test]
    fn lines_are_kept_and_marked_as_recognised() {
        let mut pieces = Vec::new();
        let limits = Limits::default();
        read(&input(b"Gate A\n\n Gate B\n\n\x0c", &limits), &mut |piece| pieces.push(piece))
            .unwrap();
        let [Piece::Document { rendition, .. }] = &pieces[..] else { panic!("{pieces:?}") };
        assert_eq!(rendition.text, "Gate A\nGate B");
        assert_eq!(rendition.warnings[0].span, Some((0..13).into()));
    }

    #[test]
    fn a_picture_without_letters_is_empty() {
        let refused = read(&input(b" \n\x0c", &Limits::default()), &mut |_| {});
        assert_eq!(refused.map_err(|refusal| refusal.kind), Err(RefusalKind::Empty));
    }
}
