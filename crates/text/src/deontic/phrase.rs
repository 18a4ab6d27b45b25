//! A folded sentence as words and marks, and phrases looked up in it.

use crate::{
    Language,
    sentence_reading::lexicon::{self, WordMeaning},
};

/// A word, or one mark of punctuation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DeonticToken<'a> {
    pub(super) word: &'a str,
    /// Where it begins in the folded text.
    pub(super) start: usize,
}

/// Words and marks of a folded text, without spaces.
pub(super) fn tokens(folded: &str) -> Vec<DeonticToken<'_>> {
    let mut found = Vec::with_capacity(folded.len() / 5 + 1);
    let mut at = 0;
    while let Some(c) = folded[at..].chars().next() {
        let rest = &folded[at..];
        let len = if c.is_alphanumeric() {
            rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        if !c.is_whitespace() {
            found.push(DeonticToken { word: &rest[..len], start: at });
        }
        at += len;
    }
    found
}

/// Tokens with questions about places in them. A place beyond either end holds the empty word.
#[derive(Debug, Clone, Copy)]
pub(super) struct DeonticPhrase<'a>(pub(super) &'a [DeonticToken<'a>]);

impl<'a> DeonticPhrase<'a> {
    pub(super) fn len(self) -> usize {
        self.0.len()
    }

    pub(super) fn word(self, at: usize) -> &'a str {
        self.0.get(at).map_or("", |token| token.word)
    }

    pub(super) fn before(self, at: usize) -> &'a str {
        at.checked_sub(1).map_or("", |at| self.word(at))
    }

    pub(super) fn is(self, at: usize, words: &[&str]) -> bool {
        words.contains(&self.word(at))
    }

    /// Whether the word at a place has one of some meanings by itself.
    pub(super) fn means(self, at: usize, language: Language, wanted: &[WordMeaning]) -> bool {
        lexicon::means(self.word(at), language, wanted)
    }

    /// Whether one of the phrases stands at a place; each is words with single spaces.
    pub(super) fn says(self, at: usize, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.length_of(at, phrase).is_some())
    }

    /// How many tokens a phrase takes at a place, if it stands there.
    pub(super) fn length_of(self, at: usize, phrase: &str) -> Option<usize> {
        let mut count = 0;
        for word in phrase.split(' ') {
            if self.word(at + count) != word {
                return None;
            }
            count += 1;
        }
        Some(count)
    }

    /// The first place from `at` on that holds none of the words and no adverb in `-ly`.
    pub(super) fn past(self, at: usize, words: &[&str]) -> usize {
        let adverb = |word: &str| {
            let verb = VERBS_IN_LY.contains(&word);
            words.contains(&word) || 4 < word.len() && word.ends_with("ly") && !verb
        };
        (at..self.len())
            .find(|at| !adverb(self.word(*at)))
            .unwrap_or(self.len())
    }

    /// Whether a quotation begins here: all its marks fold to the apostrophe, which has a letter
    /// right before it.
    pub(super) fn opens_quotation(self, at: usize) -> bool {
        let end = |token: &DeonticToken<'_>| token.start + token.word.len();
        let Some(token) = self.0.get(at).filter(|token| token.word == "'") else {
            return false;
        };
        at.checked_sub(1)
            .and_then(|at| self.0.get(at))
            .is_none_or(|last| end(last) < token.start)
    }

    /// Whether the word is a mark that ends a clause for certain.
    pub(super) fn stops(self, at: usize) -> bool {
        self.is(at, &[";", ".", ":", "!", "?"])
    }
}

/// Verbs that end as adverbs do.
const VERBS_IN_LY: [&str; 6] = ["apply", "supply", "reply", "comply", "imply", "multiply"];
