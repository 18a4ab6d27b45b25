//! Whether a passage speaks of the one that a question asks about.

use std::collections::BTreeSet;

use super::{
    super::{
        modal,
        reading::{Word, terms},
    },
    Found,
    question::{Named, Question},
};

/// Of whom a passage speaks, seen from a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Scope {
    /// The question does not tell of whom it asks.
    Untold,
    /// The one that is asked about stands in the passage.
    Named,
    /// It stands in the heading or the document's name.
    Around,
    /// The passage speaks to everyone, or of the thing that is asked about.
    Open,
    /// The passage speaks of somebody else; these are asked about.
    Other(Vec<Named>),
}

impl Scope {
    /// Those that are asked about and that the passage does not speak of.
    pub(super) fn others(self) -> Vec<String> {
        match self {
            Self::Other(names) => names.into_iter().map(|name| name.written).collect(),
            _ => Vec::new(),
        }
    }
}

pub(super) fn scope(
    question: &Question,
    text: &str,
    words: &[Word],
    found: &Found<'_>,
) -> Scope {
    if question.actor.is_empty() {
        return Scope::Untold;
    }
    let excepted = excepted(text, words);
    let standing = |name: &Named| {
        found.within.contains(name.term.as_str()) && !excepted.contains(name.term.as_str())
    };
    if question.actor.iter().any(standing) {
        return Scope::Named;
    }
    if question
        .actor
        .iter()
        .any(|name| found.outside.contains(name.term.as_str()))
    {
        return Scope::Around;
    }
    if is_impersonal(words) && rest_stands(question, found)
        || subject_is_asked(question, text, words, &excepted)
    {
        return Scope::Open;
    }
    Scope::Other(question.actor.clone())
}

/// Whether nearly all that is asked besides the actor stands in the passage. What binds everyone
/// answers for one only if it is of the same matter.
fn rest_stands(question: &Question, found: &Found<'_>) -> bool {
    let (mut all, mut there) = (0.0, 0.0);
    for term in &question.terms {
        if !question.actor.iter().any(|name| name.term == term.name) {
            all += term.weight;
            there += if found.within.contains(term.name.as_str()) { term.weight } else { 0.0 };
        }
    }
    MATTER * all <= there
}

/// The share of the matter that must be the same.
const MATTER: f64 = 0.67;

/// Terms that stand only in an exception: `other than masters of ferries`, up to the next comma or
/// norm.
fn excepted<'a>(text: &str, words: &'a [Word]) -> BTreeSet<&'a str> {
    let mut inside = false;
    let (mut open, mut shut) = (BTreeSet::new(), BTreeSet::new());
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| &words[at]);
        if before
            .is_some_and(|one| text[one.range.end..word.range.start].contains([',', ';', '.']))
        {
            inside = false;
        }
        inside &= !modal::is_auxiliary(&word.lower);
        let other_than = word.lower == "than" && before.is_some_and(|one| one.lower == "other");
        inside |= other_than || modal::is_exception(&word.lower);
        if let Some(term) = word.term.as_deref() {
            if inside {
                shut.insert(term)
            } else {
                open.insert(term)
            };
        }
    }
    shut.difference(&open).copied().collect()
}

/// Whether what the passage makes its subject is a thing that the question names: `All assessments
/// must be documented` answers what a county must do about assessments.
fn subject_is_asked(
    question: &Question,
    text: &str,
    words: &[Word],
    excepted: &BTreeSet<&str>,
) -> bool {
    let marks = modal::marks(text, words);
    let Some(first) = marks.first() else { return false };
    let subject = terms(&words[..first.at]);
    let named = question.terms.iter().map(|term| term.name.as_str());
    let mut named = named.filter(|term| !excepted.contains(term));
    named.any(|term| subject.contains(&term))
}

/// Whether words speak to everyone, so that any actor is meant: `No person shall`, `Il est
/// interdit`, `É vedado`.
fn is_impersonal(words: &[Word]) -> bool {
    let head: Vec<&str> = words.iter().take(4).map(|word| word.lower.as_str()).collect();
    match head.as_slice() {
        ["no" | "any" | "every" | "each", "person" | "one", ..]
        | [
            "anyone" | "everyone" | "nobody" | "whoever" | "nul" | "quiconque" | "ninguém",
            ..,
        ]
        | ["toute", "personne", ..]
        | ["toda" | "qualquer" | "nenhuma", "pessoa", ..]
        | ["it", "is", ..]
        | ["il", "est" | "faut", ..] => true,
        ["é" | "fica" | "são", word, ..] => modal::is_deontic(word),
        _ => false,
    }
}
