//! Numbers, dates and provisions of a near copy that the source has otherwise.

use std::{collections::BTreeSet, ops::Range};

use jurat_text::{crossref::cross_references, sentence_reading::MeasuredQuantity};

use super::{
    super::{ComparedText, GroundingDifference},
    ChangedStretch, CopyComparison, written,
};
use crate::grounding::lexicon::LexicalClass;

/// Words that a provision takes at most: `subparagraph 12(1)(a)(ii) of the Harbour Act`.
const LONGEST_NAME: usize = 14;

/// Finds numbers that stand in the place of others, and quantities that were put in.
pub(super) fn differ(
    compared: &CopyComparison<'_>,
    stretch: &ChangedStretch,
    found: &mut Vec<GroundingDifference>,
) {
    let CopyComparison { said, source, .. } = compared;
    let numbers: Vec<usize> = stretch.said.clone().filter(|at| is_value(said, *at)).collect();
    let Some(first) = numbers.first().copied() else { return };
    let theirs = stretch.source.clone().find(|at| is_value(source, *at));
    let span = compared.said_span(stretch);
    if is_provision(said, first) {
        // With the word for what it is: in `Division 5` made `Division 12`, that is of another thing.
        let is_own = |at: &usize| stretch.said.start < *at && names_own_number(compared, *at);
        if numbers.iter().any(is_own) {
            return;
        }
        // A provision that was put in names where the sentence stands; beside whole clauses it replaces none of theirs.
        let theirs = theirs.filter(|_| stretch.source.len() <= LONGEST_NAME);
        found.extend(theirs.map(|_| GroundingDifference::Provision {
            said: written(said, &stretch.said),
            nearest: written(source, &stretch.source),
            span,
        }));
        return;
    }
    if let Some(date) = date_at(said, first) {
        let nearest = theirs.and_then(|at| date_at(source, at));
        found.extend(nearest.map(|nearest| GroundingDifference::Date {
            said: written(said, &date),
            nearest: Some(written(source, &nearest)),
            span: said.span(date.start, date.end - 1),
        }));
        return;
    }
    let ours = quantity_at(said, first);
    let rival = theirs.and_then(|at| quantity_at(source, at));
    let is_moved = || {
        let unmatched = compared.beside.changed.iter().flat_map(|one| one.source.clone());
        let mut others = unmatched.filter_map(|at| quantity_at(source, at));
        others.any(|other| is_same(ours.as_ref(), Some(&other)))
    };
    if theirs.is_some_and(|theirs| keeps_company(compared, first, theirs)) {
        return;
    }
    let is_exchanged = is_exchanged(compared, stretch, (ours.as_ref(), rival.as_ref()));
    if !is_exchanged && (is_moved() || is_repeated(compared, stretch, first)) {
        return;
    }
    let is_measured = ours.as_ref().is_some_and(|one| !one.unit.is_empty());
    if theirs.is_some() || is_measured {
        let number =
            |side: &ComparedText<'_>, at: usize, quantity: Option<MeasuredQuantity>| {
                quantity.map_or_else(|| side.said(at, at), |one| one.written)
            };
        found.push(GroundingDifference::Number {
            said: number(said, first, ours),
            nearest: theirs.map(|at| number(source, at, rival)),
            span: said.span(first, first),
        });
    }
}

/// Whether a word is a number, or the letter of a paragraph: `(b)`.
pub(super) fn is_value(side: &ComparedText<'_>, at: usize) -> bool {
    side.tokens[at].sort == LexicalClass::Number
        || side.tokens[at].lower.starts_with(|c: char| c.is_ascii_digit())
        || is_bracketed(side, at)
}

fn is_bracketed(side: &ComparedText<'_>, at: usize) -> bool {
    let range = &side.words[at].range;
    let short = range.len() <= 4;
    short && side.text[..range.start].ends_with('(') && side.text[range.end..].starts_with(')')
}

/// Whether a number names a place: `section 12`, `12(1)`, `(2)`.
fn is_provision(side: &ComparedText<'_>, at: usize) -> bool {
    let range = &side.words[at].range;
    is_bracketed(side, at)
        || cross_references(&side.text)
            .iter()
            .any(|one| one.range.start <= range.start && range.end <= one.range.end)
}

/// Words of a marginal note before the number of its section.
const NOTE: usize = 12;

/// Whether a copy names, with the number at a place, the section that it is copied from: `Under section 12, the keeper` for
/// `Duty of keeper 12 The keeper`.
pub(super) fn names_own_number(compared: &CopyComparison<'_>, at: usize) -> bool {
    let CopyComparison { said, source, .. } = compared;
    let Some(id) = said.ids.get(at).copied() else { return false };
    let own = (0..source.words.len().min(NOTE)).find(|place| heads_section(source, *place));
    is_provision(said, at) && own.is_some_and(|own| source.ids[own] == id)
}

/// Whether a number stands before the first words of a section, and names no other.
fn heads_section(side: &ComparedText<'_>, at: usize) -> bool {
    let is_number = side.words[at].lower.starts_with(|c: char| c.is_ascii_digit());
    let rest = side.text[side.words[at].range.end..].trim_start();
    is_number
        && !is_provision(side, at)
        && rest.starts_with(|c: char| c == '(' || c.is_uppercase())
}

