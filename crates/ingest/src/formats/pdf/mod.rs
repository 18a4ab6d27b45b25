//! PDF, page by page. Runs in the child: the library behind it may hang, panic or starve.

mod fields;
mod hidden;
mod text;

use std::panic::{self, AssertUnwindSafe};

use jurat_model::{Part, PartKind, Reader, Rendition, Span, Warning, WarningKind};
use pdf_oxide::{
    Error, PdfDocument,
    extractors::page_labels::{PageLabelExtractor, PageLabelRange},
};

use super::{Format, Input, Piece, Place};
use crate::{Limits, Refusal, RefusalKind, sandbox};

pub(crate) const PDF: Format = Format {
    name: "pdf",
    media: "application/pdf",
    extensions: &["pdf"],
    sniff,
    place: Place::Sandbox,
    read,
};

/// Where other programs look for the mark of a PDF.
const MARK_WITHIN: usize = 1024;

fn sniff(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(MARK_WITHIN)];
    head.windows(5).any(|window| window == b"%PDF-")
}

fn read(input: &Input<'_>, emit: &mut dyn FnMut(Piece)) -> Result<(), Refusal> {
    let mut document = open(input.bytes)?;
    let pages = count(&document)?;
    emit(Piece::Pages { of: pages });
    let labels = PageLabelExtractor::extract(&document).unwrap_or_default();
    let mut seen = Seen::default();
    for number in input.first_page..pages.min(input.limits.pages) {
        let first = number == input.first_page;
        let mut rendition = page(&document, number, input.limits, &labels, &mut seen);
        if first {
            rendition.fields = fields::read(&mut document, input.limits);
            seen.fields = !rendition.fields.is_empty();
        }
        if number + 1 == input.limits.pages && number + 1 < pages {
            rendition.warnings.push(warning(
                WarningKind::Truncated,
                format!("{} of {pages} pages were read", input.limits.pages),
            ));
        }
        emit(Piece::Page { number, of: pages, rendition });
    }
    seen.verdict(pages)
}

fn open(bytes: &[u8]) -> Result<PdfDocument, Refusal> {
    let document = PdfDocument::from_bytes(bytes.to_vec()).map_err(|error| refused(&error))?;
    // Many files are locked with an empty password, which every viewer tries.
    if document.is_encrypted() && !matches!(document.authenticate(b""), Ok(true)) {
        return Err(locked());
    }
    Ok(document)
}

fn count(document: &PdfDocument) -> Result<u32, Refusal> {
    let pages = document.page_count().map_err(|error| refused(&error))?;
    if pages == 0 {
        return Err(Refusal::new(RefusalKind::Damaged, "no page of the PDF can be found"));
    }
    u32::try_from(pages)
        .map_err(|_| Refusal::new(RefusalKind::TooLarge, format!("it claims {pages} pages")))
}

fn refused(error: &Error) -> Refusal {
    match error {
        Error::EncryptedPdf => locked(),
        other => {
            Refusal::new(RefusalKind::Damaged, format!("it cannot be read as a PDF: {other}"))
        }
    }
}

fn locked() -> Refusal {
    let message = "the PDF needs a password; save it without one and read it again";
    Refusal::new(RefusalKind::Encrypted, message)
}

/// What was on the pages so far, to tell a scan from an empty sheet.
#[derive(Default)]
struct Seen {
    words: bool,
    fields: bool,
    pictures: u32,
    broken: u32,
}

impl Seen {
    fn verdict(&self, pages: u32) -> Result<(), Refusal> {
        if self.words || self.fields || 0 < self.broken {
            return Ok(());
        }
        let message = if 0 < self.pictures {
            format!(
                "there is no text on its {pages} pages, only pictures: it is a scan; read the \
                 pictures of its pages as PNG files"
            )
        } else {
            format!("there is no text on its {pages} pages")
        };
        Err(Refusal::new(RefusalKind::Empty, message))
    }
}

fn page(
    document: &PdfDocument,
    number: u32,
    limits: &Limits,
    labels: &[PageLabelRange],
    seen: &mut Seen,
) -> Rendition {
    let reader = Reader {
        name: PDF.name.to_owned(),
        version: 1,
        options: String::new(),
    };
    let index = number as usize;
    let read = panic::catch_unwind(AssertUnwindSafe(|| text::read(document, index)));
    let read = read.unwrap_or_else(|panic| Err(sandbox::words(&*panic)));
    let (text, unreadable) = match read {
        Ok(text) => (text, None),
        Err(why) => (String::new(), Some(why)),
    };
    let mut rendition = Rendition::plain(reader, cut(text, limits));
    let mut sheet = Part::new(PartKind::Page, Span::from(0..rendition.text.len()));
    sheet.label = Some(label(labels, number));
    rendition.parts.push(sheet);
    if let Some(why) = unreadable {
        seen.broken += 1;
        let message = format!("page {} could not be read: {why}", number + 1);
        rendition.warnings.push(warning(WarningKind::PartUnreadable, message));
    } else if rendition.text.trim().is_empty() {
        seen.pictures += u32::from(text::has_pictures(document, index));
    } else {
        seen.words = true;
        rendition
            .warnings
            .extend(hidden::find(document, index, &rendition.text));
    }
    rendition
}

fn label(labels: &[PageLabelRange], number: u32) -> String {
    if labels.is_empty() {
        return (number + 1).to_string();
    }
    PageLabelExtractor::get_label(labels, number as usize)
}

fn cut(mut text: String, limits: &Limits) -> String {
    let most = usize::try_from(limits.text_bytes).unwrap_or(usize::MAX);
    text.truncate(text.floor_char_boundary(most));
    text
}

fn warning(kind: WarningKind, message: String) -> Warning {
    Warning { kind, span: None, message }
}
