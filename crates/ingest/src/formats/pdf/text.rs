//! The words of a page, in the order in which a person reads them.

use pdf_oxide::PdfDocument;

/// The text of a page, or why there is none.
pub(super) fn read(document: &PdfDocument, index: usize) -> Result<String, String> {
    let text = document.extract_text(index).map_err(|error| error.to_string())?;
    Ok(tidy(&text))
}

/// Whether there are pictures on a page.
pub(super) fn has_pictures(document: &PdfDocument, index: usize) -> bool {
    document
        .page_image_handles(index)
        .is_ok_and(|pictures| !pictures.is_empty())
}

/// Ends of lines without blanks, no control characters but the end of a line.
fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    for line in text.split('\n') {
        let kept = line.trim_end();
        tidy.extend(
            kept.chars()
                .map(|letter| if letter.is_control() { ' ' } else { letter }),
        );
        tidy.push('\n');
    }
    tidy.truncate(tidy.trim_end().len());
    tidy
}
