//! Whether a passage explicitly addresses a question: lexical evidence, weighed and calibrated.

mod actor_scope;
mod answer_type;
mod features;
mod question;

use std::collections::{BTreeMap, BTreeSet};

use jurat_text::{
    Language,
    sentence_reading::{SentenceReading, SentenceWord},
    sentences::sentences,
};

use super::gate_tokens::{gate_words, terms};
use actor_scope::scope;
use answer_type::AnswerType;
use question::{ParsedQuestion, QuestionTerm, RequestedAction};

pub use super::rarity::{TermRarity, rarity};
pub use features::{AddressingWeights, FEATURES, NAMES};

/// A question made ready to be asked of many passages.
#[derive(Debug, Clone)]
pub struct PreparedQuestion {
    /// As it is written; one reading where its language is told, else one for each language.
    first: ParsedQuestion,
    others: Vec<ParsedQuestion>,
    rarity: TermRarity,
    weights: AddressingWeights,
}

/// A passage with what stands around it.
#[derive(Debug, Clone, Copy)]
pub struct PassageInContext<'a> {
    pub text: &'a str,
    /// The heading above them; empty where there is none.
    pub heading: &'a str,
    /// The name of the document; empty where there is none.
    pub document: &'a str,
    pub language: Language,
}

/// How a passage bears on a question.
#[derive(Debug, Clone, PartialEq)]
pub struct AddressingScore {
    /// How likely the passage addresses the question.
    pub probability: f64,
    /// What was measured, in the order of [`NAMES`].
    pub features: [f64; FEATURES],
    /// The question's words that stand in the passage.
    pub shared: Vec<String>,
    /// Those that stand only in the heading or the document's name.
    pub around: Vec<String>,
    /// Those that stand nowhere.
    pub missing: Vec<String>,
    /// Whether the sort of answer that is wanted is there; nothing where none is.
    pub want_met: Option<bool>,
    /// The sort of answer that is wanted and not there, in words.
    pub wanting: Option<&'static str>,
    /// The ones the question asks about, where the passage speaks of somebody else.
    pub out_of_scope: Vec<String>,
}

impl PreparedQuestion {
    /// Reads a question. Where its language cannot be told, it is read in that of each passage.
    pub fn new(question: &str, rarity: TermRarity, weights: AddressingWeights) -> Self {
        let text = question::cleaned(question);
        let told = Language::of(&text);
        let first = ParsedQuestion::read(&text, told.unwrap_or(Language::English), &rarity);
        let others = if told.is_some() { &[] } else { &Language::ALL[1..] };
        let others = others
            .iter()
            .map(|language| ParsedQuestion::read(&text, *language, &rarity))
            .collect();
        Self { first, others, rarity, weights }
    }

    /// How many words of the question say what it is about.
    pub fn terms(&self) -> usize {
        self.first.terms.len()
    }

    fn reading(&self, language: Language) -> &ParsedQuestion {
        let read = self.others.iter().find(|question| question.language == language);
        read.unwrap_or(&self.first)
    }

    /// The value that is asked for: the only one in that sentence of a text which has most of the question, of those that
    /// have any. Nothing where none is asked for, or where it cannot be told which: a text may have many.
    pub fn value(&self, text: &str, language: Language) -> Option<String> {
        let question = self.reading(language);
        let want = question.want?;
        let mut best: (f64, BTreeSet<String>) = (0.0, BTreeSet::new());
        for sentence in sentences(text) {
            let words = &text[sentence.range];
            let read = gate_words(words, language);
            let values = want.values(SentenceReading::new(words, &read, language));
            let there: BTreeSet<&str> = terms(&read).into_iter().collect();
            let shared = question.terms.iter().filter(|one| there.contains(one.name.as_str()));
            let shared: f64 = shared.map(|one| one.weight).sum();
            if values.is_empty() || shared < best.0 {
                continue;
            }
            // Two that have as much leave it open.
            if best.0 < shared {
                best = (shared, values);
            } else {
                best.1.extend(values);
            }
        }
        let mut values = best.1.into_iter();
        values.next().filter(|_| values.next().is_none())
    }

    /// How rare terms are, as the question was read with.
    pub(super) const fn rarity(&self) -> &TermRarity {
        &self.rarity
    }

    /// How a passage bears on the question.
    pub fn addressing(&self, passage: PassageInContext<'_>) -> AddressingScore {
        self.addressing_of(passage, &gate_words(passage.text, passage.language))
    }

