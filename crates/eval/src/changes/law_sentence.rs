//! A whole sentence of a statute, with its words and with the sections that would be retrieved for it.

use std::{collections::BTreeSet, fmt::Write as _, ops::Range};

use jurat_canon::Hash;
use jurat_text::{
    Language,
    leading_marks::head,
    sentence_reading::{SentenceReading, SentenceWord, sentence_words},
    sentences::{SentenceKind, sentences},
    tokens::is_stop_word,
};
use serde_json::{Value as Json, json};

use super::{
    ChangedSentence,
    change_words::ChangeWords,
    law_sections::{LawSection, LawText},
};

/// Words that a sentence has.
const WORDS: std::ops::RangeInclusive<usize> = 8..=60;
/// Sections retrieved before and after its own.
const AROUND: usize = 2;
/// Words that the question is made of.
const ASKED: usize = 3;

#[derive(Debug)]
pub(super) struct LawSentence<'l> {
    pub(super) law: &'l LawText,
    /// Its section, by index.
    pub(super) section: usize,
    pub(super) text: &'l str,
    pub(super) words: Vec<SentenceWord>,
    pub(super) lists: &'static ChangeWords,
}

/// The sentences of a statute that stand for themselves: whole, of ordinary length, no items of lists.
pub(super) fn sentences_of(law: &LawText) -> Vec<LawSentence<'_>> {
    let Some(lists) = ChangeWords::of(law.language) else { return Vec::new() };
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for (at, section) in law.sections.iter().enumerate() {
        for one in sentences(&section.text) {
            let text = &section.text[one.range.clone()];
            // The numbers of section and subsection are no words of it.
            let text = text[head(text)..].trim_start();
            let words: Vec<SentenceWord> = sentence_words(text).collect();
            let whole = one.kind != SentenceKind::Heading
                && one.lead_in.is_none()
                && text.starts_with(char::is_uppercase)
                && text.ends_with('.')
                && !text.contains(['[', '…', '"', '“', '«', '\n']);
            if whole && WORDS.contains(&words.len()) && seen.insert(text) {
                found.push(LawSentence { law, section: at, text, words, lists });
            }
        }
    }
    found
}

impl<'l> LawSentence<'l> {
    /// Where it comes among others: by chance, and always the same.
    pub(super) fn order(&self) -> String {
        Hash::of(format!("{}\n{}", self.law.name, self.text).as_bytes()).to_string()
    }

    /// A number below another, by chance, and always the same.
    pub(super) fn draw(&self, what: &str, below: usize) -> usize {
        let hash = Hash::of(format!("{what}\n{}\n{}", self.law.name, self.text).as_bytes())
            .to_string();
        let digits = hash.get(..8).and_then(|head| usize::from_str_radix(head, 16).ok());
        digits.unwrap_or(0) % below.max(1)
    }

    pub(super) fn language(&self) -> Language {
        self.law.language
    }

    pub(super) fn reading(&self) -> SentenceReading<'_> {
        SentenceReading::new(self.text, &self.words, self.language())
    }

    /// The word at a place in small letters; empty beyond the end.
    pub(super) fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.lower.as_str())
    }

    /// Whether a phrase stands at a word, and how many words it takes.
    pub(super) fn phrase_at(&self, at: usize, phrase: &str) -> Option<usize> {
        let words: Vec<SentenceWord> = sentence_words(phrase).collect();
        let stands = (at..).zip(&words).all(|(at, word)| self.word(at) == word.lower);
        (stands && !words.is_empty()).then_some(words.len())
    }

    /// The bytes of some words.
    pub(super) fn range(&self, words: Range<usize>) -> Range<usize> {
        self.words[words.start].range.start..self.words[words.end - 1].range.end
    }

    /// The sentence with other words in the place of some.
    pub(super) fn with(&self, words: Range<usize>, other: &str) -> String {
        let range = self.range(words);
        format!("{}{other}{}", &self.text[..range.start], &self.text[range.end..])
    }

    /// The sections that are retrieved for it: its own, and those around.
    pub(super) fn retrieved(&self) -> Range<usize> {
        let last = self.law.sections.len();
        self.section.saturating_sub(AROUND)..(self.section + AROUND + 1).min(last)
    }

    pub(super) fn sources(&self) -> impl Iterator<Item = &'l LawSection> {
        self.law.sections[self.retrieved()].iter()
    }

    /// The state of a pipeline that found its section and wrote it down, or something else.
    pub(super) fn state(&self, changed: &ChangedSentence) -> Json {
        let also = changed.also_retrieved.and_then(|at| self.law.sections.get(at));
        let source = |(rank, section): (u32, &LawSection)| {
            let score = 0.9 - 0.05 * f64::from(rank);
            json!({ "id": section.id, "text": section.text, "score": score })
        };
        let sources: Vec<Json> = (0..).zip(self.sources().chain(also)).map(source).collect();
        json!({ "query": self.question(), "sources": sources, "draft": changed.text })
    }

    /// A question about its longest words.
    fn question(&self) -> String {
        let says = |word: &&SentenceWord| {
            word.lower.chars().all(char::is_alphabetic)
                && !is_stop_word(&word.lower, self.language())
        };
        let mut words: Vec<&SentenceWord> = self.words.iter().filter(says).collect();
        words.sort_by_key(|word| (std::cmp::Reverse(word.lower.len()), word.range.start));
        words.dedup_by(|one, other| one.lower == other.lower);
        let mut about = String::new();
        for word in words.iter().take(ASKED) {
            let mark = if about.is_empty() { "" } else { ", " };
            // Writing to a string does not fail.
            let _ = write!(about, "{mark}{}", word.lower);
        }
        self.lists.question.replace("{}", &about)
    }
}

/// The text with a capital at its beginning.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
