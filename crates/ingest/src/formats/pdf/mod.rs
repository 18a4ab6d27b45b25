//! PDF, page by page. Runs in the child: the library behind it may hang, panic or starve.

mod accents;
mod annotations;
mod fields;
mod figures;
mod hidden;
mod missing_spaces;
mod objects;
mod page_spans;
mod text;

use std::panic::{self, AssertUnwindSafe};

use jurat_model::{
    ByteSpan, PartKind, ReaderIdentity, Rendition, RenditionPart, RenditionWarning, WarningKind,
};
use pdf_oxide::{
    Error, PdfDocument,
    extractors::page_labels::{PageLabelExtractor, PageLabelRange},
};

pub(crate) use self::figures::FIGURES;
use self::text::PageText;
use super::{DocumentFormat, ReaderInput, ReaderOutput, ReaderPlacement};
use crate::{FileLimits, ReadRefusal, RefusalKind, sandbox};

pub(crate) const PDF: DocumentFormat = DocumentFormat {
    name: "pdf",
    media: "application/pdf",
    extensions: &["pdf"],
    sniff,
    place: ReaderPlacement::Sandbox,
    read,
};

/// After so many unreadable pages in a row there are no others: a file may claim any number.
const HOPELESS: u32 = 50;

fn sniff(bytes: &[u8]) -> bool {
    // Some writers put a mark of byte order or an empty line first.
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.trim_ascii_start().starts_with(b"%PDF-")
}

fn read(
    input: &ReaderInput<'_>,
    emit: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    let mut document = open(input.bytes)?;
    let pages = count(&document)?;
    emit(ReaderOutput::Pages { of: pages });
    let labels = PageLabelExtractor::extract(&document).unwrap_or_default();
    let mut seen = PdfPageTally::default();
    for number in input.first_page..pages.min(input.limits.pages) {
        let first = number == input.first_page;
        let mut rendition = page(&document, number, input.limits, &labels, &mut seen);
        if first {
            rendition.fields = fields::form_fields(&mut document, input.limits);
            seen.fields = !rendition.fields.is_empty();
        }
        if number + 1 == input.limits.pages && number + 1 < pages {
            rendition.warnings.push(warning(
                WarningKind::Truncated,
                format!("{} of {pages} pages were read", input.limits.pages),
            ));
        }
        let hopeless = HOPELESS <= seen.broken_in_a_row && number + 1 < pages;
        if hopeless {
            let message = format!("pages {} to {pages} were given up", number + 2);
            rendition.warnings.push(warning(WarningKind::PartUnreadable, message));
        }
        emit(ReaderOutput::Page { number, of: pages, rendition });
        if hopeless {
            break;
        }
    }
    // A later reader has not seen all pages: what it finds empty may not be the whole.
    if 0 < input.first_page { Ok(()) } else { seen.verdict(pages) }
}

fn open(bytes: &[u8]) -> Result<PdfDocument, ReadRefusal> {
    let document = PdfDocument::from_bytes(bytes.to_vec()).map_err(|error| refused(&error))?;
    // Many files are locked with an empty password, which every viewer tries.
    if document.is_encrypted() && !matches!(document.authenticate(b""), Ok(true)) {
        return Err(locked());
    }
    Ok(document)
}

fn count(document: &PdfDocument) -> Result<u32, ReadRefusal> {
    let pages = document.page_count().map_err(|error| refused(&error))?;
    if pages == 0 {
        return Err(ReadRefusal::new(RefusalKind::Damaged, "no page of the PDF can be found"));
    }
    u32::try_from(pages).map_err(|_| {
        ReadRefusal::new(RefusalKind::TooLarge, format!("it claims {pages} pages"))
    })
}

fn refused(error: &Error) -> ReadRefusal {
    match error {
        Error::EncryptedPdf => locked(),
        other => ReadRefusal::new(
            RefusalKind::Damaged,
            format!("it cannot be read as a PDF: {other}"),
        ),
    }
}

