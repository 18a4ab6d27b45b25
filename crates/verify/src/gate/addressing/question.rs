//! What a question asks: its terms, what sort of answer it wants, and of whom it speaks.

use std::collections::BTreeSet;

use jurat_text::{Language, sentence_reading::SentenceWord};

use super::{
    super::{gate_tokens::gate_words, rarity::TermRarity},
    answer_type::AnswerType,
};

/// Bytes of a question that are read. What comes after is no question any more.
const MOST_BYTES: usize = 4000;

/// Terms of a question that count, the first ones.
const MOST_TERMS: usize = 64;

/// A term of a question.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct QuestionTerm {
    /// As it is counted.
    pub(super) name: String,
    /// As it is written.
    pub(super) written: String,
    /// How much it says.
    pub(super) weight: f64,
}

/// A term with the word that it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WrittenTerm {
    pub(super) term: String,
    pub(super) written: String,
}

/// What a question asks to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RequestedAction {
    /// It cannot be told.
    Untold,
    /// Whatever there is to do.
    Open,
    /// A term such as `keep`.
    Named(String),
}

#[derive(Debug, Clone)]
pub(super) struct ParsedQuestion {
    pub(super) terms: Vec<QuestionTerm>,
    pub(super) want: Option<AnswerType>,
    /// Terms of the one whose duty or right is asked about; empty where that is not told.
    pub(super) actor: Vec<WrittenTerm>,
    /// What is done or not.
    pub(super) act: RequestedAction,
    pub(super) language: Language,
}

impl ParsedQuestion {
    /// Reads a cleaned question.
    pub(super) fn read(text: &str, language: Language, rarity: &TermRarity) -> Self {
        let words = gate_words(text, language);
        let (actor, act) = clause(&words);
        let want = AnswerType::wanted(&words);
        let mut seen = BTreeSet::new();
        let terms = words
            .iter()
            .enumerate()
            .filter(|(at, _)| !asks(&words, *at))
            .filter_map(|(_, word)| word.term.as_ref().map(|term| (term, word)))
            .filter(|(term, _)| seen.insert((*term).clone()))
            .take(MOST_TERMS)
            .map(|(term, word)| QuestionTerm {
                name: term.clone(),
                written: word.lower.clone(),
                weight: rarity.weight(term).max(LEAST_WEIGHT),
            })
            .collect();
        Self { terms, want, actor, act, language }
    }
}

/// Even a word of every sentence says a little.
const LEAST_WEIGHT: f64 = 0.3;

/// As much of a question as is read. It may carry marks of ours, true or invented; they say nothing
/// of what is asked.
pub(super) fn cleaned(text: &str) -> String {
    let text = &text[..text.floor_char_boundary(text.len().min(MOST_BYTES))];
    let mut rest = text;
    let mut kept = String::with_capacity(text.len());
    while let Some(at) = rest.find("[REQ-") {
        let (before, mark) = rest.split_at(at);
        kept.push_str(before);
        match mark.find(']') {
            Some(end) => rest = &mark[end + 1..],
            None => return kept,
        }
    }
    kept.push_str(rest);
    kept
}

/// Whether a word only says what sort of answer is wanted: the `long` of `how long`.
fn asks(words: &[SentenceWord], at: usize) -> bool {
    let lower = |at: usize| words.get(at).map_or("", |word| word.lower.as_str());
    let before = at.checked_sub(1).map_or("", lower);
    match lower(at) {
        "long" | "soon" | "many" | "much" | "often" | "quickly" | "fast" | "late" => {
            before == "how"
        }
        "limit" => before == "time",
        "time" => lower(at + 1) == "limit" || matches!(before, "what" | "much"),
        "deadline" | "deadlines" | "délai" | "délais" | "prazo" | "prazos" | "combien"
        | "quanto" | "quantos" | "quantas" | "tempo" | "temps" => true,
        _ => false,
    }
}

/// Of whom the question asks and what that one does, by the place of the subject: after the verb
/// in English, before it in French and Portuguese.
fn clause(words: &[SentenceWord]) -> (Vec<WrittenTerm>, RequestedAction) {
    let verb = (0..words.len()).find(|at| ASKING_VERBS.contains(&words[*at].lower));
    let Some(verb) = verb else { return (Vec::new(), RequestedAction::Untold) };
    let after = &words[verb + 1..];
    let end = english_subject(after);
    let subject = named(&after[..end]);
    if !subject.is_empty() {
        return (subject, act(&after[end..]));
    }
    (romance_subject(&words[..verb]), act(after))
}

/// The first thing named, where it stands close: `be kept`, `allowed to bring`, `il porter`.
/// `What must … do` leaves it open.
fn act(words: &[SentenceWord]) -> RequestedAction {
    let near = words.iter().take(4);
    let mut told = near.filter_map(|word| match word.lower.as_str() {
        "do" | "faire" | "fazer" => Some(RequestedAction::Open),
        _ => word.term.clone().map(RequestedAction::Named),
    });
    told.next().unwrap_or(RequestedAction::Untold)
}

/// Where `the master of a ferry` ends in what follows the verb; before a `be` or `do` if there is
/// one, which tells for certain.
fn english_subject(after: &[SentenceWord]) -> usize {
    let window = &after[..after.len().min(8)];
    let is = |word: &SentenceWord, list: &[&str]| list.contains(&word.lower.as_str());
    if let Some(be) = window.iter().take(6).position(|word| is(word, &VERBS)) {
        return be;
    }
    if !window.first().is_some_and(|word| is(word, &DETERMINERS)) {
        return 0;
    }
    let mut end = 2.min(window.len());
    while window.get(end).is_some_and(|word| is(word, &["of"])) {
        end += 1;
        while window.get(end).is_some_and(|word| is(word, &DETERMINERS)) {
            end += 1;
        }
        end = (end + 1).min(window.len());
    }
    end
}

/// `le capitaine d'un bac | doit`, from its last determiner that no preposition leads.
fn romance_subject(before: &[SentenceWord]) -> Vec<WrittenTerm> {
    let low = before.len().saturating_sub(8);
    let is = |at: usize, list: &[&str]| list.contains(&before[at].lower.as_str());
    let start = (low..before.len()).rev().find(|at| {
        is(*at, &ROMANCE_DETERMINERS)
            && !at
                .checked_sub(1)
                .is_some_and(|at| is(at, &["de", "d", "du", "da", "do"]))
    });
    start.map_or_else(Vec::new, |start| named(&before[start..]))
}

fn named(words: &[SentenceWord]) -> Vec<WrittenTerm> {
    let told = words
        .iter()
        .filter_map(|word| word.term.clone().map(|term| (term, word)));
    told.map(|(term, word)| WrittenTerm { term, written: word.lower.clone() })
        .collect()
}

jurat_text::word_lists! {
    "question_words" [en, fr, pt];
    static ASKING_VERBS;
    static VERBS;
    static DETERMINERS;
    static ROMANCE_DETERMINERS;
}
