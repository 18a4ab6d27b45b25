//! An amount of one of several things that are told side by side, given for another of them: the fee of a day berth for that of
//! a night berth.

use std::{collections::BTreeSet, ops::Range};

use super::{
    AnchoredClaim, UnitDifference, content_ids,
    measured_facts::{MeasuredFact, facts, is_fixed, is_same},
};
use crate::grounding::differences::{
    ComparedText, GroundingDifference, turned_round::is_parted,
};

/// A stretch of the evidence with one amount.
struct AmountItem {
    unit: usize,
    fact: MeasuredFact,
    /// As it is written.
    written: String,
    /// Its words that say something.
    words: BTreeSet<u32>,
}

pub(super) fn misplaced(claim: &AnchoredClaim<'_>) -> Vec<UnitDifference> {
    let said = claim.said;
    let ours: Vec<MeasuredFact> = facts(said).into_iter().filter(is_fixed).collect();
    // Of several amounts each may be of another thing.
    let [own] = ours.as_slice() else { return Vec::new() };
    let told: BTreeSet<u32> = content_ids(said, 0..said.words.len()).into_iter().collect();
    let anchors = claim.anchors.iter();
    let items: Vec<AmountItem> = anchors
        .flat_map(|anchor| items_of(anchor.unit, &anchor.near))
        .collect();
    let (with, others): (Vec<_>, Vec<_>) = items
        .iter()
        .filter(|item| item.fact.quantity.measure == own.quantity.measure)
        .partition(|item| is_same(&item.fact, own));
    let is_meant = |item: &&&AmountItem| {
        !with.is_empty() && with.iter().all(|other| is_rather(item, other, &told))
    };
    let Some(meant) = others.iter().find(is_meant) else { return Vec::new() };
    let difference = GroundingDifference::Number {
        said: own.quantity.written.clone(),
        nearest: Some(meant.written.clone()),
        span: said.span(own.quantity.at, own.words.end - 1),
    };
    vec![(meant.unit, difference)]
}

/// Whether a claim speaks of one thing and not of another, by the words that only one of them has.
fn is_rather(one: &AmountItem, other: &AmountItem, told: &BTreeSet<u32>) -> bool {
    let mut own = one.words.difference(&other.words).peekable();
    let mut theirs = other.words.difference(&one.words).peekable();
    own.peek().is_some()
        && theirs.peek().is_some()
        && own.all(|id| told.contains(id))
        && !theirs.any(|id| told.contains(id))
}

/// The stretches of a unit with one amount each; the whole of it where it has but one.
fn items_of(unit: usize, side: &ComparedText<'_>) -> Vec<AmountItem> {
    let all: Vec<MeasuredFact> = facts(side).into_iter().filter(is_fixed).collect();
    let whole = || std::iter::once(0..side.words.len()).collect();
    let parts: Vec<_> = if all.len() == 1 { whole() } else { parts_of(side) };
    let mut items = Vec::new();
    for part in parts {
        let own = all.iter().filter(|fact| part.contains(&fact.quantity.at));
        let [fact] = own.collect::<Vec<_>>()[..] else { continue };
        let is_amount = |at: usize| fact.words.contains(&at);
        let words = part.filter(|at| !is_amount(*at));
        let words = words.flat_map(|at| content_ids(side, at..at + 1)).collect();
        items.push(AmountItem {
            unit,
            fact: fact.clone(),
            written: fact.quantity.written.clone(),
            words,
        });
    }
    items
}

/// The parts of a side that commas and `and` part.
fn parts_of(side: &ComparedText<'_>) -> Vec<Range<usize>> {
    let reading = side.reading();
    let is_new =
        |at: &usize| is_parted(side, *at, &[',', ';', ':']) || reading.is_conjunction(*at);
    let mut starts: Vec<usize> = (1..side.words.len()).filter(is_new).collect();
    starts.insert(0, 0);
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([side.words.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| start..end).collect()
}
