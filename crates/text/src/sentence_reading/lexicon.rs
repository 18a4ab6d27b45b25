//! The words that a reading turns on: a file for each language, lists of phrases by what they mean.
//!
//! All languages are at hand in every text: who hands in a quote may say of it what they like.

use std::{collections::HashMap, sync::LazyLock};

use super::{
    SentenceReading,
    dates::MONTHS,
    quantities::{MeasureUnit, UNITS},
};
use crate::{Language, tokens, word_file, word_list::WordFiles};

/// What the phrases of a list mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum WordMeaning {
    Unit(&'static MeasureUnit),
    /// `business` in `five business days`.
    WorkingDay,
    /// What numbers stand after that only name a place: `section`.
    Reference,
    /// What is a number in another language and none in this: English `seize`.
    NoNumber,
    /// A month, from 1.
    Month(u32),
}

impl WordMeaning {
    fn of_list(name: &str) -> Option<Self> {
        let unit = UNITS.iter().find(|unit| unit.name == name).map(Self::Unit);
        let month = || (1..).zip(MONTHS).find(|(_, month)| *month == name);
        unit.or_else(|| month().map(|(number, _)| Self::Month(number)))
            .or(match name {
                "working" => Some(Self::WorkingDay),
                "reference" => Some(Self::Reference),
                "no_number" => Some(Self::NoNumber),
                _ => None,
            })
    }
}

/// A phrase of the lexicon.
#[derive(Debug)]
pub(super) struct LexiconPhrase {
    pub(super) language: Language,
    /// The words after the first.
    pub(super) rest: Vec<&'static str>,
    pub(super) meaning: WordMeaning,
}

static FILES: [(Language, WordFiles); 3] = [
    (Language::English, WordFiles::new(&[word_file!("sentence_reading", en)])),
    (Language::French, WordFiles::new(&[word_file!("sentence_reading", fr)])),
    (Language::Portuguese, WordFiles::new(&[word_file!("sentence_reading", pt)])),
];

static PHRASES: LazyLock<HashMap<&'static str, Vec<LexiconPhrase>>> = LazyLock::new(|| {
    let mut phrases: HashMap<&str, Vec<LexiconPhrase>> = HashMap::new();
    for (language, files) in &FILES {
        for (name, list) in files.lists() {
            let Some(meaning) = WordMeaning::of_list(name) else { continue };
            for phrase in list {
                let mut words = tokens::words(phrase).map(|range| &phrase[range]);
                let Some(first) = words.next() else { continue };
                let rest = words.collect();
                let phrase = LexiconPhrase { language: *language, rest, meaning };
                phrases.entry(first).or_default().push(phrase);
            }
        }
    }
    phrases
});

/// The phrases that begin with a word in small letters, of all languages.
pub(super) fn phrases(first: &str) -> &'static [LexiconPhrase] {
    PHRASES.get(first).map_or(&[], Vec::as_slice)
}

/// The phrases of the text's language that stand at a place; of any where we have no words of that one.
pub(super) fn phrases_in_language(
    reading: SentenceReading<'_>,
    at: usize,
) -> impl Iterator<Item = &'static LexiconPhrase> {
    let language = Some(reading.language).filter(|language| is_known(*language));
    let stands = move |phrase: &LexiconPhrase| {
        (at + 1..)
            .zip(&phrase.rest)
            .all(|(at, word)| reading.word(at) == *word)
    };
    phrases(reading.word(at))
        .iter()
        .filter(move |one| language.is_none_or(|own| own == one.language) && stands(one))
}

fn is_known(language: Language) -> bool {
    FILES.iter().any(|(own, _)| *own == language)
}

/// What a word in small letters means by itself in a language; in any where we have no words of that one.
pub(super) fn meanings(lower: &str, language: Language) -> impl Iterator<Item = WordMeaning> {
    let language = Some(language).filter(|language| is_known(*language));
    phrases(lower)
        .iter()
        .filter(move |one| {
            one.rest.is_empty() && language.is_none_or(|own| own == one.language)
        })
        .map(|one| one.meaning)
}

#[cfg(test)]
mod tests {
    use super::{FILES, WordMeaning};

    #[test]
    fn every_list_has_a_meaning() {
        for (_, files) in &FILES {
            let names: Vec<&str> = files.lists().keys().copied().collect();
            assert!(!names.is_empty());
            assert_eq!(files.faults(&names, &[]), Vec::<String>::new());
            for name in names {
                assert!(WordMeaning::of_list(name).is_some(), "{name}");
            }
        }
    }
}
