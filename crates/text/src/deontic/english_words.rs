//! The words of English that the grammar turns on.

use super::subordinate_clause::SubordinationWords;
use crate::Language;

pub(super) static LINKS: SubordinationWords = SubordinationWords {
    language: Language::English,
    prepositions: Some(&PREPOSITIONS),
    finite: &FINITE,
    between: &BETWEEN,
};

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
