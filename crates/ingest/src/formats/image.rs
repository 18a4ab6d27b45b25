//! Pictures of text, read by tesseract where it is installed.

use jurat_model::{
    ByteSpan, DocumentMetadata, ReaderIdentity, Rendition, RenditionWarning, WarningKind,
};

use super::{DocumentFormat, ReaderInput, ReaderOutput, ReaderPlacement};
use crate::{ReadRefusal, RefusalKind, sandbox::OutsideProgram};

/// Sparse text: labels of a drawing are found as well as lines of a letter.
const TESSERACT: OutsideProgram = OutsideProgram {
    name: "tesseract",
    package: "tesseract-ocr",
    args: &["stdin", "stdout", "--psm", "11"],
    // One thread: a child may start no others.
    env: &[("OMP_THREAD_LIMIT", "1"), ("LC_ALL", "C.UTF-8")],
};

pub(crate) const PNG: DocumentFormat =
    picture("png", "image/png", &["png"], |bytes| bytes.starts_with(b"\x89PNG\r\n\x1a\n"));

pub(crate) const JPEG: DocumentFormat =
    picture("jpeg", "image/jpeg", &["jpg", "jpeg"], |bytes| bytes.starts_with(b"\xff\xd8\xff"));

pub(crate) const TIFF: DocumentFormat =
    picture("tiff", "image/tiff", &["tif", "tiff"], |bytes| {
        bytes.starts_with(b"II*\0") || bytes.starts_with(b"MM\0*")
    });

const fn picture(
    name: &'static str,
    media: &'static str,
    extensions: &'static [&'static str],
    sniff: fn(&[u8]) -> bool,
) -> DocumentFormat {
    DocumentFormat {
        name,
        media,
        extensions,
        sniff,
        place: ReaderPlacement::Program(&TESSERACT),
        read,
    }
}

/// Takes what the program wrote.
fn read(
    input: &ReaderInput<'_>,
    emit: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    let text = String::from_utf8_lossy(input.bytes);
    // Sparse text comes with an empty line after each line, and a form feed at the end.
    let lines: Vec<&str> = text
        .split(['\n', '\u{c}'])
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    if lines.is_empty() {
        let message = "no letters were found in the picture";
        return Err(ReadRefusal::new(RefusalKind::Empty, message));
    }
    let reader = ReaderIdentity {
        name: "image".to_owned(),
        version: 1,
        options: "tesseract psm 11".to_owned(),
    };
    let mut rendition = Rendition::plain(reader, lines.join("\n"));
    rendition.warnings.push(RenditionWarning {
        kind: WarningKind::Recognised,
        span: Some(ByteSpan::from(0..rendition.text.len())),
        message: "read from a picture by tesseract: letters may be wrong".to_owned(),
    });
    let metadata = DocumentMetadata::default();
    emit(ReaderOutput::Document { name: None, raw: None, rendition, metadata });
    Ok(())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, clippy::panic)]

    use super::read;
    use crate::{
        FileLimits, RefusalKind,
        formats::{ReaderInput, ReaderOutput},
    };

    fn input<'a>(bytes: &'a [u8], limits: &'a FileLimits) -> ReaderInput<'a> {
        ReaderInput { name: "scan.png", bytes, limits, first_page: 0 }
    }

    #[test]
    fn lines_are_kept_and_marked_as_recognised() {
        let mut pieces = Vec::new();
        let limits = FileLimits::default();
        read(&input(b"Gate A\n\n Gate B\n\n\x0c", &limits), &mut |piece| pieces.push(piece))
            .unwrap();
        let [ReaderOutput::Document { rendition, .. }] = &pieces[..] else {
            panic!("{pieces:?}")
        };
        assert_eq!(rendition.text, "Gate A\nGate B");
        assert_eq!(rendition.warnings[0].span, Some((0..13).into()));
    }

    #[test]
    fn a_picture_without_letters_is_empty() {
        let refused = read(&input(b" \n\x0c", &FileLimits::default()), &mut |_| {});
        assert_eq!(refused.map_err(|refusal| refusal.kind), Err(RefusalKind::Empty));
    }
}
