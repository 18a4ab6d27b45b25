//! Another body in the place of the one that the evidence names: `to the Harbour Signals Board` for `to the Harbour Pilots
//! Board`.

use std::ops::Range;

use super::{
    super::{ComparedText, GroundingDifference},
    TurnedComparison, content, place_of,
};
use crate::grounding::evidence_index::NOVEL;

/// Words of a name, at least, that say something.
const FEWEST: usize = 2;

pub(super) fn named(compared: &TurnedComparison<'_>) -> Option<GroundingDifference> {
    let (said, near) = (compared.said, &compared.near);
    let theirs = names(near);
    names(said).into_iter().find_map(|ours| {
        let is_new = |at: usize| is_nowhere(compared, at);
        content(said, ours.clone()).find(|at| is_new(*at))?;
        let rival = theirs.iter().find(|name| is_rival(compared, &ours, name))?;
        Some(GroundingDifference::Party {
            said: said.said(ours.start, ours.end - 1),
            nearest: near.said(rival.start, rival.end - 1),
            is_swapped: false,
            span: said.span(ours.start, ours.end - 1),
        })
    })
}

/// Names of several words.
fn names(side: &ComparedText<'_>) -> Vec<Range<usize>> {
    let is_capital =
        |at: &usize| side.text[side.words[*at].range.clone()].starts_with(char::is_uppercase);
    let mut names: Vec<Range<usize>> = Vec::new();
    for at in content(side, 0..side.words.len()).filter(is_capital) {
        match names.last_mut() {
            Some(name) if name.end == at && is_joined(side, at) => name.end = at + 1,
            _ => names.push(at..at + 1),
        }
    }
    names.retain(|name| FEWEST <= content(side, name.clone()).count());
    names
}

/// Whether nothing parts a word from the one before it.
fn is_joined(side: &ComparedText<'_>, at: usize) -> bool {
    let between = &side.text[side.words[at - 1].range.end..side.words[at].range.start];
    matches!(between, " " | "-" | "’" | "'" | "\u{a0}")
}

/// A word that neither the question nor any sentence of the same source has.
fn is_nowhere(compared: &TurnedComparison<'_>, at: usize) -> bool {
    let TurnedComparison { evidence, passage, said, .. } = compared;
    let id = said.ids[at];
    let units = evidence.units.iter().filter(|unit| unit.passage == *passage);
    let stands = || {
        units
            .clone()
            .any(|unit| evidence.ids[unit.words.clone()].contains(&id))
    };
    !said.asked[at] && (id == NOVEL || !stands())
}

/// Whether two names are of one sort, stand in the same place, and each has a word of its own.
fn is_rival(
    compared: &TurnedComparison<'_>,
    ours: &Range<usize>,
    theirs: &Range<usize>,
) -> bool {
    let (said, near) = (compared.said, &compared.near);
    let is_same =
        |one: usize, other: usize| said.ids[one] == near.ids[other] && said.ids[one] != NOVEL;
    let is_of_sort = is_same(ours.start, theirs.start) || is_same(ours.end - 1, theirs.end - 1);
    let leading = |side: &ComparedText<'_>, at: usize| {
        (0..at).rev().find(|before| !side.reading().is_determiner(*before))
    };
    let leads = leading(said, ours.start).zip(leading(near, theirs.start));
    let acts = said.reading().is_auxiliary(ours.end) && near.reading().is_auxiliary(theirs.end);
    let in_place = leads.is_some_and(|(one, other)| is_same(one, other)) || acts;
    let is_other = content(near, theirs.clone()).any(|at| place_of(near, at, said).is_none());
    is_of_sort && in_place && is_other
}
