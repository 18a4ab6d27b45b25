//! Letters that are placed so that they cannot be seen: too small, or white on white.

use pdf_oxide::{PdfDocument, elements::PathContent, geometry::Rect, layout::TextSpan};

use super::{HiddenReason, HiddenWords};

/// Points below which no one reads.
const READABLE: f32 = 1.0;
/// From here on a colour is the paper's.
const PAPER: f32 = 0.97;

/// Every run of letters on the page that its place hides.
pub(super) fn unseen(document: &PdfDocument, index: usize) -> Vec<HiddenWords> {
    let Ok(spans) = document.extract_spans(index) else { return Vec::new() };
    let mut page = PageVisibility { document, index, paper: None };
    let hidden = spans.into_iter().filter(|span| !span.text.trim().is_empty());
    hidden
        .filter_map(|span| Some(HiddenWords { why: page.why(&span)?, words: span.text }))
        .collect()
}

struct PageVisibility<'a> {
    document: &'a PdfDocument,
    index: usize,
    paper: Option<PageBackground>,
}

impl PageVisibility<'_> {
    fn why(&mut self, span: &TextSpan) -> Option<HiddenReason> {
        if span.font_size < READABLE {
            return Some(HiddenReason::Tiny);
        }
        let (document, index) = (self.document, self.index);
        let white = [span.color.r, span.color.g, span.color.b]
            .iter()
            .all(|part| PAPER <= *part);
        let paper = || PageBackground::of(document, index);
        (white && !self.paper.get_or_insert_with(paper).covered(&span.bbox))
            .then_some(HiddenReason::White)
    }
}

/// What lies under the letters.
struct PageBackground {
    fills: Vec<Rect>,
    /// A picture may lie anywhere and have any colour.
    pictures: bool,
}

impl PageBackground {
    fn of(document: &PdfDocument, index: usize) -> Self {
        let paths = document.extract_paths(index).unwrap_or_default();
        let dark = |path: &PathContent| {
            path.fill_color
                .is_some_and(|fill| [fill.r, fill.g, fill.b].iter().any(|part| *part < PAPER))
        };
        Self {
            fills: paths.into_iter().filter(dark).map(|path| path.bbox).collect(),
            pictures: super::super::text::has_pictures(document, index),
        }
    }

    fn covered(&self, span: &Rect) -> bool {
        self.pictures || self.fills.iter().any(|fill| fill.intersects(span))
    }
}
