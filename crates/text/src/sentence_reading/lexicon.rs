//! The words that a reading turns on: a file for each language, lists of phrases by what they mean.
//!
//! A word counts in the language of its text, and in every text where that is not told or not ours. What guards quotes
//! takes words of all languages: who hands in a quote may say of it what they like.

use std::{collections::HashMap, sync::LazyLock};

use serde::{
    Deserialize,
    de::{
        DeserializeOwned, IntoDeserializer,
        value::{Error as ValueError, StrDeserializer},
    },
};

use super::{
    SentenceReading,
    dates::MONTHS,
    lower_words,
    modality::{ModalClass, ModalForce},
    quantities::{MeasureUnit, UNITS},
};
use crate::{Language, word_file, word_list::WordFiles};

/// What the phrases of a list mean.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WordMeaning {
    #[serde(skip)]
    Unit(&'static MeasureUnit),
    /// `business` in `five business days`.
    Working,
    /// What numbers stand after that only name a place: `section`.
    Reference,
    /// What is a number in another language and none in this: English `seize`.
    NoNumber,
    /// A month, from 1.
    #[serde(skip)]
    Month(u32),
    /// What demands, forbids or allows by itself.
    #[serde(skip)]
    Modal(ModalClass),
    /// What does so as a whole, its auxiliary verb included: `is required to`.
    #[serde(skip)]
    ModalPhrase(ModalForce),
    /// What is an [`ModalClass::Allowing`] verb or a noun: `permit`.
    NounOrVerb,
    /// What stands before a month and no verb: `in May`.
    MonthBefore,
    /// What is a noun after `the` and its like alone: `permits`.
    NounAfterDeterminer,
    /// Where a word that demands elsewhere demands nothing: `required by § 5`.
    NoNorm,
    /// What may stand between a modal and its `not`.
    ModalAdverb,
    /// `not`, `never`.
    Negation,
    /// What negates the verb after it: `ne`, `não`.
    VerbNegation,
    /// A subject that is none: `no`, `nobody`.
    Nobody,
    /// What forbids the clause that it begins: `in no event`.
    InNoCase,
    /// `without`
    Lacking,
    /// What else denies by itself and no verb in particular: `nothing`.
    Denial,
    /// A verb with its `not`: `don't`.
    Contraction,
    /// What denies by what it means: `fails`.
    Negative,
    /// What follows a `not` that negates nothing: `not only`, `no later than`.
    FixedAfterNot,
    /// What a clause begins after: `and`, `that`.
    ClauseJoint,
    Only,
    Exception,
    /// An exception unless it is a verb: `save`.
    LooseException,
    /// `otherwise`, `exempt`: there is an exception, and its words may stand elsewhere.
    Exempting,
    /// `if`.
    Condition,
    /// A condition that nobody overlooks: `provided that`.
    Proviso,
    /// What is a condition in some sentences only: `provided`, `until`.
    MayLimit,
    /// What sets a limit aside: `even if`, `regardless of`.
    Concession,
    /// What leaves somebody out of those who are named before it: `other than`.
    LeavingOut,
    /// What sets every limit aside: `in all cases`.
    Sweeping,
    /// What sets every limit of time aside: `at any time`.
    AnyTime,
    /// `all`, `every`.
    Everything,
    /// What stands for a noun that was named before: `one`.
    StandIn,
    /// `and`.
    Conjunction,
    /// `or`.
    Alternative,
    Determiner,
    Pronoun,
    /// Pronouns that begin a clause: `who`.
    Relative,
    /// What else makes a clause depend on another as they do: `what`, `que`.
    Subordinating,
    /// What opens a clause of its own as `if` does: `because`.
    ClauseOpening,
    /// What else narrows the word before it: `under`, `aged`.
    Narrowing,
    /// How a sentence begins that speaks to all: `No person`, `Il est`.
    Everyone,
    /// How one begins that speaks to all where a word follows that demands: `É vedado`.
    ImpersonalVerb,
    /// What says on which side of a number something lies: `above`.
    NumberBound,
    /// `at least`
    AtLeast,
    /// `at most`
    AtMost,
    /// `not later than`
    Earlier,
    /// `not earlier than`
    Later,
    /// What stands before who acts in the passive: `by`.
    Agent,
    /// What begins a condition wherever it stands: `if`, and not `where`.
    PlainCondition,
    /// What makes a word its opposite: `un` in `unlawful`.
    NegatingPrefix,
    /// What the law turns on besides the words above: `all`, `first`.
    Critical,
    /// What else limits or extends what it follows: `whichever`.
    Limiting,
}

