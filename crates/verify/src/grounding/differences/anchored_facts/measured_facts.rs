//! Amounts that stand on the other side of a bound than in the evidence, or in another unit: `at least $500` for `may not
//! exceed $500`, `20 cm` for `20 mm`.

use std::ops::Range;

use jurat_text::sentence_reading::{
    BoundDirection, DeonticForce, MeasuredQuantity, QuantityDimension,
};

use super::{AnchoredClaim, UnitDifference};
use crate::grounding::differences::{ComparedText, GroundingDifference};

/// Words from a bound to its number, at most.
const REACH: usize = 5;
/// The same from a bound of time, which may as well be one of a day: `after the hearing`.
const TIME_REACH: usize = 2;
/// Words of the longest phrase for a bound.
const LONGEST_BOUND: usize = 4;
/// Words before a bound in which it is denied: `may not in any case be less than`.
const DENIED: usize = 4;
/// Words from an amount to a bound after it: `21 years of age or older`.
const AFTER: usize = 4;
/// Words from a number to its unit.
const TO_UNIT: usize = 3;

/// On which side of an amount something lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AmountSide {
    Least,
    Most,
}

/// An amount with the words that bound it.
#[derive(Clone)]
pub(in crate::grounding::differences) struct MeasuredFact {
    pub(super) quantity: MeasuredQuantity,
    /// The number as it is written, whatever its unit.
    number: Option<f64>,
    /// The bound and the amount; the amount alone where nothing bounds it.
    pub(super) words: Range<usize>,
    pub(super) side: Option<AmountSide>,
    /// The words that the bound takes its sense from, a denial of it included.
    taken: Range<usize>,
    /// Whether it stands in a condition: `if it does not arrive within 10 days`.
    is_supposed: bool,
}

pub(super) fn differ(claim: &AnchoredClaim<'_>) -> Vec<UnitDifference> {
    let ours = facts(claim.said);
    if ours.is_empty() || claim.anchors.is_empty() {
        return Vec::new();
    }
    let near: Vec<MeasuredFact> =
        claim.anchors.iter().flat_map(|anchor| facts(&anchor.near)).collect();
    let doubtful: Vec<&MeasuredFact> =
        ours.iter().filter(|fact| is_doubtful(fact, &near)).collect();
    if doubtful.is_empty() {
        return Vec::new();
    }
    let theirs: Vec<(usize, MeasuredFact)> = claim
        .passage_units()
        .into_iter()
        .flat_map(|unit| {
            let side = claim.evidence.side_of(unit);
            facts(&side).into_iter().map(move |fact| (unit, fact))
        })
        .collect();
    let differs = |fact: &MeasuredFact| {
        turned_bound(claim, fact, &theirs).or_else(|| other_unit(claim, fact, &theirs))
    };
    doubtful.into_iter().filter_map(differs).collect()
}

/// Whether the units that a claim may rest on have its number, but never as it has it. Only then is all of their passages
/// looked through: most claims are right.
fn is_doubtful(ours: &MeasuredFact, near: &[MeasuredFact]) -> bool {
    let is_met = |fact: &MeasuredFact| {
        is_same(ours, fact)
            && (ours.side.is_none() || fact.side.is_none_or(|side| Some(side) == ours.side))
    };
    let is_near = |fact: &MeasuredFact| is_same(ours, fact) || fact.number == ours.number;
    near.iter().any(is_near) && !near.iter().any(is_met)
}

/// The same amount on the other side of its bound, wherever the evidence has it.
fn turned_bound(
    claim: &AnchoredClaim<'_>,
    ours: &MeasuredFact,
    theirs: &[(usize, MeasuredFact)],
) -> Option<UnitDifference> {
    let side = ours.side?;
    let mut same = theirs.iter().filter(|(_, fact)| is_same(ours, fact)).peekable();
    same.peek()?;
    let is_other =
        |(_, fact): &&(usize, MeasuredFact)| fact.side.is_some_and(|other| other != side);
    let all: Vec<_> = same.collect();
    if !all.iter().all(is_other) {
        return None;
    }
    claim.anchors.iter().find_map(|anchor| {
        let (unit, fact) = all.iter().find(|(unit, _)| *unit == anchor.unit)?;
        // What is not so above an amount is so below it; what to do where a rule is not kept leaves the rule as it is.
        let denied = denials(claim.said) != denials(&anchor.near);
        let is_breach = ours.is_supposed && !fact.is_supposed;
        (!denied && !is_breach).then(|| {
            let (words, near) = (&ours.words, &fact.words);
            let difference = GroundingDifference::Bound {
                said: claim.said.said(words.start, words.end - 1),
                nearest: anchor.near.said(near.start, near.end - 1),
                span: claim.said.span(words.start, words.end - 1),
            };
            (*unit, difference)
        })
    })
}

