//! Claims that reach farther than the rule they rest on: `all owners` for `only owners whose boat was lost`, `at any time` for
//! `within one year`, `inside or outside the harbour` for `outside the harbour`.

use std::ops::Range;

use jurat_model::ByteSpan;
use jurat_text::sentence_reading::DeonticForce;

use super::{
    AnchorUnit, AnchoredClaim, UnitDifference, content, content_ids,
    measured_facts::{AmountSide, facts},
};
use crate::grounding::{
    differences::{
        ComparedText, GroundingDifference, QualifierChange, turned_round::stretch_around,
    },
    evidence_index::NOVEL,
    lexicon::LexicalClass,
};

/// Words after `at any time` in which it is bounded after all: `at any time within eight weeks`.
const BOUNDED: usize = 8;
/// Words before `at any time` in which it is denied.
const DENIED: usize = 4;
/// Words from `only` to those whom it lets in.
const LET_IN: usize = 7;
/// Words from `all` to whom it means.
const MEANT: usize = 3;
/// Marks at which a clause ends.
const MARKS: [char; 4] = [',', ';', ':', '.'];
/// Last letters by which two words are of one sort: `inside`, `outside`.
const TAIL: usize = 4;

pub(super) fn differ(claim: &AnchoredClaim<'_>) -> Option<UnitDifference> {
    at_any_time(claim)
        .or_else(|| in_all_cases(claim))
        .or_else(|| claim.of_any_anchor(|said, anchor| everyone(claim, said, anchor)))
        .or_else(|| claim.of_any_anchor(opposites))
}

impl AnchoredClaim<'_> {
    fn of_any_anchor(
        &self,
        found: impl Fn(&ComparedText<'_>, &AnchorUnit<'_>) -> Option<GroundingDifference>,
    ) -> Option<UnitDifference> {
        self.anchors
            .iter()
            .find_map(|anchor| Some((anchor.unit, found(self.said, anchor)?)))
    }
}

fn set_aside(word: String, span: ByteSpan) -> GroundingDifference {
    GroundingDifference::Condition {
        word,
        change: QualifierChange::SetAside,
        is_close: true,
        span,
    }
}

/// `at any time`, where the rule sets a term.
fn at_any_time(claim: &AnchoredClaim<'_>) -> Option<UnitDifference> {
    let said = claim.said;
    let reading = said.reading();
    let (at, words) =
        (0..said.words.len()).find_map(|at| Some((at, reading.any_time_at(at)?)))?;
    let clause = stretch_around(said, at, &MARKS);
    let is_bounded = facts(said).iter().any(|fact| {
        fact.quantity.measure.is_time()
            && fact.side.is_some()
            && (at..at + words + BOUNDED).contains(&fact.words.start)
    });
    let modals = reading.modals();
    let governing = modals.iter().rev().find(|one| (clause.start..at).contains(&one.at));
    let is_denied = governing.is_some_and(|one| one.force == DeonticForce::Prohibition)
        || (at.saturating_sub(DENIED)..at).any(|before| reading.is_negative(before));
    let is_there = |anchor: &AnchorUnit<'_>| {
        let near = anchor.near.reading();
        (0..anchor.near.words.len()).any(|at| near.any_time_at(at).is_some())
    };
    if is_bounded || is_denied || claim.anchors.iter().any(is_there) {
        return None;
    }
    let term = |anchor: &AnchorUnit<'_>| {
        facts(&anchor.near)
            .into_iter()
            .find(|fact| fact.quantity.measure.is_time() && fact.side == Some(AmountSide::Most))
            .map(|fact| anchor.near.said(fact.words.start, fact.words.end - 1))
    };
    let anchor = claim.anchors.iter().find(|anchor| term(anchor).is_some())?;
    let span = said.span(at, at + words - 1);
    Some((anchor.unit, set_aside(term(anchor)?, span)))
}

/// `in all cases`, where the rule has a limit of which the claim has nothing.
fn in_all_cases(claim: &AnchoredClaim<'_>) -> Option<UnitDifference> {
    let said = claim.said;
    let reading = said.reading();
    let (at, words) =
        (0..said.words.len()).find_map(|at| Some((at, reading.sweeping_at(at)?)))?;
    let anchor = claim.anchors.first()?;
    let near = &anchor.near;
    let limits = near.reading();
    let sweeps = |side: &ComparedText<'_>| {
        (0..side.words.len()).any(|at| side.reading().sweeping_at(at).is_some())
    };
    let begins = |at: &usize| limits.begins_condition(*at) || limits.is_only(*at);
    let limit = (0..near.words.len()).filter(begins).find(|at| {
        let clause = *at..stretch_around(near, *at, &MARKS).end;
        is_untold(said, near, clause)
    })?;
    if sweeps(near) || (0..said.words.len()).any(|at| reading.begins_exception(at)) {
        return None;
    }
    let span = said.span(at, at + words - 1);
    Some((anchor.unit, set_aside(near.said(limit, limit), span)))
}

