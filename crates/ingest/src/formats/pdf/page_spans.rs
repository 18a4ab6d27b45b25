//! The runs of letters of a page, as they are drawn.

use pdf_oxide::{PdfDocument, extractors::TextExtractor, layout::TextSpan, object::Object};

use super::objects;

/// As the library does it, before it leaves out what cannot be seen.
pub(super) fn raw_spans(
    document: &PdfDocument,
    index: usize,
) -> pdf_oxide::Result<Vec<TextSpan>> {
    let content = document.get_page_content_data(index)?;
    let resources = Object::Dictionary(objects::resources(document, index));
    let mut extractor = TextExtractor::new();
    extractor.set_resources(resources.clone());
    extractor.set_document(document);
    document.load_fonts_public(&resources, &mut extractor)?;
    extractor.extract_text_spans(&content)
}
