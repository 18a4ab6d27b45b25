//! Conditions and exceptions that were left out or put in: `unless`, `except`, `only`.

use std::ops::Range;

use super::{ComparedText, GroundingDifference, QualifierChange, SentenceComparison};
use crate::grounding::{evidence_index::NOVEL, lexicon::LexicalClass};

/// The share of a sentence that the nearest must have before conditions are compared.
const ALIGNED: f64 = 0.6;

/// Words that say something, before and after the word that begins a condition, that tell what
/// it bears on.
const AROUND: usize = 4;

/// Finds conditions that differ.
pub(super) fn differ(compared: &SentenceComparison<'_>, found: &mut Vec<GroundingDifference>) {
    let Some(near) = compared.near.first() else { return };
    let said = &compared.said;
    if compared.alignment < ALIGNED || said.words.is_empty() {
        return;
    }
    if has_fewer(said, near) {
        let dropped = limits(near).into_iter().find(|at| is_dropped(said, near, *at));
        found.extend(dropped.map(|at| GroundingDifference::Condition {
            word: near.said(at, at),
            change: QualifierChange::Dropped,
            is_close: false,
            span: said.span(0, said.words.len() - 1),
        }));
    } else if !has_any(near) && compared.near.iter().all(|side| !has_any(side)) {
        let added = limits(said).into_iter().next();
        found.extend(added.map(|at| GroundingDifference::Condition {
            word: said.said(at, at),
            change: QualifierChange::Added,
            is_close: false,
            span: said.span(at, at),
        }));
    }
}

/// Whether a sentence has fewer limits than the nearest. An `if` or a `not` stands for one only where the nearest has
/// it not: `not unless` for `only if`.
fn has_fewer(said: &ComparedText<'_>, near: &ComparedText<'_>) -> bool {
    let denials = |side: &ComparedText<'_>| {
        let reading = side.reading();
        (0..side.words.len()).filter(|at| reading.negates(*at)).count()
    };
    let further = denials(said).saturating_sub(denials(near))
        + conditions(said).saturating_sub(conditions(near));
    limits(said).len() + further < limits(near).len()
}

/// How many words begin a plain `if` or a `without`; that of `only if` limits no second time.
fn conditions(side: &ComparedText<'_>) -> usize {
    let reading = side.reading();
    let plain = (0..side.words.len()).filter(|at| {
        let after_only = at.checked_sub(1).is_some_and(|before| reading.is_only(before));
        let condition =
            reading.begins_condition(*at) && !reading.begins_limit(*at) && !after_only;
        condition || reading.is_lacking(*at) && !reading.is_negation(*at)
    });
    plain.count()
}

/// Words that limit what is said: exceptions, `only`, `provided that`.
fn limits(side: &ComparedText<'_>) -> Vec<usize> {
    let reading = side.reading();
    let limiting = (0..side.words.len()).filter(|at| {
        let denied = || at.checked_sub(1).is_some_and(|before| reading.is_negation(before));
        reading.begins_limit(*at) || reading.is_only(*at) && !denied()
    });
    limiting.take(8).collect()
}

/// Whether a side limits what it says in any way, by a plain `if` too.
fn has_any(side: &ComparedText<'_>) -> bool {
    let reading = side.reading();
    !limits(side).is_empty()
        || (0..side.words.len())
            .any(|at| reading.begins_condition(at) || reading.is_lacking(at))
}

/// Whether the sentence says what a limit bears on, and nothing of the limit itself.
fn is_dropped(said: &ComparedText<'_>, near: &ComparedText<'_>, at: usize) -> bool {
    let end = limit_end(near, at);
    let own: Vec<usize> = content(near, at + 1..end).collect();
    let before: Vec<usize> = content(near, 0..at).rev().take(AROUND).collect();
    // A limit that comes first bears on what follows it.
    let clause = if before.is_empty() {
        content(near, end..near.tokens.len()).take(AROUND).collect()
    } else {
        before
    };
    let bears = !clause.is_empty() && clause.len() <= told(said, near, &clause) * 2;
    // `only` limits the words around it; the others begin a clause of their own.
    let only = near.reading().is_only(at);
    let kept = !only && own.len() <= told(said, near, &own) * 2;
    bears && !kept
}

/// Whether what an exception of a sentence speaks of is told by another.
pub(super) fn tells_exception(
    said: &ComparedText<'_>,
    near: &ComparedText<'_>,
    at: usize,
) -> bool {
    let own: Vec<usize> = content(near, at + 1..limit_end(near, at)).collect();
    !own.is_empty() && own.len() <= told(said, near, &own) * 2
}

/// Where the clause ends that a limit begins: at the next mark.
fn limit_end(side: &ComparedText<'_>, at: usize) -> usize {
    let parted = |next: &usize| {
        let gap = side.words[*next - 1].range.end..side.words[*next].range.start;
        side.text[gap].contains([',', ';', ':', '.', ')'])
    };
    (at + 1..side.words.len()).find(parted).unwrap_or(side.words.len())
}

/// The words of a stretch that say something.
fn content(
    side: &ComparedText<'_>,
    words: Range<usize>,
) -> impl DoubleEndedIterator<Item = usize> {
    words.filter(|at| {
        side.tokens
            .get(*at)
            .is_some_and(|token| token.sort != LexicalClass::Stop)
    })
}

/// How many of the words of one side the other has.
fn told(said: &ComparedText<'_>, near: &ComparedText<'_>, words: &[usize]) -> usize {
    let told = words.iter().filter(|at| {
        let id = near.ids.get(**at).copied().unwrap_or(NOVEL);
        id != NOVEL && said.ids.contains(&id)
    });
    told.count()
}