/// Whether a stretch says something of which a claim has less than a third.
fn is_untold(said: &ComparedText<'_>, near: &ComparedText<'_>, words: Range<usize>) -> bool {
    let own = content_ids(near, words);
    let told = own.iter().filter(|id| said.ids.contains(id)).count();
    !own.is_empty() && told * 3 < own.len()
}

/// `all` of those of whom the rule lets in some only.
fn everyone(
    claim: &AnchoredClaim<'_>,
    said: &ComparedText<'_>,
    anchor: &AnchorUnit<'_>,
) -> Option<GroundingDifference> {
    let (reading, near) = (said.reading(), &anchor.near);
    if reading.restricts() {
        return None;
    }
    let only = (0..near.words.len()).find(|at| near.reading().is_only(*at))?;
    let clause = only..stretch_around(near, only, &MARKS).end;
    let let_in = content(near, clause.start..(clause.start + LET_IN).min(clause.end));
    let let_in: Vec<usize> = let_in.collect();
    (0..said.words.len())
        .filter(|at| reading.takes_in_all(*at))
        .find_map(|at| {
            let meant = content(said, at + 1..(at + 1 + MEANT).min(said.words.len())).next()?;
            let id = said.ids[meant];
            let there = *let_in.iter().find(|there| near.ids[**there] == id && id != NOVEL)?;
            if claim.anchors.iter().any(|anchor| takes_in_all(&anchor.near, id)) {
                return None;
            }
            let narrower = content_ids(near, there + 1..clause.end);
            let after = said.ids.get(meant + 1..).unwrap_or_default();
            let told = narrower.iter().filter(|id| after.contains(id)).count();
            let is_conceded =
                (meant..said.words.len()).any(|at| reading.concession_at(at).is_some());
            let is_wider = !narrower.is_empty() && (told * 2 < narrower.len() || is_conceded);
            is_wider.then(|| set_aside(near.said(only, only), said.span(at, meant)))
        })
}

/// Whether a side speaks of all that a word means.
fn takes_in_all(side: &ComparedText<'_>, id: u32) -> bool {
    let reading = side.reading();
    (0..side.words.len())
        .filter(|at| reading.takes_in_all(*at))
        .any(|at| {
            let end = (at + 1 + MEANT).min(side.words.len());
            content(side, at + 1..end)
                .next()
                .is_some_and(|meant| side.ids[meant] == id)
        })
}

/// Two opposites, where the rule has one of them: `inside or outside the harbour`.
fn opposites(said: &ComparedText<'_>, anchor: &AnchorUnit<'_>) -> Option<GroundingDifference> {
    let (reading, near) = (said.reading(), &anchor.near);
    let mut joints =
        (1..said.words.len().saturating_sub(2)).filter(|at| reading.is_alternative(*at));
    joints.find_map(|at| {
        let pair = [at - 1, at + 1];
        let next = said.ids[at + 2];
        let place = |word: usize| {
            let id = said.ids[word];
            let stands = |there: &usize| near.ids[*there] == id && near.ids[there + 1] == next;
            (0..near.words.len().saturating_sub(1)).find(stands)
        };
        if !are_opposites(said, pair) || next == NOVEL {
            return None;
        }
        let ([None, Some(there)] | [Some(there), None]) = pair.map(place) else {
            return None;
        };
        let is_other =
            |word: usize| !near.ids.contains(&said.ids[word]) || said.ids[word] == NOVEL;
        pair.into_iter()
            .any(is_other)
            .then(|| set_aside(near.said(there, there + 1), said.span(at - 1, at + 1)))
    })
}

/// Whether two words say where or when something is, each on another side: words that say nothing by themselves, or that end
/// alike.
fn are_opposites(side: &ComparedText<'_>, pair: [usize; 2]) -> bool {
    let [one, other] = pair.map(|at| &side.tokens[at]);
    let tail = |word: &str| word.chars().rev().take(TAIL).collect::<String>();
    let is_small = |sort: LexicalClass| sort == LexicalClass::Stop;
    let is_alike = TAIL < one.lower.chars().count()
        && TAIL < other.lower.chars().count()
        && tail(&one.lower) == tail(&other.lower)
        && !one.name
        && !other.name;
    one.lower != other.lower && (is_alike || is_small(one.sort) && is_small(other.sort))
}
