//! What a sentence denies: `not` and what it bears on, subjects that are none, words that deny by what they mean.

use super::{
    SentenceReading, SentenceWord,
    lexicon::{self, WordMeaning},
    modality::ModalClass,
};
use crate::Language;

/// Bytes between a modal and its `not`.
const NEAR_BYTES: usize = 24;

/// Words between `no` and the verb that it negates.
const SUBJECT_WORDS: usize = 24;

/// What negates the verb that it stands with.
const VERB_NEGATIONS: [WordMeaning; 2] = [WordMeaning::Negation, WordMeaning::VerbNegation];

/// Whether a word in small letters negates what it stands with, or says that there is none.
pub fn is_negation(lower: &str, language: Option<Language>) -> bool {
    lexicon::means(lower, language, &NEGATIONS)
}

const NEGATIONS: [WordMeaning; 4] = [
    WordMeaning::Negation,
    WordMeaning::VerbNegation,
    WordMeaning::Nobody,
    WordMeaning::Modal(ModalClass::Cannot),
];

impl SentenceReading<'_> {
    /// Whether the word at a place negates what it stands with, or says that there is none.
    pub fn is_negation(self, at: usize) -> bool {
        self.means(at, &NEGATIONS)
    }

    /// Whether the word at a place is a negation that negates something: not that of `not only`, `no later than`.
    pub fn negates(self, at: usize) -> bool {
        self.is_negation(at) && !self.means(at + 1, &[WordMeaning::FixedAfterNot])
    }

    /// Whether the word at a place denies, if only by what it means: `without`, `fails`, `prohibited`.
    pub fn is_negative(self, at: usize) -> bool {
        let wanted = [WordMeaning::Lacking, WordMeaning::Denial, WordMeaning::Negative];
        self.is_negation(at) || self.is_forbidding(at) || self.means(at, &wanted)
    }

    /// Whether the word at a place leaves something out or denies it outright: `without`, `not`.
    pub fn is_lacking(self, at: usize) -> bool {
        self.means(at, &[WordMeaning::Lacking, WordMeaning::Negation])
    }

    /// Whether a negation bears on the word at a place: right after it, right before it, or as the `no` of its subject.
    /// Words before `from` have had their say.
    pub(super) fn is_negated(self, from: usize, at: usize) -> bool {
        let negates = |at: usize| self.means(at, &VERB_NEGATIONS);
        let is_near = |next: usize| {
            let word = |at: usize| self.words.get(at).map(|word: &SentenceWord| &word.range);
            word(next)
                .zip(word(at))
                .is_some_and(|(next, own)| next.start.saturating_sub(own.end) < NEAR_BYTES)
        };
        let right_after = is_near(at + 1)
            && (negates(at + 1)
                || self.means(at + 1, &[WordMeaning::ModalAdverb])
                    && is_near(at + 2)
                    && negates(at + 2));
        let near = at.saturating_sub(2).max(from);
        right_after || (near..at).any(negates) || self.subject_is_none(from, at)
    }

    /// Whether the subject is nobody: `No person … shall`, `Nul ne peut`, `Nenhum morador pode`; or there is no case.
    fn subject_is_none(self, from: usize, at: usize) -> bool {
        let low = at.saturating_sub(SUBJECT_WORDS).max(from);
        let is_none = |back: usize| {
            self.means(back, &[WordMeaning::Nobody])
                && !self.means(back + 1, &[WordMeaning::FixedAfterNot])
                || self.length_at(back, &[WordMeaning::InNoCase]).is_some()
        };
        (low..at).rev().any(|back| {
            is_none(back)
                && self.begins_clause(back)
                && !self.text[self.words[back].range.end..self.words[at].range.start]
                    .contains(['.', ';', ':'])
        })
    }

    /// Whether a clause begins at a word: `someone with no right to it shall` negates no `shall`.
    fn begins_clause(self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return true };
        self.gap_after(before).contains([',', ';', ':', '.', '(', '…'])
            || self.means(before, &[WordMeaning::ClauseJoint])
    }
}
