//! The headings of a paper that is laid out, as facts.

use jurat_model::LocatedValue;

use super::{headings::HeadingSpan, layout::PaperLayout};
use crate::model::PaperHeading;

pub(super) fn facts(sheet: &PaperLayout<'_>) -> Vec<LocatedValue<PaperHeading>> {
    let fact = |head: &HeadingSpan| {
        let words = head.span.of(sheet.text).unwrap_or_default();
        let text = words.split_whitespace().collect::<Vec<_>>().join(" ");
        sheet.located(PaperHeading { text, level: head.level }, head.span)
    };
    sheet.headings.iter().map(fact).collect()
}
