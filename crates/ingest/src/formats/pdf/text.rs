//! The words of a page, in the order in which a person reads them.

use jurat_model::ByteSpan;
use pdf_oxide::{PdfDocument, geometry::Rect, layout::TextSpan};

use super::{accents, annotations, missing_spaces, page_spans::raw_spans};

/// A gap of this share of the font's size parts words.
const GAP: f32 = 0.15;
/// A step of this share of the font's size is a new line.
const LINE: f32 = 0.6;

/// The text of a page.
#[derive(Debug, Default)]
pub(super) struct PageText {
    pub(super) text: String,
    /// Where the words stand that are on the sheet but cut off when it is shown.
    pub(super) cut_off: Option<ByteSpan>,
}

/// The text of a page, or why there is none.
pub(super) fn read_page(document: &PdfDocument, index: usize) -> Result<PageText, String> {
    let mut seen = document.extract_text(index).map_err(|error| error.to_string())?;
    if seen.trim().is_empty() && !has_sheet(document, index) {
        seen = joined(raw_spans(document, index).unwrap_or_default().iter());
    }
    if let Some(freed) = accents::set_free(document, index, &seen) {
        seen = freed;
    }
    if let Some(parted) = missing_spaces::put_back(document, index, &seen) {
        seen = parted;
    }
    let mut page = PageText { text: tidy(&seen), cut_off: None };
    add_stamped(document, index, &mut page.text);
    let beside = tidy(&beside(document, index));
    if !beside.trim().is_empty() {
        part(&mut page.text);
        let start = page.text.len();
        page.text.push_str(&beside);
        page.cut_off = Some(ByteSpan::from(start..page.text.len()));
    }
    Ok(page)
}

/// Whether there are pictures on a page.
pub(super) fn has_pictures(document: &PdfDocument, index: usize) -> bool {
    document
        .page_image_handles(index)
        .is_ok_and(|pictures| !pictures.is_empty())
}

/// Adds what is drawn over the page and is not in its text.
fn add_stamped(document: &PdfDocument, index: usize, text: &mut String) {
    let stamps = annotations::annotation_texts(document, index);
    if stamps.is_empty() {
        return;
    }
    let squeeze = |text: &str| text.split_whitespace().collect::<String>();
    let known = squeeze(text);
    for stamp in stamps {
        let words = tidy(&stamp.words);
        // The library has written most field values already, with blanks of its own.
        if known.contains(&squeeze(&words)) {
            continue;
        }
        // Where it wrote what the field holds, what the field shows takes its place.
        if let Some(place) = stamp.value.and_then(|value| only_place(text, value.trim())) {
            text.replace_range(place.range(), words.trim());
        } else {
            part(text);
            text.push_str(words.trim());
        }
    }
}

/// Where these words stand, if they stand there alone and nowhere else.
fn only_place(text: &str, words: &str) -> Option<ByteSpan> {
    let mut places = text.match_indices(words).take(2);
    let (start, _) = places.next().filter(|_| !words.is_empty())?;
    let end = start + words.len();
    let before = text[..start].chars().next_back().is_none_or(char::is_whitespace);
    let after = text[end..].chars().next().is_none_or(char::is_whitespace);
    (places.next().is_none() && before && after).then(|| ByteSpan::from(start..end))
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

fn part(text: &mut String) {
    if !text.is_empty() {
        text.push('\n');
    }
}

/// Words on the sheet that are cut off when it is shown. The library leaves them out; a program
/// that reads the file for a model may not.
fn beside(document: &PdfDocument, index: usize) -> String {
    let boxes = (document.get_page_media_box(index), document.get_page_visible_box(index));
    let (Ok(sheet), Ok(shown)) = boxes else { return String::new() };
    if sheet == shown {
        return String::new();
    }
    let spans = raw_spans(document, index).unwrap_or_default();
    let cut_off = spans.iter().filter(|span| {
        outside(&span.bbox, shown)
            && !outside(&span.bbox, sheet)
            && !span.text.trim().is_empty()
    });
    joined(cut_off)
}

/// Whether the page has a size. Where it has none, the library takes all words to be off the page;
/// viewers show them on a sheet of the usual size.
fn has_sheet(document: &PdfDocument, index: usize) -> bool {
    let sheet = document.get_page_media_box(index);
    sheet.is_ok_and(|(x0, y0, x1, y1)| 1.0 <= (x1 - x0).abs() && 1.0 <= (y1 - y0).abs())
}

/// Runs of letters as text, in the order in which they are drawn.
fn joined<'a>(spans: impl Iterator<Item = &'a TextSpan>) -> String {
    let mut text = String::new();
    let mut last: Option<&TextSpan> = None;
    for span in spans {
        text.push_str(last.map_or("", |last| between(last, span)));
        text.push_str(&span.text);
        last = Some(span);
    }
    text
}

/// What stands between two runs of letters.
fn between(last: &TextSpan, next: &TextSpan) -> &'static str {
    let size = last.font_size.min(next.font_size).max(0.1);
    if LINE * last.font_size.max(next.font_size) < (next.bbox.y - last.bbox.y).abs() {
        return "\n";
    }
    let gap = next.bbox.x - (last.bbox.x + last.bbox.width);
    if gap.abs() < GAP * size { "" } else { " " }
}

/// Whether all of a run lies outside of a box of left, bottom, right and top.
fn outside(run: &Rect, (x0, y0, x1, y1): (f32, f32, f32, f32)) -> bool {
    /// The library's own tolerance, so that nothing is told twice or not at all.
    const EDGE: f32 = 2.0;
    let (left, right) = (x0.min(x1) - EDGE, x0.max(x1) + EDGE);
    let (bottom, top) = (y0.min(y1) - EDGE, y0.max(y1) + EDGE);
    let shown =
        left < run.x + run.width && run.x < right && bottom < run.y + run.height && run.y < top;
    !shown
}

#[cfg(test)]
mod tests {
    use super::{only_place, tidy};

    #[track_caller]
    fn check(text: &str, words: &str, expected: Option<&str>) {
        let place = only_place(text, words);
        assert_eq!(place.and_then(|place| place.of(text)), expected);
    }

    #[test]
    fn only_words_of_their_own_have_a_place() {
        check("Total 12 of 30", "12", Some("12"));
        check("Total 12 of 12", "12", None);
        check("Total 123", "12", None);
        check("Total", "", None);
    }

    #[test]
    fn ends_of_lines_and_control_letters_are_tidied() {
        assert_eq!(tidy("a \u{1}b  \n\nc\r\n"), "a  b\n\nc");
    }
}