/// The words of the date that a number is a part of.
fn date_at(side: &ComparedText<'_>, at: usize) -> Option<Range<usize>> {
    let dates = side.reading().dates();
    let date = dates.into_iter().find(|date| date.words.contains(&at))?;
    Some(date.words)
}

/// The quantity that a number begins, or is a part of.
fn quantity_at(side: &ComparedText<'_>, at: usize) -> Option<MeasuredQuantity> {
    let reading = side.reading();
    let holds = |one: &MeasuredQuantity| {
        let words = reading.number_at(one.at).map_or(1, |number| number.words);
        (one.at..one.at + words).contains(&at)
    };
    reading.quantities().into_iter().find(holds)
}

/// Whether a stretch says nothing but an amount that the source has there, written otherwise.
pub(super) fn is_same_amount(compared: &CopyComparison<'_>, stretch: &ChangedStretch) -> bool {
    let CopyComparison { said, source, .. } = compared;
    let ours = stretch.said.clone().find_map(|at| quantity_at(said, at));
    let theirs = stretch.source.clone().find_map(|at| quantity_at(source, at));
    let alone = |at: usize| said.tokens[at].sort != LexicalClass::Content;
    stretch.said.clone().all(alone) && is_same(ours.as_ref(), theirs.as_ref())
}

/// Whether two quantities are as much: `$2.5 million`, `$2,500,000`.
fn is_same(one: Option<&MeasuredQuantity>, other: Option<&MeasuredQuantity>) -> bool {
    one.zip(other).is_some_and(|(one, other)| {
        one.measure == other.measure && (one.amount - other.amount).abs() < 1e-6
    })
}

/// Whether all that changed are two values that stand in each other's place. With more changed beside them, whole clauses may
/// have changed places, and then nothing is said otherwise.
fn is_exchanged(
    compared: &CopyComparison<'_>,
    stretch: &ChangedStretch,
    (ours, theirs): (Option<&MeasuredQuantity>, Option<&MeasuredQuantity>),
) -> bool {
    let CopyComparison { said, source, .. } = compared;
    let [one, other] = &compared.beside.changed[..] else { return false };
    let there = if one == stretch { other } else { one };
    let value = |side: &ComparedText<'_>, words: &Range<usize>| {
        words.clone().find_map(|at| quantity_at(side, at))
    };
    is_same(theirs, value(said, &there.said).as_ref())
        && is_same(ours, value(source, &there.source).as_ref())
}

/// Whether a number stands in the place of another, and each has its own words with it.
pub(super) fn has_moved_number(compared: &CopyComparison<'_>) -> bool {
    compared.as_laid.changed.iter().any(|stretch| {
        let ours = stretch.said.clone().find(|at| is_value(&compared.said, *at));
        let theirs = stretch.source.clone().find(|at| is_value(&compared.source, *at));
        ours.zip(theirs)
            .is_some_and(|(ours, theirs)| keeps_company(compared, ours, theirs))
    })
}

/// Words after a number that tell what it counts.
const COMPANY: usize = 12;

/// Whether the source has the same number elsewhere, among more of the words that stand with it here than the number in its
/// place has: clauses changed places, and each number with its own.
fn keeps_company(compared: &CopyComparison<'_>, ours: usize, rival: usize) -> bool {
    let CopyComparison { said, source, .. } = compared;
    let around = company(said, ours);
    let likeness = |at: usize| shared_part(&around, &company(source, at));
    let value = |side: &ComparedText<'_>, at: usize| {
        side.reading().number_at(at).and_then(|number| number.amount())
    };
    let own = value(said, ours);
    let is_namesake = |at: &usize| *at != rival && own.is_some() && value(source, *at) == own;
    (0..source.words.len())
        .filter(is_namesake)
        .any(|at| likeness(rival) < likeness(at))
}

/// The words that say what a number counts: those after it, up to the next number, `and` or mark.
fn company(side: &ComparedText<'_>, number: usize) -> BTreeSet<u32> {
    let reading = side.reading();
    let from = number + reading.number_at(number).map_or(1, |one| one.words);
    let until = (from + COMPANY).min(side.words.len());
    let is_end = |at: usize| {
        let gap = &side.text[side.words[at - 1].range.end..side.words[at].range.start];
        gap.contains([',', ';', ':', '.'])
            || is_value(side, at)
            || reading.is_conjunction(at)
            || reading.is_alternative(at)
            || reading.is_auxiliary(at)
    };
    let run = (from..until).take_while(|at| !is_end(*at));
    run.filter(|at| side.tokens[*at].sort == LexicalClass::Content)
        .map(|at| side.ids[at])
        .collect()
}

/// The share of the words of two sets that both have.
#[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
fn shared_part(one: &BTreeSet<u32>, other: &BTreeSet<u32>) -> f64 {
    let all = one.union(other).count().max(1);
    one.intersection(other).count() as f64 / all as f64
}

/// Whether a number only says again what stands beside it: `thirty (30) days`.
fn is_repeated(compared: &CopyComparison<'_>, stretch: &ChangedStretch, at: usize) -> bool {
    let said = &compared.said;
    let near = [stretch.said.start.checked_sub(1), Some(stretch.said.end)];
    near.into_iter()
        .flatten()
        .any(|beside| said.ids.get(beside).is_some_and(|id| *id == said.ids[at]))
}