/// The same number in another unit, where no sentence has it in this one.
fn other_unit(
    claim: &AnchoredClaim<'_>,
    ours: &MeasuredFact,
    theirs: &[(usize, MeasuredFact)],
) -> Option<UnitDifference> {
    let number = ours.number.filter(|_| is_fixed(ours))?;
    if theirs.iter().any(|(_, fact)| is_same(ours, fact)) {
        return None;
    }
    let is_rival = |fact: &MeasuredFact| {
        fact.number == Some(number) && is_fixed(fact) && names_other_unit(ours, fact)
    };
    claim.anchors.iter().find_map(|anchor| {
        let mut own = theirs.iter().filter(|(unit, _)| *unit == anchor.unit);
        let (unit, fact) = own.find(|(_, fact)| is_rival(fact))?;
        let at = ours.quantity.at;
        let difference = GroundingDifference::Number {
            said: ours.quantity.written.clone(),
            nearest: Some(fact.quantity.written.clone()),
            span: claim.said.span(at, ours.words.end - 1),
        };
        Some((*unit, difference))
    })
}

pub(super) fn is_same(one: &MeasuredFact, other: &MeasuredFact) -> bool {
    let (one, other) = (&one.quantity, &other.quantity);
    one.measure == other.measure && (one.amount - other.amount).abs() < 1e-6
}

pub(super) const fn is_fixed(fact: &MeasuredFact) -> bool {
    !matches!(fact.quantity.measure, QuantityDimension::Count(_))
}

/// Days and working days are two units, though they have one name.
fn names_other_unit(one: &MeasuredFact, other: &MeasuredFact) -> bool {
    let (one, other) = (&one.quantity, &other.quantity);
    let is_named = !one.unit.is_empty() && !other.unit.is_empty();
    one.measure != other.measure && (is_named || one.unit != other.unit)
        || one.unit != other.unit && is_named
}

/// How often a side denies, but for the words that bounds take their sense from.
fn denials(side: &ComparedText<'_>) -> usize {
    let bounded = facts(side);
    let reading = side.reading();
    let denies = |at: &usize| reading.is_negative(*at) && !is_of_bound(&bounded, *at);
    (0..side.words.len()).filter(denies).count()
}

/// Whether the word at a place is one that a bound takes its sense from: the `No` of `No grant may exceed $500`.
pub(in crate::grounding::differences) fn is_of_bound(
    facts: &[MeasuredFact],
    at: usize,
) -> bool {
    facts
        .iter()
        .any(|fact| fact.side.is_some() && fact.taken.contains(&at))
}

/// Whether the bound that has the word at a place bounds the same amount on the same side as one of the other sentence.
pub(in crate::grounding::differences) fn is_bounded_there(
    said: &ComparedText<'_>,
    at: usize,
    source: &ComparedText<'_>,
) -> bool {
    let mut ours = facts(said).into_iter().filter(|fact| fact.words.contains(&at));
    let theirs = facts(source);
    let is_met = |ours: MeasuredFact| {
        let mut same = theirs.iter().filter(|fact| is_same(&ours, fact));
        ours.side.is_some() && same.any(|fact| fact.side == ours.side)
    };
    ours.any(is_met)
}

/// The amounts of one side. One in brackets that only repeats the one before it is none.
pub(in crate::grounding::differences) fn facts(side: &ComparedText<'_>) -> Vec<MeasuredFact> {
    let mut found: Vec<MeasuredFact> = Vec::new();
    for quantity in side.reading().quantities() {
        let fact = fact(side, quantity);
        let is_repeated = found.last().is_some_and(|last| {
            let between = side.words[last.words.end - 1].range.end
                ..side.words[fact.quantity.at].range.start;
            is_same(last, &fact) && side.text[between].contains('(')
        });
        if !is_repeated {
            found.push(fact);
        }
    }
    found
}

