//! Whether a passage speaks of the one that a question asks about.

use std::collections::BTreeSet;

use jurat_text::sentence_reading::SentenceReading;

use super::{
    super::gate_tokens::terms,
    PassageTerms,
    question::{ParsedQuestion, WrittenTerm},
};

/// Of whom a passage speaks, seen from a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ActorScope {
    /// The question does not tell of whom it asks.
    Untold,
    /// The one that is asked about stands in the passage.
    Named,
    /// It stands in the heading or the document's name.
    Around,
    /// The passage speaks to everyone, or of the thing that is asked about.
    Open,
    /// The passage speaks of somebody else; these are asked about.
    Other(Vec<WrittenTerm>),
}

impl ActorScope {
    /// Those that are asked about and that the passage does not speak of.
    pub(super) fn others(self) -> Vec<String> {
        match self {
            Self::Other(names) => names.into_iter().map(|name| name.written).collect(),
            _ => Vec::new(),
        }
    }
}

pub(super) fn scope(
    question: &ParsedQuestion,
    reading: SentenceReading<'_>,
    found: &PassageTerms<'_>,
) -> ActorScope {
    if question.actor.is_empty() {
        return ActorScope::Untold;
    }
    let excepted = excepted(reading);
    let standing = |name: &WrittenTerm| {
        found.within.contains(name.term.as_str()) && !excepted.contains(name.term.as_str())
    };
    if question.actor.iter().any(standing) {
        return ActorScope::Named;
    }
    if question
        .actor
        .iter()
        .any(|name| found.outside.contains(name.term.as_str()))
    {
        return ActorScope::Around;
    }
    if reading.addresses_everyone() && rest_stands(question, found)
        || subject_is_asked(question, reading, &excepted)
    {
        return ActorScope::Open;
    }
    ActorScope::Other(question.actor.clone())
}

/// Whether nearly all that is asked besides the actor stands in the passage. What binds everyone
/// answers for one only if it is of the same matter.
fn rest_stands(question: &ParsedQuestion, found: &PassageTerms<'_>) -> bool {
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
fn excepted(reading: SentenceReading<'_>) -> BTreeSet<&str> {
    let (text, words) = (reading.text(), reading.words());
    let mut inside = false;
    let (mut open, mut shut) = (BTreeSet::new(), BTreeSet::new());
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| &words[at]);
        if before
            .is_some_and(|one| text[one.range.end..word.range.start].contains([',', ';', '.']))
        {
            inside = false;
        }
        inside &= !reading.is_auxiliary(at);
        inside |= reading.begins_exception(at);
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
    question: &ParsedQuestion,
    reading: SentenceReading<'_>,
    excepted: &BTreeSet<&str>,
) -> bool {
    let marks = reading.modals();
    let Some(first) = marks.first() else { return false };
    let subject = terms(&reading.words()[..first.at]);
    let named = question.terms.iter().map(|term| term.name.as_str());
    let mut named = named.filter(|term| !excepted.contains(term));
    named.any(|term| subject.contains(&term))
}
