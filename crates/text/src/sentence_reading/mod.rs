//! One reading of a sentence, for all who ask what it says: how much, when, what it demands, denies and limits.
//!
//! Everything is read on demand, part by part, from one lexicon for each language. What a sentence demands as a whole,
//! with the lines that lead into it, is for [`crate::deontic`] to say.

mod bounds;
mod conditions;
mod dates;
mod legal_words;
pub(crate) mod lexicon;
mod modality;
mod negation;
mod numbers;
mod quantities;

use std::ops::Range;

use crate::{Language, tokens};
use lexicon::LexiconPhrase;

pub use bounds::BoundDirection;
pub use conditions::is_number_bound;
pub use dates::PartialDate;
pub use legal_words::LegalWord;
pub(crate) use modality::ModalClass;
pub use modality::{DeonticForce, ModalForce, ModalOccurrence, is_deontic};
pub use negation::is_negation;
pub(crate) use numbers::is_number_word;
pub use numbers::{WrittenNumber, number_of_word};
pub use quantities::{MeasuredQuantity, QuantityDimension};

/// A word of a sentence.
#[derive(Debug, Clone)]
pub struct SentenceWord {
    pub range: Range<usize>,
    /// In small letters; `not` for the second half of `can't`.
    pub lower: String,
    /// What its reader counts it as; nothing for words that say nothing by themselves.
    pub term: Option<String>,
    /// What begins with it in any language. Looked up once, since every question to a sentence turns on it.
    phrases: &'static [LexiconPhrase],
}

impl SentenceWord {
    pub fn new(range: Range<usize>, lower: String, term: Option<String>) -> Self {
        let phrases = lexicon::phrases(&lower);
        Self { range, lower, term, phrases }
    }

    #[must_use]
    pub fn with_term(self, term: Option<String>) -> Self {
        Self { term, ..self }
    }
}

/// A sentence with its words, ready to be asked.
///
/// A word counts when it is one of the sentence's language. Where none is told, or where we have no words of that one, a
/// word of any language does.
#[derive(Debug, Clone, Copy)]
pub struct SentenceReading<'a> {
    text: &'a str,
    words: &'a [SentenceWord],
    language: Option<Language>,
}

impl<'a> SentenceReading<'a> {
    pub fn new(
        text: &'a str,
        words: &'a [SentenceWord],
        language: impl Into<Option<Language>>,
    ) -> Self {
        let language = language.into();
        Self { text, words, language }
    }

    pub const fn text(self) -> &'a str {
        self.text
    }

    pub const fn words(self) -> &'a [SentenceWord] {
        self.words
    }

    /// The same without its first words.
    #[must_use]
    pub fn after(self, skipped: usize) -> Self {
        Self {
            words: self.words.get(skipped..).unwrap_or_default(),
            ..self
        }
    }

    /// The numbers of it with their units.
    pub fn quantities(self) -> Vec<MeasuredQuantity> {
        quantities::quantities(self)
    }

    /// The name of the unit that stands at a word, such as `hour`, and how many words it takes.
    pub fn unit_at(self, at: usize) -> Option<(&'static str, usize)> {
        quantities::unit_at(self, at).map(|(unit, length)| (unit.name, length))
    }

    /// The number that begins at a word.
    pub fn number_at(self, at: usize) -> Option<WrittenNumber> {
        numbers::number_at(self, at)
    }

    /// The dates of it, or what is given of them.
    pub fn dates(self) -> Vec<PartialDate> {
        dates::dates(self)
    }

    /// The months that it names, with or without a day: the word and the number of each.
    pub fn months(self) -> Vec<(usize, u32)> {
        dates::months(self)
    }

    /// How numbers are written in it: as in English where no language is told.
    fn number_language(self) -> Language {
        self.language.unwrap_or_default()
    }

    /// The word at a place; empty beyond the end.
    fn word(self, at: usize) -> &'a str {
        self.words.get(at).map_or("", |word| word.lower.as_str())
    }

    /// The phrases of any language that begin with the word at a place.
    fn phrases(self, at: usize) -> &'static [LexiconPhrase] {
        self.words.get(at).map_or(&[], |word| word.phrases)
    }

    /// The word before a place; empty at the beginning.
    fn before(self, at: usize) -> &'a str {
        at.checked_sub(1).map_or("", |at| self.word(at))
    }

    /// What stands between a word and the next.
    fn gap_after(self, at: usize) -> &'a str {
        match (self.words.get(at), self.words.get(at + 1)) {
            (Some(one), Some(next)) => &self.text[one.range.end..next.range.start],
            _ => "",
        }
    }
}

/// The words of a text with no terms, in small letters.
pub fn sentence_words(text: &str) -> impl Iterator<Item = SentenceWord> + '_ {
    lower_words(text).map(|(range, lower)| SentenceWord::new(range, lower, None))
}

fn lower_words(text: &str) -> impl Iterator<Item = (Range<usize>, String)> + '_ {
    tokens::words(text).map(|range| {
        let lower = word_as_read(text, &range).to_lowercase();
        (range, lower)
    })
}

/// A word as it is read: as it is written, or `not` for the second half of `can't`.
pub fn word_as_read<'a>(text: &'a str, range: &Range<usize>) -> &'a str {
    let written = &text[range.clone()];
    let short = matches!(written, "t" | "T") && text[..range.start].ends_with(['\'', '’']);
    if short { "not" } else { written }
}
