//! In how many sentences of a text each term stands. A word is read once, however often it stands
//! there: that is what takes the time.

use std::collections::{BTreeMap, HashMap};

use jurat_text::{
    Language, sentence_reading::word_as_read, sentences::sentences, tokens::words,
};

use super::super::gate_tokens::{MOST_WORDS, term};

/// What was counted in a text.
#[derive(Debug, Default)]
pub(super) struct TermSentenceCounts {
    pub(super) sentences: u64,
    standing: HashMap<Box<str>, u64>,
}

impl TermSentenceCounts {
    /// In how many sentences a term stands.
    pub(super) fn standing(&self, term: &str) -> u64 {
        self.standing.get(term).copied().unwrap_or(0)
    }

    /// Takes in what was counted in another text.
    #[expect(clippy::iter_over_hash_type, reason = "sums are the same in any order")]
    pub(super) fn merge(&mut self, other: Self) {
        self.sentences += other.sentences;
        for (term, count) in other.standing {
            *self.standing.entry(term).or_default() += count;
        }
    }
}

/// What was learned of words while texts were counted.
#[derive(Debug, Default)]
pub(super) struct TermCounter<'a>(BTreeMap<Language, TermLexicon<'a>>);

impl<'a> TermCounter<'a> {
    pub(super) fn text(&mut self, text: &'a str, language: Language) -> TermSentenceCounts {
        let lexicon = self.0.entry(language).or_default();
        let mut tallies: Vec<TermTally> = Vec::new();
        let mut number = 0;
        for sentence in sentences(text) {
            number += 1;
            let sentence = &text[sentence.range];
            for range in words(sentence).take(MOST_WORDS) {
                let Some(term) = lexicon.term(word_as_read(sentence, &range), language) else {
                    continue;
                };
                if tallies.len() <= term {
                    tallies.resize(term + 1, TermTally::default());
                }
                tallies[term].stands_in(number);
            }
        }
        let stands = tallies
            .iter()
            .zip(&lexicon.terms)
            .filter(|(tally, _)| 0 < tally.count);
        let standing = stands.map(|(tally, term)| (term.clone(), tally.count)).collect();
        TermSentenceCounts { sentences: number, standing }
    }
}

/// How often a term was met.
#[derive(Debug, Clone, Copy, Default)]
struct TermTally {
    count: u64,
    /// The number of the last sentence, from 1: a term counts once in each.
    last: u64,
}

impl TermTally {
    fn stands_in(&mut self, sentence: u64) {
        if self.last != sentence {
            (self.count, self.last) = (self.count + 1, sentence);
        }
    }
}

/// The words of a language that were met, each with the number of its term.
#[derive(Debug, Default)]
struct TermLexicon<'a> {
    words: HashMap<&'a str, Option<usize>>,
    numbers: HashMap<Box<str>, usize>,
    terms: Vec<Box<str>>,
}

impl<'a> TermLexicon<'a> {
    fn term(&mut self, word: &'a str, language: Language) -> Option<usize> {
        if let Some(known) = self.words.get(word) {
            return *known;
        }
        let number = term(&word.to_lowercase(), language).map(|term| self.number(term.into()));
        self.words.insert(word, number);
        number
    }

    fn number(&mut self, term: Box<str>) -> usize {
        let next = self.terms.len();
        let number = *self.numbers.entry(term.clone()).or_insert(next);
        if number == next {
            self.terms.push(term);
        }
        number
    }
}