fn locked() -> ReadRefusal {
    let message = "the PDF needs a password; save it without one and read it again";
    ReadRefusal::new(RefusalKind::Encrypted, message)
}

/// What was on the pages so far, to tell a scan from an empty sheet.
#[derive(Default)]
struct PdfPageTally {
    words: bool,
    fields: bool,
    pictures: u32,
    /// Why the first of the pages that could not be read could not.
    broken: Option<String>,
    broken_in_a_row: u32,
}

impl PdfPageTally {
    fn verdict(&self, pages: u32) -> Result<(), ReadRefusal> {
        if self.words || self.fields {
            return Ok(());
        }
        if let Some(why) = &self.broken {
            let message = format!("no page of the PDF can be read: {why}");
            return Err(ReadRefusal::new(RefusalKind::Damaged, message));
        }
        let message = if 0 < self.pictures {
            format!(
                "there is no text on its {pages} pages, only pictures: it is a scan; read the \
                 pictures of its pages as PNG files"
            )
        } else {
            format!("there is no text on its {pages} pages")
        };
        Err(ReadRefusal::new(RefusalKind::Empty, message))
    }
}

fn page(
    document: &PdfDocument,
    number: u32,
    limits: &FileLimits,
    labels: &[PageLabelRange],
    seen: &mut PdfPageTally,
) -> Rendition {
    let reader = ReaderIdentity {
        name: PDF.name.to_owned(),
        version: 4,
        options: String::new(),
    };
    let index = number as usize;
    let read = panic::catch_unwind(AssertUnwindSafe(|| text::read_page(document, index)));
    let read = read.unwrap_or_else(|panic| Err(sandbox::words(&*panic)));
    let (page, unreadable) = match read {
        Ok(page) => (page, None),
        Err(why) => (PageText::default(), Some(why)),
    };
    let mut rendition = Rendition::plain(reader, cut(&page.text, limits).to_owned());
    let mut sheet = RenditionPart::new(PartKind::Page, ByteSpan::from(0..rendition.text.len()));
    sheet.label = Some(label(labels, number));
    rendition.parts.push(sheet);
    seen.broken_in_a_row = if unreadable.is_some() { seen.broken_in_a_row + 1 } else { 0 };
    if let Some(why) = unreadable {
        let message = format!("page {} could not be read: {why}", number + 1);
        seen.broken.get_or_insert(why);
        rendition.warnings.push(warning(WarningKind::PartUnreadable, message));
    } else if rendition.text.trim().is_empty() {
        seen.pictures += u32::from(text::has_pictures(document, index));
    } else {
        seen.words = true;
        rendition.warnings.extend(hidden_words(document, index, &page));
    }
    rendition
}

fn label(labels: &[PageLabelRange], number: u32) -> String {
    if labels.is_empty() {
        return (number + 1).to_string();
    }
    PageLabelExtractor::get_label(labels, number as usize)
}

fn cut<'a>(text: &'a str, limits: &FileLimits) -> &'a str {
    let most = usize::try_from(limits.text_bytes).unwrap_or(usize::MAX);
    &text[..text.floor_char_boundary(most)]
}

/// A page whose hidden words cannot be looked for is one to be wary of.
fn hidden_words(
    document: &PdfDocument,
    index: usize,
    page: &PageText,
) -> Vec<RenditionWarning> {
    let found = panic::catch_unwind(AssertUnwindSafe(|| {
        hidden::find_hidden_text(document, index, page)
    }));
    found.unwrap_or_else(|panic| {
        let message = format!(
            "whether page {} hides words could not be found out: {}",
            index + 1,
            sandbox::words(&*panic)
        );
        vec![warning(WarningKind::Repaired, message)]
    })
}

fn warning(kind: WarningKind, message: String) -> RenditionWarning {
    RenditionWarning { kind, span: None, message }
}
