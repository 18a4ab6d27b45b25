//! Months and days that no sentence names on which a claim can rest: `in March and May` for `in January and May`.

use jurat_text::sentence_reading::PartialDate;

use super::{AnchorUnit, AnchoredClaim, UnitDifference};
use crate::grounding::differences::{ComparedText, GroundingDifference};

pub(super) fn differ(claim: &AnchoredClaim<'_>) -> Vec<UnitDifference> {
    let ours = claim.said.reading().months();
    let dates = claim.said.reading().dates();
    let is_dated = |anchor: &AnchorUnit<'_>| {
        let reading = anchor.near.reading();
        !reading.months().is_empty() || !reading.dates().is_empty()
    };
    if ours.is_empty() && dates.is_empty() || !claim.anchors.iter().any(is_dated) {
        return Vec::new();
    }
    let has_month = |month: u32| {
        claim
            .anchors
            .iter()
            .any(|one| months(&one.near).any(|(_, own)| own == month))
    };
    let has_date = |date: &PartialDate| {
        let agrees = |one: &AnchorUnit<'_>| {
            one.near.reading().dates().iter().any(|other| date.agrees(other))
        };
        claim.anchors.iter().any(agrees)
    };
    // Most claims are right, and their passages need not be looked through.
    if ours.iter().all(|(_, month)| has_month(*month)) && dates.iter().all(has_date) {
        return Vec::new();
    }
    let known: Vec<ComparedText<'_>> = claim
        .passage_units()
        .into_iter()
        .map(|unit| claim.evidence.side_of(unit))
        .collect();
    let is_known =
        |month: u32| known.iter().any(|side| months(side).any(|(_, other)| other == month));
    let mut found = Vec::new();
    for (at, month) in &ours {
        if !is_known(*month) {
            found.extend(other_month(claim, *at));
        }
    }
    for date in dates.iter().filter(|date| 1 < date.parts_given()) {
        let stands = |side: &ComparedText<'_>| {
            side.reading().dates().iter().any(|other| date.agrees(other))
        };
        let is_told = ours
            .iter()
            .any(|(at, month)| date.words.contains(at) && !is_known(*month));
        if !is_told && !known.iter().any(stands) {
            found.extend(other_day(claim, date.words.clone(), date.year.is_some()));
        }
    }
    found
}

fn months<'s>(side: &'s ComparedText<'_>) -> impl Iterator<Item = (usize, u32)> + 's {
    side.reading().months().into_iter()
}

/// The month that the unit a claim rests on names instead.
fn other_month(claim: &AnchoredClaim<'_>, at: usize) -> Option<UnitDifference> {
    let said: Vec<u32> = months(claim.said).map(|(_, month)| month).collect();
    claim.anchors.iter().find_map(|anchor| {
        let theirs: Vec<(usize, u32)> = months(&anchor.near).collect();
        let lost = theirs.iter().find(|(_, month)| !said.contains(month));
        let (there, _) = lost.or_else(|| theirs.first())?;
        let difference = GroundingDifference::Date {
            said: claim.said.said(at, at),
            nearest: Some(anchor.near.said(*there, *there)),
            span: claim.said.span(at, at),
        };
        Some((anchor.unit, difference))
    })
}

/// The date that the unit a claim rests on has instead.
fn other_day(
    claim: &AnchoredClaim<'_>,
    words: std::ops::Range<usize>,
    has_year: bool,
) -> Option<UnitDifference> {
    claim.anchors.iter().find_map(|anchor| {
        let dates = anchor.near.reading().dates();
        let rival = dates.iter().find(|other| other.year.is_some() == has_year)?;
        let difference = GroundingDifference::Date {
            said: claim.said.said(words.start, words.end - 1),
            nearest: Some(anchor.near.said(rival.words.start, rival.words.end - 1)),
            span: claim.said.span(words.start, words.end - 1),
        };
        Some((anchor.unit, difference))
    })
}
