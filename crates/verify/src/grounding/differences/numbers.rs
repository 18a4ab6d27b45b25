//! Numbers that the evidence does not have, or has otherwise: `within 30 days` for `within ten`.

use std::ops::Range;

use jurat_text::sentence_reading::{MeasuredQuantity, QuantityDimension};

use super::{ComparedText, GroundingDifference, SentenceComparison};
use crate::grounding::{
    evidence_index::NOVEL,
    lexicon::{LexicalClass, STRICTLY_BELOW},
};

/// The share of a sentence that the nearest must have before another number there counts.
const ALIGNED: f64 = 0.5;

/// Finds numbers that differ. What is part of a date is left to the dates.
pub(super) fn differ(
    compared: &SentenceComparison<'_>,
    dates: &[Range<usize>],
    found: &mut Vec<GroundingDifference>,
) {
    let said = &compared.said;
    let ours = said.reading().quantities();
    let sides: Vec<(&ComparedText<'_>, Vec<MeasuredQuantity>)> = compared
        .near
        .iter()
        .map(|side| (side, side.reading().quantities()))
        .collect();
    let theirs: Vec<&MeasuredQuantity> = sides.iter().flat_map(|(_, all)| all).collect();
    for at in 0..said.tokens.len() {
        let counted = said.tokens[at].sort == LexicalClass::Number
            && !dates.iter().any(|range| range.contains(&at))
            && !is_mark(said, at);
        if !counted {
            continue;
        }
        let ours = ours.iter().find(|one| one.at == at);
        let there = sides.iter().any(|(side, all)| stands(side, all, said.ids[at], ours));
        let rival = ours.and_then(|ours| rival(ours, &theirs, there));
        let equal = ours.is_some_and(|ours| theirs.iter().any(|other| same(ours, other)));
        let unknown = said.ids[at] == NOVEL && !said.asked[at];
        let conflicts = rival.is_some() && ALIGNED <= compared.alignment;
        let is_last = || sides.iter().any(|(side, _)| is_last_below(said, at, side));
        if !equal && (conflicts || !there && unknown) && !is_last() {
            found.push(GroundingDifference::Number {
                said: ours.map_or_else(|| said.said(at, at), |ours| ours.written.clone()),
                nearest: rival.filter(|_| conflicts).map(|other| other.written.clone()),
                span: said.span(at, at),
            });
        }
    }
}

/// A quantity of the same measure and another amount. Where the bare number stands there too, only
/// a fixed measure tells: `30 days` is not borne out by `30 dollars`.
fn rival<'a>(
    ours: &MeasuredQuantity,
    theirs: &[&'a MeasuredQuantity],
    there: bool,
) -> Option<&'a MeasuredQuantity> {
    let alike = |other: &&&MeasuredQuantity| other.measure == ours.measure;
    if there && !is_fixed(ours) { None } else { theirs.iter().find(alike).copied() }
}

/// Whether a side has the bare number, and not only as a quantity of another, fixed measure: `45
/// minutes` does not bear out `45 knots`.
fn stands(
    side: &ComparedText<'_>,
    all: &[MeasuredQuantity],
    id: u32,
    ours: Option<&MeasuredQuantity>,
) -> bool {
    let places = side.ids.iter().enumerate().filter(|(_, other)| **other == id);
    let elsewhere = |at: usize| {
        let other = all.iter().find(|one| one.at == at);
        other
            .zip(ours)
            .is_some_and(|(other, ours)| is_fixed(other) && other.measure != ours.measure)
    };
    places.map(|(at, _)| at).any(|at| !elsewhere(at))
}

fn is_fixed(quantity: &MeasuredQuantity) -> bool {
    !matches!(quantity.measure, QuantityDimension::Count(_))
}

fn same(one: &MeasuredQuantity, other: &MeasuredQuantity) -> bool {
    one.measure == other.measure && (one.amount - other.amount).abs() < 1e-6
}

/// Words from what leaves a number out to the number: `less than 50`.
const TO_NUMBER: usize = 2;

/// Whether a number is the last whole one below that of a side: `21 to 49` for `21 or more and under 50`.
fn is_last_below(said: &ComparedText<'_>, at: usize, side: &ComparedText<'_>) -> bool {
    let amount = |side: &ComparedText<'_>, at: usize| side.reading().number_at(at)?.amount();
    let Some(own) = amount(said, at).filter(|own| own.fract() == 0.0) else { return false };
    let is_next = |there: usize| {
        let next = amount(side, there);
        next.is_some_and(|next| (next - own - 1.0).abs() < 1e-9)
            && (there.saturating_sub(TO_NUMBER)..there)
                .any(|before| STRICTLY_BELOW.contains(side.words[before].lower.as_str()))
    };
    (1..side.words.len()).any(is_next)
}

/// Whether a number only marks an item or a source: `1.`, `[2]`, `passage 3`.
fn is_mark(side: &ComparedText<'_>, at: usize) -> bool {
    let range = &side.words[at].range;
    let after = side.text[range.end..].chars().next();
    let before = side.text[..range.start].trim_end();
    let first = at == 0 && matches!(after, Some('.' | ')' | ':') | None);
    let bracketed = before.ends_with('[') && after == Some(']');
    let numbered = at.checked_sub(1).is_some_and(|at| {
        let word = side.words[at].lower.as_str();
        matches!(word, "passage" | "passages" | "step" | "source" | "étape" | "passo" | "fonte")
    });
    first || bracketed || numbered
}