    /// The same for a passage whose words were read before.
    pub(super) fn addressing_of(
        &self,
        passage: PassageInContext<'_>,
        words: &[SentenceWord],
    ) -> AddressingScore {
        let question = self.reading(passage.language);
        let reading = SentenceReading::new(passage.text, words, passage.language);
        let heading = gate_words(passage.heading, passage.language);
        let document = gate_words(passage.document, passage.language);
        let found = PassageTerms {
            within: terms(words).into_iter().collect(),
            outside: terms(&heading).into_iter().chain(terms(&document)).collect(),
        };
        let met = question.want.map(|want| want.is_met(reading));
        let scope = scope(question, reading, &found);
        let features = features(question, &found, words);
        let (mut shared, mut around, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        for term in &question.terms {
            match found.place(&term.name) {
                TermLocation::Within => shared.push(term.written.clone()),
                TermLocation::Outside => around.push(term.written.clone()),
                TermLocation::Nowhere => missing.push(term.written.clone()),
            }
        }
        AddressingScore {
            probability: self.weights.probability(&features),
            features,
            shared,
            around,
            missing,
            want_met: met,
            wanting: question.want.filter(|_| met == Some(false)).map(AnswerType::name),
            out_of_scope: scope.others(),
        }
    }
}

/// What is measured of a passage, in the order of [`NAMES`].
fn features(
    question: &ParsedQuestion,
    found: &PassageTerms<'_>,
    words: &[SentenceWord],
) -> [f64; FEATURES] {
    let terms = &question.terms;
    let sum = |place: TermLocation| -> f64 {
        let there = terms.iter().filter(|term| found.place(&term.name) == place);
        there.map(|term| term.weight).sum()
    };
    let (within, outside) = (sum(TermLocation::Within), sum(TermLocation::Outside));
    let all = (within + outside + sum(TermLocation::Nowhere)).max(f64::MIN_POSITIVE);
    let shared = terms
        .iter()
        .filter(|term| found.place(&term.name) == TermLocation::Within)
        .count();
    let act = match &question.act {
        RequestedAction::Untold => 0.0,
        RequestedAction::Open => 0.5,
        RequestedAction::Named(act) if found.within.contains(act.as_str()) => 1.0,
        RequestedAction::Named(_) => -1.0,
    };
    [
        1.0,
        AROUND.mul_add(outside, within) / all,
        pairs(terms, words),
        count(shared) / count(found.within.len().max(1)),
        act,
    ]
}

/// What a term in the heading counts, beside one in the passage.
const AROUND: f64 = 0.5;

/// The terms of a passage, and those around it.
pub(in crate::gate) struct PassageTerms<'a> {
    within: BTreeSet<&'a str>,
    outside: BTreeSet<&'a str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TermLocation {
    Within,
    Outside,
    Nowhere,
}

impl PassageTerms<'_> {
    fn place(&self, term: &str) -> TermLocation {
        if self.within.contains(term) {
            TermLocation::Within
        } else if self.outside.contains(term) {
            TermLocation::Outside
        } else {
            TermLocation::Nowhere
        }
    }
}

/// Words apart within which two terms are close.
const CLOSE: usize = 5;

/// The share of neighbouring terms of a question that are close to each other in words.
fn pairs(terms: &[QuestionTerm], words: &[SentenceWord]) -> f64 {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, word) in words.iter().enumerate() {
        if let Some(term) = word.term.as_deref() {
            places.entry(term).or_default().push(at);
        }
    }
    let close = |one: &str, other: &str| {
        let (Some(ones), Some(others)) = (places.get(one), places.get(other)) else {
            return false;
        };
        ones.iter().any(|one| {
            let after = others.partition_point(|other| other < one);
            let near = others
                .get(after)
                .into_iter()
                .chain(after.checked_sub(1).map(|at| &others[at]));
            near.into_iter().any(|other| one.abs_diff(*other) <= CLOSE)
        })
    };
    let all = terms.len().saturating_sub(1);
    let near = terms
        .windows(2)
        .filter(|pair| close(&pair[0].name, &pair[1].name))
        .count();
    if all == 0 { 0.0 } else { count(near) / count(all) }
}

#[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
const fn count(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use jurat_text::Language;

    use super::{AddressingWeights, PreparedQuestion, rarity};

    const BELL: &str = "The bell is staffed 24 hours a day. Calls must be answered within 30 seconds. A keeper must \
        complete 12 hours of training in each year. The fee is due within 30 days, or 60 days abroad.";

    #[track_caller]
    fn check(question: &str, expected: Option<&str>) {
        let rarity = rarity([(BELL, Language::English)]);
        let asked = PreparedQuestion::new(question, rarity, AddressingWeights::shipped());
        assert_eq!(asked.value(BELL, Language::English).as_deref(), expected, "{question}");
    }

    #[test]
    fn a_value_is_that_of_the_sentence_which_is_asked_about() {
        check("How soon must calls be answered?", Some("30 seconds"));
        check("How many hours of training must a keeper complete?", Some("12 hours"));
    }

    #[test]
    fn none_of_several_values_is_picked() {
        check("How soon is the fee due?", None);
        check("How long may a lamp burn?", None);
        check("Who staffs the bell?", None);
    }
}
