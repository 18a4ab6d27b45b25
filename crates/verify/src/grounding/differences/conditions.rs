//! Conditions and exceptions that were left out or put in: `unless`, `except`, `only`.

use super::{ComparedText, GroundingDifference, QualifierChange, SentenceComparison};
use crate::{
    gate::modal,
    grounding::{evidence_index::NOVEL, lexicon::LexicalClass},
};

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
    let words = &side.words;
    let lower = |at: usize| words.get(at).map_or("", |word| word.lower.as_str());
    let limiting = (0..words.len()).filter(|at| {
        let word = lower(*at);
        let exception = modal::is_exception(word)
            && !matches!(word, "otherwise" | "exempt")
            && modal::begins_condition(side.text, words, *at);
        let only = modal::is_only(word)
            && !at
                .checked_sub(1)
                .is_some_and(|before| modal::is_negation(lower(before)));
        let provided = matches!(word, "provided" | "subject" | "desde")
            && modal::begins_condition(side.text, words, *at);
        exception || only || provided
    });
    limiting.take(8).collect()
}

/// Whether a side limits what it says in any way, by a plain `if` too.
fn has_any(side: &ComparedText<'_>) -> bool {
    !limits(side).is_empty()
        || side.words.iter().any(|word| {
            modal::is_condition(&word.lower)
                || matches!(
                    word.lower.as_str(),
                    "without" | "sans" | "sem" | "not" | "pas" | "não"
                )
        })
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
    let only = modal::is_only(&near.words[at].lower);
    let kept = !only && !before.is_empty() && after.len() <= told(&after) * 2;
    bears && !kept && (only || !after.is_empty())
}
