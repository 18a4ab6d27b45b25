//! Somebody whom the evidence leaves out, and who acts all the same: `the Warden may ring` for `anyone other than the Warden
//! may ring`.

use std::ops::Range;

use super::{AnchorUnit, AnchoredClaim, UnitDifference, content_ids};
use crate::grounding::{
    differences::{ComparedText, GroundingDifference, turned_round::is_parted},
    evidence_index::NOVEL,
    lexicon::LexicalClass,
};

/// Words of a name at most.
const LONGEST_NAME: usize = 4;
/// Words after a name that tell what is done.
const DEEDS: usize = 3;
/// Words from who acts to what is done, its modal included.
const TO_DEED: usize = 3;
/// Words before a name in which it is left out.
const BEFORE: usize = 5;

pub(super) fn named(claim: &AnchoredClaim<'_>) -> Option<UnitDifference> {
    claim.anchors.iter().find_map(|anchor| {
        let near = &anchor.near;
        let difference = (0..near.words.len()).find_map(|at| {
            let words = near.reading().leaving_out_at(at)?;
            // What a comma parts is a case of its own: `within the harbour, except with leave`.
            if at == 0 || is_parted(near, at, &[',', ';', ':']) {
                return None;
            }
            acting(claim.said, anchor, at..at + words)
        })?;
        Some((anchor.unit, difference))
    })
}

/// Whoever a phrase leaves out, where a claim has them do what the others do.
fn acting(
    said: &ComparedText<'_>,
    anchor: &AnchorUnit<'_>,
    phrase: Range<usize>,
) -> Option<GroundingDifference> {
    let near = &anchor.near;
    let name = name_after(near, phrase.end)?;
    let ids = &near.ids[name.clone()];
    let rest = content_ids(near, name.end..near.words.len());
    let deeds = &rest[..rest.len().min(DEEDS)];
    let last = said.words.len().checked_sub(ids.len())?;
    let at = (0..=last).find(|at| {
        said.ids[*at..*at + ids.len()] == *ids
            && !is_left_out(said, *at)
            && does(said, *at + ids.len(), deeds)
    })?;
    let from = phrase.start.saturating_sub(2);
    Some(GroundingDifference::Party {
        said: said.said(at, at + ids.len() - 1),
        nearest: near.said(from, name.end - 1),
        is_swapped: false,
        span: said.span(at, at + ids.len() - 1),
    })
}

/// The words of a name that begins at a place, after its article.
fn name_after(side: &ComparedText<'_>, at: usize) -> Option<Range<usize>> {
    let reading = side.reading();
    let start = (at..side.words.len()).find(|at| !reading.is_determiner(*at))?;
    let written = |at: usize| &side.text[side.words[at].range.clone()];
    let is_name = |at: &usize| {
        side.tokens[*at].sort == LexicalClass::Content
            && side.ids[*at] != NOVEL
            && (*at == start || written(*at).starts_with(char::is_uppercase))
    };
    let end = (start..(start + LONGEST_NAME).min(side.words.len()))
        .take_while(is_name)
        .last()?;
    Some(start..end + 1)
}

/// Whether somebody is left out, or said to do something with others: `other than the Warden`.
fn is_left_out(side: &ComparedText<'_>, at: usize) -> bool {
    let reading = side.reading();
    (at.saturating_sub(BEFORE)..at)
        .any(|back| reading.leaving_out_at(back).is_some() || reading.negates(back))
}

/// Whether one of some words is done right after a place: the verb itself, or one after its modal.
fn does(side: &ComparedText<'_>, from: usize, deeds: &[u32]) -> bool {
    let reading = side.reading();
    let verb = (from..(from + TO_DEED).min(side.words.len()))
        .find(|at| side.tokens[*at].sort == LexicalClass::Content && !reading.is_deontic(*at));
    let Some(verb) = verb else { return false };
    let links = from..verb;
    let is_linked = links
        .clone()
        .all(|at| reading.is_deontic(at) || reading.is_auxiliary(at));
    is_linked && deeds.contains(&side.ids[verb])
}
