//! Dates that the evidence does not have, or has otherwise.

use std::ops::Range;

use jurat_text::sentence_reading::PartialDate;

use super::{ComparedText, GroundingDifference, SentenceComparison};
use crate::grounding::evidence_index::NOVEL;

/// The share of a sentence that the nearest must have before another date there counts.
const ALIGNED: f64 = 0.5;

/// Finds dates that differ, and says which words are dates.
pub(super) fn differ(
    compared: &SentenceComparison<'_>,
    found: &mut Vec<GroundingDifference>,
) -> Vec<Range<usize>> {
    let said = &compared.said;
    let ours = said.reading().dates();
    if ours.is_empty() {
        return Vec::new();
    }
    let theirs: Vec<(&ComparedText<'_>, PartialDate)> = compared
        .near
        .iter()
        .flat_map(|side| side.reading().dates().into_iter().map(move |date| (side, date)))
        .collect();
    for date in &ours {
        if theirs.iter().any(|(_, other)| date.agrees(other)) {
            continue;
        }
        let rival = theirs
            .iter()
            .find(|(_, other)| date.year.is_some() == other.year.is_some());
        let unknown = date.words.clone().any(|at| said.ids[at] == NOVEL);
        let conflicts = rival.is_some() && ALIGNED <= compared.alignment;
        if unknown || conflicts && date.parts_given() != 1 {
            let last = date.words.end - 1;
            found.push(GroundingDifference::Date {
                said: said.said(date.words.start, last),
                nearest: rival
                    .map(|(side, other)| side.said(other.words.start, other.words.end - 1)),
                span: said.span(date.words.start, last),
            });
        }
    }
    ours.into_iter().map(|date| date.words).collect()
}