impl WordMeaning {
    /// The meaning that a list is named for. Whole phrases that are modals are named for what they say: `must_phrase`.
    fn of_list(name: &str) -> Option<Self> {
        let unit = UNITS.iter().find(|unit| unit.name == name).map(Self::Unit);
        let month = || (1..).zip(MONTHS).find(|(_, month)| *month == name);
        unit.or_else(|| month().map(|(number, _)| Self::Month(number)))
            .or_else(|| variant(name.strip_suffix("_phrase")?).map(Self::ModalPhrase))
            .or_else(|| variant(name).map(Self::Modal))
            .or_else(|| variant(name))
    }
}

fn variant<T: DeserializeOwned>(name: &str) -> Option<T> {
    let name: StrDeserializer<'_, ValueError> = name.into_deserializer();
    T::deserialize(name).ok()
}

/// A phrase of the lexicon.
#[derive(Debug)]
pub(crate) struct LexiconPhrase {
    pub(super) language: Language,
    /// The words after the first.
    pub(crate) rest: Vec<String>,
    pub(crate) meaning: WordMeaning,
}

impl LexiconPhrase {
    pub(super) const fn length(&self) -> usize {
        1 + self.rest.len()
    }
}

static FILES: [(Language, WordFiles); 4] = [
    (Language::English, WordFiles::new(&[word_file!("sentence_reading", en)])),
    (Language::French, WordFiles::new(&[word_file!("sentence_reading", fr)])),
    (Language::Portuguese, WordFiles::new(&[word_file!("sentence_reading", pt)])),
    // No sentence is read by these: they are what a quote must not change.
    (Language::German, WordFiles::new(&[word_file!("sentence_reading", de)])),
];

static PHRASES: LazyLock<HashMap<String, Vec<LexiconPhrase>>> = LazyLock::new(|| {
    let mut phrases: HashMap<String, Vec<LexiconPhrase>> = HashMap::new();
    for (language, files) in &FILES {
        for (name, list) in files.lists() {
            let Some(meaning) = WordMeaning::of_list(name) else { continue };
            for phrase in list {
                let mut words = lower_words(phrase).map(|(_, lower)| lower);
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
pub(crate) fn phrases(first: &str) -> &'static [LexiconPhrase] {
    PHRASES.get(first).map_or(&[], Vec::as_slice)
}

/// The phrases of the text's language that stand at a place; of any where we have no words of that one.
pub(super) fn phrases_in_language(
    reading: SentenceReading<'_>,
    at: usize,
) -> impl Iterator<Item = &'static LexiconPhrase> {
    let language = reading.language.filter(|language| is_known(*language));
    let stands = move |phrase: &LexiconPhrase| {
        (at + 1..)
            .zip(&phrase.rest)
            .all(|(at, word)| reading.word(at) == *word)
    };
    reading
        .phrases(at)
        .iter()
        .filter(move |one| language.is_none_or(|own| own == one.language) && stands(one))
}

fn is_known(language: Language) -> bool {
    matches!(language, Language::English | Language::French | Language::Portuguese)
}

/// The phrases of some meanings as they are written, of all languages.
pub(crate) fn written_phrases(
    wanted: &[WordMeaning],
) -> impl Iterator<Item = &'static &'static str> {
    let lists = FILES.iter().flat_map(|(_, files)| files.lists());
    lists
        .filter(|(name, _)| WordMeaning::of_list(name).is_some_and(|one| wanted.contains(&one)))
        .flat_map(|(_, phrases)| phrases)
}

/// What a word in small letters means by itself in a language.
pub(crate) fn meanings(
    lower: &str,
    language: impl Into<Option<Language>>,
) -> impl Iterator<Item = WordMeaning> {
    single_words(phrases(lower), language.into())
}

fn single_words(
    phrases: &'static [LexiconPhrase],
    language: Option<Language>,
) -> impl Iterator<Item = WordMeaning> {
    let language = language.filter(|language| is_known(*language));
    let single = move |one: &&LexiconPhrase| {
        one.rest.is_empty() && language.is_none_or(|own| own == one.language)
    };
    phrases.iter().filter(single).map(|one| one.meaning)
}

/// Whether a word in small letters has one of some meanings by itself.
pub(crate) fn means(
    lower: &str,
    language: impl Into<Option<Language>>,
    wanted: &[WordMeaning],
) -> bool {
    meanings(lower, language).any(|one| wanted.contains(&one))
}

impl SentenceReading<'_> {
    /// How many words the longest phrase takes that stands at a place and has one of some meanings.
    pub(super) fn length_at(self, at: usize, wanted: &[WordMeaning]) -> Option<usize> {
        phrases_in_language(self, at)
            .filter(|one| wanted.contains(&one.meaning))
            .map(LexiconPhrase::length)
            .max()
    }

    /// Whether the word at a place has one of some meanings by itself.
    pub(super) fn means(self, at: usize, wanted: &[WordMeaning]) -> bool {
        self.meanings(at).any(|one| wanted.contains(&one))
    }

    /// What the word at a place means by itself.
    pub(super) fn meanings(self, at: usize) -> impl Iterator<Item = WordMeaning> {
        single_words(self.phrases(at), self.language)
    }
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
