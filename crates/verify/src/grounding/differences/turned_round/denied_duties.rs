//! A duty of the evidence that a sentence says is none: `the party does not need to tell the office` for `the party must
//! provide a statement to the office`.

use std::ops::Range;

use jurat_text::sentence_reading::{DeonticForce, ModalOccurrence};

use super::{
    super::{ComparedText, GroundingDifference},
    TurnedComparison, content, place_of, stretch_around,
};

/// Marks between clauses that are sentences of their own.
const CLAUSE_MARKS: [char; 3] = [';', ':', '—'];
/// Marks between the parts of a clause.
const PART_MARKS: [char; 6] = [',', ';', ':', '—', '(', ')'];
/// Words of a clause, at least, that the evidence must have.
const FEWEST: usize = 2;
/// First letters by which a noun is of a verb: `agreement`, `agreed`.
const HEAD: usize = 4;
/// Words from a participle to the `by` of who acts: `agreed to by`.
const TO_AGENT: usize = 2;

pub(super) fn denied(compared: &TurnedComparison<'_>) -> Option<GroundingDifference> {
    let reading = compared.said.reading();
    if is_qualified(&compared.near) {
        return None;
    }
    let mut modals = reading.modals().into_iter();
    let denied = modals.find_map(|one| {
        let clause = stretch_around(compared.said, one.at, &CLAUSE_MARKS);
        let is_free = reading.denies_duty(&one)
            && !clause
                .clone()
                .any(|at| reading.begins_exception(at) || reading.is_only(at));
        let at = duty(compared, &one, &clause).filter(|_| is_free)?;
        Some((one, at))
    });
    let (ours, theirs) = denied?;
    let said = compared.said;
    let around = ours.at.saturating_sub(2)..(ours.at + 3).min(said.words.len());
    let denial = around
        .into_iter()
        .find(|at| reading.is_negation(*at))
        .unwrap_or(ours.at);
    let (first, last) = (denial.min(ours.at), denial.max(ours.at));
    Some(GroundingDifference::Modal {
        said: said.said(first, last),
        nearest: compared.near.said(theirs, theirs),
        span: said.span(first, last),
    })
}

/// Whether a sentence says itself of whom or what it demands nothing: then a paraphrase may say so.
fn is_qualified(near: &ComparedText<'_>) -> bool {
    let reading = near.reading();
    let frees = reading.modals().iter().any(|one| reading.denies_duty(one));
    let limits = |at: usize| {
        reading.begins_limit(at)
            || reading.begins_exception(at)
            || reading.is_only(at)
            || reading.is_lacking(at) && !reading.is_negation(at)
    };
    frees || (0..near.words.len()).any(limits)
}

/// The word of the evidence that demands what a clause says is not demanded.
fn duty(
    compared: &TurnedComparison<'_>,
    modal: &ModalOccurrence,
    clause: &Range<usize>,
) -> Option<usize> {
    let (said, near) = (compared.said, &compared.near);
    let before: Vec<usize> = content(said, clause.start..modal.at).collect();
    let after: Vec<usize> = content(said, modal.at + 1..clause.end).collect();
    let at = if after.is_empty() {
        attribute(compared, &before)?
    } else {
        demanded(compared, modal, (&before, &after))?
    };
    let is_denied = |side: &ComparedText<'_>, words: &[usize]| {
        let reading = side.reading();
        words.iter().filter(|at| reading.negates(**at)).count()
    };
    // A denial in the condition of one alone makes it the other case.
    let own: Vec<usize> = clause.clone().filter(|at| !is_of_modal(said, modal, *at)).collect();
    let parts = parts_compared(compared, &before, at);
    (is_denied(said, &own) == is_denied(near, &parts)).then_some(at)
}

/// Whether a negation is that of a modal: `does not need to`, `need not`.
fn is_of_modal(side: &ComparedText<'_>, modal: &ModalOccurrence, at: usize) -> bool {
    side.reading().is_negation(at) && (modal.at.saturating_sub(2)..=modal.at + 2).contains(&at)
}

/// The modal of the evidence that demands of the same one what is said not to be demanded.
fn demanded(
    compared: &TurnedComparison<'_>,
    modal: &ModalOccurrence,
    (before, after): (&[usize], &[usize]),
) -> Option<usize> {
    let (said, near) = (compared.said, &compared.near);
    let place = |at: &usize| place_of(said, *at, near);
    let actor = match before.first() {
        Some(first) => place(first)?,
        // Whoever is spoken to there too.
        None => (0..modal.at)
            .filter(|at| said.reading().is_pronoun(*at))
            .find_map(|at| place(&at))?,
    };
    let known = before.iter().chain(after).filter(|at| place(at).is_some()).count();
    let is_known = FEWEST <= known && (before.len() + after.len()) * 3 <= known * 5;
    if !is_known || !before.iter().all(|at| place(at).is_some()) {
        return None;
    }
    let duties = near.reading().modals().into_iter();
    let mut duties =
        duties.filter(|one| one.force == DeonticForce::Obligation && actor < one.at);
    duties.find_map(|one| {
        let part = one.at..stretch_around(near, one.at, &CLAUSE_MARKS).end;
        let bears =
            |at: &usize| near.ids[part.clone()].contains(&said.ids[*at]) && place(at).is_some();
        after.iter().any(bears).then_some(one.at)
    })
}

/// What the evidence names as done by someone to a thing, of which a clause says that it is not required: `agreed to by the
/// pilots`, `the agreement of the pilots is not required`.
fn attribute(compared: &TurnedComparison<'_>, before: &[usize]) -> Option<usize> {
    let (said, near) = (compared.said, &compared.near);
    let reading = near.reading();
    let (head, others) = before.split_first()?;
    let is_of_head = |at: usize| {
        let start = |word: &str| word.chars().take(HEAD).collect::<String>();
        let (ours, theirs) = (&said.tokens[*head].lower, &near.tokens[at].lower);
        HEAD < theirs.chars().count() && start(ours) == start(theirs)
    };
    let is_done = |at: usize| (at + 1..=at + TO_AGENT).any(|next| reading.names_agent(next));
    let is_free =
        |at: usize| (at.saturating_sub(2)..at).any(|before| reading.is_auxiliary(before));
    let at =
        (0..near.words.len()).find(|at| is_of_head(*at) && is_done(*at) && !is_free(*at))?;
    let part = stretch_around(near, at, &PART_MARKS);
    let is_there = |other: &usize| near.ids[part.clone()].contains(&said.ids[*other]);
    others.iter().any(is_there).then_some(at)
}

/// The words of the part of the evidence's sentence that has most of some words, and of the one that demands.
fn parts_compared(compared: &TurnedComparison<'_>, words: &[usize], at: usize) -> Vec<usize> {
    let (said, near) = (compared.said, &compared.near);
    let has = |part: &Range<usize>| {
        let told = |word: &&usize| near.ids[part.clone()].contains(&said.ids[**word]);
        words.iter().filter(told).count()
    };
    let parts = (0..near.words.len()).map(|at| stretch_around(near, at, &PART_MARKS));
    let case = parts
        .max_by_key(|part| (has(part), usize::MAX - part.start))
        .unwrap_or_default();
    let mut all: Vec<usize> = case.chain(stretch_around(near, at, &PART_MARKS)).collect();
    all.sort_unstable();
    all.dedup();
    all
}
