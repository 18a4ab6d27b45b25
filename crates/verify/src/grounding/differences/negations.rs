//! Modal words and negations that were changed: `must` made `may`, a `not` left out.

use jurat_text::sentence_reading::{DeonticForce, ModalOccurrence};

use super::{ComparedText, GroundingDifference, QualifierChange, SentenceComparison};
use super::{
    anchored_facts::measured_facts::{facts, is_of_bound},
    conditions::tells_exception,
};
use crate::grounding::{evidence_index::NOVEL, lexicon::LexicalClass};

/// The share of a sentence that the nearest must have before its modal words are compared.
const ALIGNED: f64 = 0.5;

/// Words between a modal or a negation and the verb that it bears on.
const REACH: usize = 5;

/// Finds modal words and negations that differ.
pub(super) fn differ(compared: &SentenceComparison<'_>, found: &mut Vec<GroundingDifference>) {
    let Some(near) = compared.near.first() else { return };
    if compared.alignment < ALIGNED || is_only_in_other_words(&compared.said, near) {
        return;
    }
    let before = found.len();
    modals(&compared.said, near, found);
    // A negated modal was told already.
    if found.len() == before {
        negations(&compared.said, near, found);
    }
}

/// Whether one side says `only if` and the other `not unless`: a denial and what lifts it.
fn is_only_in_other_words(said: &ComparedText<'_>, near: &ComparedText<'_>) -> bool {
    let has = |side: &ComparedText<'_>, is_one: &dyn Fn(usize) -> bool| {
        (0..side.words.len()).any(is_one)
    };
    let lifts = |side: &ComparedText<'_>| {
        let reading = side.reading();
        let lifted = |at| {
            reading.begins_exception(at) || reading.is_lacking(at) && !reading.is_negation(at)
        };
        has(side, &|at| reading.negates(at)) && has(side, &lifted)
    };
    let restricts = |side: &ComparedText<'_>| side.reading().restricts();
    restricts(said) && lifts(near) || restricts(near) && lifts(said)
}

/// A modal with the verb that it bears on.
struct ModalWithVerb {
    mark: ModalOccurrence,
    verb: u32,
}

fn norms(side: &ComparedText<'_>) -> Vec<ModalWithVerb> {
    let norms = side.reading().modals().into_iter().filter_map(|mark| {
        let verb = verb_after(side, mark.at)?;
        Some(ModalWithVerb { mark, verb: side.ids[verb] })
    });
    norms.filter(|norm| norm.verb != NOVEL).collect()
}

fn modals(
    said: &ComparedText<'_>,
    near: &ComparedText<'_>,
    found: &mut Vec<GroundingDifference>,
) {
    let theirs = norms(near);
    for ours in norms(said) {
        let mut same_verb = theirs.iter().filter(|other| other.verb == ours.verb).peekable();
        let Some(first) = same_verb.peek().copied() else { continue };
        if same_verb.any(|other| other.mark.force == ours.mark.force) {
            continue;
        }
        found.push(changed(said, near, &ours.mark, &first.mark));
    }
}

/// The same modal with and without a negation is a negation; all else is another modal.
fn changed(
    said: &ComparedText<'_>,
    near: &ComparedText<'_>,
    ours: &ModalOccurrence,
    theirs: &ModalOccurrence,
) -> GroundingDifference {
    let group = |side: &ComparedText<'_>, mark: &ModalOccurrence| {
        let reading = side.reading();
        (reading.is_allowing(mark.at), reading.is_forbidding(mark.at))
    };
    if group(said, ours) != group(near, theirs) {
        return GroundingDifference::Modal {
            said: said.said(ours.at, ours.at),
            nearest: near.said(theirs.at, theirs.at),
            span: said.span(ours.at, ours.at),
        };
    }
    let forbidden = ours.force == DeonticForce::Prohibition;
    let freed =
        ours.force == DeonticForce::Permission && theirs.force == DeonticForce::Obligation;
    let change =
        if forbidden || freed { QualifierChange::Added } else { QualifierChange::Dropped };
    GroundingDifference::Negation {
        word: said.said(ours.at, ours.at),
        change,
        span: said.span(ours.at, ours.at),
    }
}

fn negations(
    said: &ComparedText<'_>,
    near: &ComparedText<'_>,
    found: &mut Vec<GroundingDifference>,
) {
    let (ours, theirs) = (negated(said), negated(near));
    if ours.is_empty() == theirs.is_empty() {
        return;
    }
    let (one, other, change) = if ours.is_empty() {
        (near, said, QualifierChange::Dropped)
    } else {
        (said, near, QualifierChange::Added)
    };
    // Something else there may negate: `fails to`, `prohibited`; or an exception that speaks of the same.
    let reading = other.reading();
    let denies = |at: usize| {
        reading.is_negative(at)
            || reading.begins_exception(at) && tells_exception(one, other, at)
    };
    if (0..other.words.len()).any(denies) {
        return;
    }
    for verb in if ours.is_empty() { theirs } else { ours } {
        let id = one.ids[verb];
        let Some(there) = other.ids.iter().position(|other| *other == id && id != NOVEL) else {
            continue;
        };
        let at = if change == QualifierChange::Added { verb } else { there };
        found.push(GroundingDifference::Negation {
            word: said.said(at, at),
            change,
            span: said.span(at, at),
        });
        return;
    }
}

/// Words that a negation bears on.
fn negated(side: &ComparedText<'_>) -> Vec<usize> {
    let denies = |at: &usize| side.reading().negates(*at);
    if !(0..side.words.len()).any(|at| denies(&at)) {
        return Vec::new();
    }
    let bounded = facts(side);
    // The `No` of `No grant may exceed $500` is that of a bound.
    let negates = (0..side.words.len()).filter(|at| denies(at) && !is_of_bound(&bounded, *at));
    negates.filter_map(|at| verb_after(side, at)).collect()
}

/// The word that a modal or a negation bears on: the next that says something.
fn verb_after(side: &ComparedText<'_>, at: usize) -> Option<usize> {
    let last = side.tokens.len().min(at + 1 + REACH);
    (at + 1..last).find(|next| {
        side.tokens[*next].sort == LexicalClass::Content
            && !side.reading().is_deontic(*next)
            && !side.reading().is_negation(*next)
    })
}
