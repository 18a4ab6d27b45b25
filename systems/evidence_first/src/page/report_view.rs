//! What a format sees: the report, and the texts that it quotes.

use std::ops::Range;

use jurat_compose::{EvidenceReport, RejectedRequirement};
use jurat_model::{Requirement, SourceExhibit};

use super::SHOWN;

/// A report with the texts that it quotes.
#[derive(Debug, Clone, Copy)]
pub struct ReportView<'a> {
    pub report: &'a EvidenceReport,
    /// The texts; a format shows a quote in its place where the text is here.
    pub exhibits: &'a [SourceExhibit],
}

impl<'a> ReportView<'a> {
    /// Provisions that were not used: those that are shown whole, and those that are only listed.
    pub(crate) fn not_used(
        &self,
    ) -> (Vec<&'a RejectedRequirement>, Vec<&'a RejectedRequirement>) {
        let used = self.report.requirements.len();
        shown_of(&self.report.rejected, used)
    }
}

/// Of provisions that were not used, the likeliest first, those that a page shows whole: as many as there is room for
/// beside those used, and whatever plain search has among its first.
pub fn shown_of(
    rejected: &[RejectedRequirement],
    used: usize,
) -> (Vec<&RejectedRequirement>, Vec<&RejectedRequirement>) {
    let room = SHOWN.saturating_sub(used);
    let numbered = rejected.iter().enumerate();
    let (shown, listed): (Vec<_>, Vec<_>) = numbered.partition(|(at, one)| {
        let first = one.rank.is_some_and(|rank| rank as usize <= SHOWN);
        one.probability.is_some() && (*at < room || first)
    });
    let second = |(_, one)| one;
    (shown.into_iter().map(second).collect(), listed.into_iter().map(second).collect())
}

/// A stretch of a text around a quote.
pub(crate) struct QuoteWindow<'a> {
    /// In turn words that are not quoted and words that are.
    pub(crate) pieces: Vec<WindowPiece<'a>>,
    /// Whether the text goes on before it.
    pub(crate) before: bool,
    /// Whether the text goes on after it.
    pub(crate) after: bool,
}

/// Words, quoted or not.
pub(crate) enum WindowPiece<'a> {
    Plain(&'a str),
    Quoted(&'a str),
}

impl<'a> ReportView<'a> {
    /// Where a quote stands in its text, with about so many bytes on either side; nothing where
    /// the text is not here, or says otherwise.
    pub(crate) fn windows(
        &self,
        requirement: &Requirement,
        context: usize,
    ) -> Vec<QuoteWindow<'a>> {
        let quote = &requirement.quote;
        let exhibit = self.exhibits.iter().find(|one| one.rendition == quote.rendition);
        let Some(exhibit) = exhibit.filter(|one| one.is_whole() && quote.holds(&one.text))
        else {
            return Vec::new();
        };
        let text = exhibit.text.as_str();
        let mut windows: Vec<(Range<usize>, Vec<Range<usize>>)> = Vec::new();
        for range in quote.ranges.iter().map(|span| span.range()) {
            let around = around(text, &range, context);
            match windows.last_mut() {
                Some((last, quoted)) if around.start <= last.end => {
                    last.end = around.end.max(last.end);
                    quoted.push(range);
                }
                _ => windows.push((around, vec![range])),
            }
        }
        windows
            .into_iter()
            .map(|(around, quoted)| window(text, &around, quoted))
            .collect()
    }
}

/// The words around a range, whole words only.
fn around(text: &str, range: &Range<usize>, context: usize) -> Range<usize> {
    let start = text.floor_char_boundary(range.start.saturating_sub(context));
    let end = text.ceil_char_boundary(text.len().min(range.end + context));
    let start = match text[start..range.start].find(char::is_whitespace) {
        Some(space) if 0 < start => start + space,
        _ => start,
    };
    let end = match text[range.end..end].rfind(char::is_whitespace) {
        Some(space) if end < text.len() => range.end + space,
        _ => end,
    };
    start..end
}

fn window<'a>(
    text: &'a str,
    around: &Range<usize>,
    quoted: Vec<Range<usize>>,
) -> QuoteWindow<'a> {
    let mut pieces = Vec::new();
    let mut from = around.start;
    for range in quoted {
        pieces.push(WindowPiece::Plain(&text[from..range.start]));
        pieces.push(WindowPiece::Quoted(&text[range.clone()]));
        from = range.end;
    }
    pieces.push(WindowPiece::Plain(&text[from..around.end]));
    QuoteWindow {
        pieces,
        before: 0 < around.start,
        after: around.end < text.len(),
    }
}
