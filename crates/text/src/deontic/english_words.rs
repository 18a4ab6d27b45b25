//! The words of English that the grammar turns on.

use super::{phrase::DeonticPhrase, subordinate_clause::SubordinationWords};
use crate::{
    Language,
    sentence_reading::lexicon::{WordMeaning, means},
};

pub(super) static LINKS: SubordinationWords = SubordinationWords {
    language: Language::English,
    prepositions: Some(&PREPOSITIONS),
    finite: &FINITE,
    between: &BETWEEN,
};

/// Whether a new subject or object begins at a place: `the`, `any`, `they`.
pub(super) fn is_determiner(phrase: DeonticPhrase<'_>, at: usize) -> bool {
    is(phrase, at, &[WordMeaning::Determiner, WordMeaning::Pronoun])
}

/// `not`, `never`.
pub(super) fn is_not(phrase: DeonticPhrase<'_>, at: usize) -> bool {
    is(phrase, at, &[WordMeaning::Negation])
}

/// What follows a `no` that negates nothing: `no later than`.
pub(super) fn is_fixed_after_not(phrase: DeonticPhrase<'_>, at: usize) -> bool {
    is(phrase, at, &[WordMeaning::FixedAfterNot])
}

/// What stands before a month: `in`, `since`.
pub(super) fn is_before_month(word: &str) -> bool {
    means(word, Language::English, &[WordMeaning::MonthBefore])
}

fn is(phrase: DeonticPhrase<'_>, at: usize, wanted: &[WordMeaning]) -> bool {
    means(phrase.word(at), Language::English, wanted)
}

crate::word_lists! {
    "deontic" [en];
    static PREPOSITIONS;
    static FINITE;
    static BETWEEN;

    /// What may stand between a modal and its verb.
    pub(super) static ADVERBS;

    /// What follows `shall` or `must` in a sentence that commands nothing: it construes, takes
    /// effect, extends, or says what becomes of rights.
    pub(super) static NO_CONDUCT;

    /// What follows `be` and makes a duty of it after all.
    pub(super) static DUTIES;

    /// What follows a form of `be` and demands.
    pub(super) static DEMANDS_PLAINLY;
    pub(super) static DEMANDS_SOFTLY;

    /// What follows a form of `be` and forbids.
    pub(super) static FORBIDS;

    /// What follows a form of `be`: with `not` it forbids, without it allows.
    pub(super) static LEAVES;
}
