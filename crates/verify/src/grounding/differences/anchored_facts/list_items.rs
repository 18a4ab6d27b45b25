//! Items of a list that a claim joins otherwise than the evidence does, and those of several conditions that it leaves out.

use std::collections::BTreeSet;

use super::{
    AnchoredClaim, UnitDifference, content_ids,
    source_lists::{ListItem, ListJoint, SourceList, lists},
};
use crate::grounding::differences::{ComparedText, GroundingDifference, QualifierChange};

/// Words between two items in which they are joined.
const BETWEEN: usize = 10;
/// Words of a condition that are shown.
const SHOWN: usize = 14;
/// Words of what follows from conditions that a claim must have: fewer do not tell it.
const CONSEQUENCE: usize = 2;

pub(super) fn differ(claim: &AnchoredClaim<'_>) -> Vec<UnitDifference> {
    let mut found = Vec::new();
    for list in lists(claim) {
        found.extend(joined(claim, &list));
        found.extend(left_out(claim, &list));
    }
    found
}

/// Two items that a claim joins with `and` where any of them will do, or the other way round.
fn joined(claim: &AnchoredClaim<'_>, list: &SourceList<'_>) -> Option<UnitDifference> {
    let said = claim.said;
    let reading = said.reading();
    let denies =
        |side: &ComparedText<'_>| (0..side.words.len()).any(|at| side.reading().negates(at));
    // `Neither … nor` is `not … and not`.
    if denies(said) || denies(&list.lead_in) {
        return None;
    }
    let told: Vec<&ListItem<'_>> =
        list.items.iter().filter(|item| item.is_among(said.ids)).collect();
    for pair in told.windows(2) {
        let [one, other] = pair else { continue };
        let Some(gap) = gap(said, one, other) else { continue };
        let all = gap.clone().find(|at| reading.is_conjunction(*at));
        let any = gap.clone().find(|at| reading.is_alternative(*at));
        let at = match (list.joint, all, any) {
            (ListJoint::Any, Some(at), None) if binds(said, gap.start) => at,
            (ListJoint::All, None, Some(at)) => at,
            _ => continue,
        };
        let last = one.side.words.len() - 1;
        let difference = GroundingDifference::Conjunction {
            said: said.said(at, (at + 1).min(said.words.len() - 1)),
            nearest: one.side.said(last, last),
            span: said.span(at, at),
        };
        return Some((one.unit, difference));
    }
    None
}

/// The words between what a claim has of one item and what it has of another.
fn gap(
    said: &ComparedText<'_>,
    one: &ListItem<'_>,
    other: &ListItem<'_>,
) -> Option<std::ops::Range<usize>> {
    let places = |item: &ListItem<'_>, than: &ListItem<'_>| -> Vec<usize> {
        let is_own = |at: &usize| {
            let id = &said.ids[*at];
            item.own.contains(id) && !than.own.contains(id)
        };
        (0..said.words.len()).filter(is_own).collect()
    };
    let (first, second) = (places(one, other), places(other, one));
    let ends = |before: &[usize], after: &[usize]| {
        let start = *after.first()?;
        let end = *before.iter().rev().find(|at| **at < start)?;
        (start - end <= BETWEEN).then_some(end + 1..start)
    };
    ends(&first, &second).or_else(|| ends(&second, &first))
}

/// Whether what stands before a place demands or conditions: there, `and` means all. What only may be done may be done both.
fn binds(said: &ComparedText<'_>, to: usize) -> bool {
    let reading = said.reading();
    (0..to).any(|at| reading.begins_condition(at) || reading.is_only(at))
}

/// A condition of several that a claim leaves out, though it tells another and what follows.
fn left_out(claim: &AnchoredClaim<'_>, list: &SourceList<'_>) -> Option<UnitDifference> {
    let said = claim.said;
    let opens = condition_at_end(&list.lead_in)?;
    let is_stated = states(said, &list.lead_in, opens);
    let is_met = |item: &&ListItem<'_>| item.is_among(said.ids);
    let met: Vec<&ListItem<'_>> = list.items.iter().filter(is_met).collect();
    if list.joint != ListJoint::All || met.is_empty() || !is_stated {
        return None;
    }
    if !rests_on(claim, list, &met) {
        return None;
    }
    let lost = list.items.iter().find(|item| {
        let had = item.own.iter().filter(|id| claim.told.contains(id)).count();
        !item.own.is_empty() && had * 2 < item.own.len()
    })?;
    let reading = said.reading();
    let is_conditional = (0..said.words.len()).any(|at| reading.begins_condition(at));
    let first = usize::from(1 < lost.side.words.len() && lost.side.words[0].lower.len() <= 2);
    let last = (first + SHOWN).min(lost.side.words.len()) - 1;
    let difference = GroundingDifference::Condition {
        word: lost.side.said(first, last),
        change: QualifierChange::Dropped,
        is_close: is_conditional,
        span: said.span(0, said.words.len() - 1),
    };
    Some((lost.unit, difference))
}

/// Whether a claim says what follows from the conditions of a lead-in: what its modal bears on, or most of its words.
fn states(said: &ComparedText<'_>, lead_in: &ComparedText<'_>, opens: usize) -> bool {
    let reading = lead_in.reading();
    let all: BTreeSet<u32> = content_ids(lead_in, 0..opens).into_iter().collect();
    let told = all.iter().filter(|id| said.ids.contains(id)).count();
    let modal = (0..opens).rev().find(|at| reading.is_auxiliary(*at));
    match modal.and_then(|modal| content_ids(lead_in, modal..opens).first().copied()) {
        Some(deed) => CONSEQUENCE <= told && said.ids.contains(&deed),
        None => all.len() * 3 <= told * 5,
    }
}

/// The word of a lead-in that begins the conditions which its items are: no other clause follows it.
fn condition_at_end(lead_in: &ComparedText<'_>) -> Option<usize> {
    let reading = lead_in.reading();
    let begins = |at: &usize| reading.begins_condition(*at) && !reading.begins_exception(*at);
    let at = (0..lead_in.words.len()).rev().find(begins)?;
    let has_clause = (at..lead_in.words.len()).any(|next| reading.is_auxiliary(next));
    (0 < at && !has_clause).then_some(at)
}

/// Whether most of what a claim says is said by the lead-in and the conditions that it tells.
fn rests_on(claim: &AnchoredClaim<'_>, list: &SourceList<'_>, met: &[&ListItem<'_>]) -> bool {
    let said = claim.said;
    let own = content_ids(said, 0..said.words.len());
    let there = |id: &&u32| {
        list.lead_in.ids.contains(id) || met.iter().any(|item| item.side.ids.contains(id))
    };
    let all = super::content(said, 0..said.words.len()).count();
    let held = own.iter().filter(there).count();
    all * 7 <= held * 10
}
