//! One reading of a sentence, for all who ask what it says: how much, when, what it demands, denies and limits.
//!
//! Everything is read on demand, part by part, from one lexicon for each language. What a sentence demands as a whole,
//! with the lines that lead into it, is for [`crate::deontic`] to say.

mod dates;
mod lexicon;
mod numbers;
mod quantities;

use std::ops::Range;

use crate::{Language, tokens};

pub use dates::PartialDate;
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
}

/// A sentence with its words, ready to be asked.
#[derive(Debug, Clone, Copy)]
pub struct SentenceReading<'a> {
    text: &'a str,
    words: &'a [SentenceWord],
    language: Language,
}

impl<'a> SentenceReading<'a> {
    pub const fn new(text: &'a str, words: &'a [SentenceWord], language: Language) -> Self {
        Self { text, words, language }
    }

    pub const fn text(self) -> &'a str {
        self.text
    }

    pub const fn words(self) -> &'a [SentenceWord] {
        self.words
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

    /// The word at a place; empty beyond the end.
    fn word(self, at: usize) -> &'a str {
        self.words.get(at).map_or("", |word| word.lower.as_str())
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
    tokens::words(text).map(|range| SentenceWord {
        lower: word_as_read(text, &range).to_lowercase(),
        range,
        term: None,
    })
}

/// A word as it is read: as it is written, or `not` for the second half of `can't`.
pub fn word_as_read<'a>(text: &'a str, range: &Range<usize>) -> &'a str {
    let written = &text[range.clone()];
    let short = matches!(written, "t" | "T") && text[..range.start].ends_with(['\'', '’']);
    if short { "not" } else { written }
}