fn fact(side: &ComparedText<'_>, quantity: MeasuredQuantity) -> MeasuredFact {
    let reading = side.reading();
    let first = quantity.at;
    let number = reading.number_at(first);
    let after_number = first + number.as_ref().map_or(1, |one| one.words);
    let unit = (after_number..(after_number + TO_UNIT).min(side.words.len()))
        .find_map(|at| Some(at + reading.unit_at(at)?.1))
        .filter(|_| !quantity.unit.is_empty());
    let end = unit.unwrap_or(after_number).min(side.words.len());
    let bound = bound_after(side, end).or_else(|| bound_before(side, first, end));
    let (taken, bounded) =
        bound.map_or((first..end, None), |(taken, bounded)| (taken, Some(bounded)));
    MeasuredFact {
        number: number.and_then(|one| one.amount()),
        words: taken
            .start
            .max(first.saturating_sub(REACH + LONGEST_BOUND))
            .min(first)..taken.end.max(end),
        is_supposed: (0..taken.start.min(first))
            .rev()
            .take_while(|at| is_open(side, *at, first))
            .any(|at| reading.is_plain_condition(at)),
        quantity,
        side: bounded,
        taken,
    }
}

/// A bound right after an amount: `30 days or more`.
fn bound_after(side: &ComparedText<'_>, end: usize) -> Option<(Range<usize>, AmountSide)> {
    let reading = side.reading();
    let at =
        (end..(end + AFTER).min(side.words.len())).find(|at| reading.is_alternative(*at))?;
    let (direction, words) = reading.bound_at(at).filter(|_| is_open(side, end, at))?;
    Some((end..at + words, side_of(direction, words, false)))
}

/// The bound that an amount stands after, with what denies it.
fn bound_before(
    side: &ComparedText<'_>,
    first: usize,
    end: usize,
) -> Option<(Range<usize>, AmountSide)> {
    let reading = side.reading();
    let from = first.saturating_sub(REACH + LONGEST_BOUND);
    let bounds = (from..first).filter_map(|at| {
        let (direction, words) = reading.bound_at(at)?;
        let reach = match direction {
            BoundDirection::AtLeast | BoundDirection::AtMost => REACH,
            BoundDirection::Earlier | BoundDirection::Later => TIME_REACH,
        };
        let is_near = at + words <= first && first <= at + words + reach;
        (is_near && is_open(side, at, first)).then_some((at, words, direction))
    });
    // Of phrases that end together the longest is meant: `not more than`.
    let (at, words, direction) = bounds.max_by_key(|(at, words, _)| (at + words, *words))?;
    let is_before = reading
        .bound_at(end)
        .is_some_and(|(direction, _)| direction == BoundDirection::Earlier);
    let plain = side_of(direction, words, is_before);
    match denial_of(side, at) {
        Some(denial) => Some((denial..first, plain.other())),
        None => Some((at..first, plain)),
    }
}

/// Whether nothing stands between a bound and its number that parts them: no mark, no other number.
fn is_open(side: &ComparedText<'_>, from: usize, to: usize) -> bool {
    let text = &side.text[side.words[from].range.start..side.words[to].range.start];
    let has_number = (from..to).any(|at| side.reading().number_at(at).is_some());
    !text.contains([',', ';', ':', '.', '(', ')']) && !has_number
}

/// Where what denies a bound stands: `may not be less than`, `No grant may exceed`. One that begins with its own `not` is
/// denied by no other.
fn denial_of(side: &ComparedText<'_>, at: usize) -> Option<usize> {
    let reading = side.reading();
    if reading.is_negation(at) {
        return None;
    }
    let near = at.saturating_sub(DENIED)..at;
    let direct = near
        .clone()
        .find(|back| reading.negates(*back) && is_open(side, *back, at));
    let forbids = || {
        let modals = reading.modals();
        let forbidding = |one: &&jurat_text::sentence_reading::ModalOccurrence| {
            near.contains(&one.at) && one.force == DeonticForce::Prohibition
        };
        let modal = modals.iter().find(forbidding)?;
        (0..modal.at).rev().find(|back| reading.is_negation(*back))
    };
    direct.or_else(forbids)
}

/// The side that a bound names. `No later than 30 days before` is 30 days or more.
const fn side_of(direction: BoundDirection, words: usize, is_before: bool) -> AmountSide {
    let turns = is_before && 1 < words;
    match direction {
        BoundDirection::Earlier if turns => AmountSide::Least,
        BoundDirection::Later if turns => AmountSide::Most,
        BoundDirection::AtLeast | BoundDirection::Later => AmountSide::Least,
        BoundDirection::AtMost | BoundDirection::Earlier => AmountSide::Most,
    }
}

impl AmountSide {
    const fn other(self) -> Self {
        match self {
            Self::Least => Self::Most,
            Self::Most => Self::Least,
        }
    }
}
