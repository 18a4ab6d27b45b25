//! Conditions and exceptions that were left out or put in: `unless`, `except`, `only`.

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
    let (ours, theirs) = (limits(said), limits(near));
    if !has_any(said) {
        let dropped = theirs.iter().find(|at| is_dropped(said, near, **at));
        found.extend(dropped.map(|at| GroundingDifference::Condition {
            word: near.said(*at, *at),
            change: QualifierChange::Dropped,
            span: said.span(0, said.words.len() - 1),
        }));
    } else if !has_any(near) && compared.near.iter().all(|side| !has_any(side)) {
        let added = ours.first();
        found.extend(added.map(|at| GroundingDifference::Condition {
            word: said.said(*at, *at),
            change: QualifierChange::Added,
            span: said.span(*at, *at),
        }));
    }
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

/// Whether the sentence says what a condition bears on, and nothing of the condition itself.
fn is_dropped(said: &ComparedText<'_>, near: &ComparedText<'_>, at: usize) -> bool {
    let content = |at: &usize| near.tokens[*at].sort != LexicalClass::Stop;
    let before: Vec<usize> = (0..at).rev().filter(content).take(AROUND).collect();
    let after: Vec<usize> = (at + 1..near.tokens.len()).filter(content).take(AROUND).collect();
    let told = |words: &[usize]| {
        let told = words.iter().filter(|at| {
            let id = near.ids.get(**at).copied().unwrap_or(NOVEL);
            id != NOVEL && said.ids.contains(&id)
        });
        told.count()
    };
    let clause = if before.is_empty() { &after } else { &before };
    let bears = !clause.is_empty() && clause.len() <= told(clause) * 2;
    // `only` limits the words around it; the others begin a clause of their own.
    let only = near.reading().is_only(at);
    let kept = !only && !before.is_empty() && after.len() <= told(&after) * 2;
    bears && !kept && (only || !after.is_empty())
}
