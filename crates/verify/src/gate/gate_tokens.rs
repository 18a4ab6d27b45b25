//! A text as the gate reads it: words with their terms, in one of the languages we know.

use jurat_text::{
    Language,
    sentence_reading::{SentenceWord, is_deontic, sentence_words},
    tokens::{is_stop_word, stem},
};

use super::synonyms;

/// Words of one text that are looked at. A quote has forty; what is longer is no quote.
pub(super) const MOST_WORDS: usize = 1000;

/// The words of a text with their terms, at most [`MOST_WORDS`].
pub(super) fn gate_words(text: &str, language: Language) -> Vec<SentenceWord> {
    sentence_words(text)
        .take(MOST_WORDS)
        .map(|word| {
            let term = term(&word.lower, language);
            word.with_term(term)
        })
        .collect()
}

/// The distinct terms of words, in the order of their first mention.
pub(super) fn terms(words: &[SentenceWord]) -> Vec<&str> {
    let mut seen = std::collections::BTreeSet::new();
    let named = words.iter().filter_map(|word| word.term.as_deref());
    named.filter(|term| seen.insert(*term)).collect()
}

/// The language of a code; English where it is none of ours.
pub(super) fn language(code: &str) -> Language {
    Language::from_code(code).unwrap_or(Language::English)
}

/// What a word in small letters is counted as: a concept of the law where it names one, else its
/// stem. `before` and `after` are common, but a question turns on them.
pub(super) fn term(lower: &str, language: Language) -> Option<String> {
    if TURNING.contains(lower) {
        return Some(lower.to_owned());
    }
    if let Some(concept) = synonyms::concept(lower) {
        return Some(concept.to_owned());
    }
    let single = lower.chars().nth(1).is_none();
    if single
        || is_stop_word(lower, language)
        || is_deontic(lower, Some(language))
        || EMPTY.contains(lower)
    {
        return None;
    }
    let stem = stem(lower, language);
    Some(synonyms::concept(&stem).map_or_else(|| stem.into_owned(), str::to_owned))
}

jurat_text::word_lists! {
    "gate_tokens" [en, fr, pt];

    /// Common words that decide which of two duties is meant.
    static TURNING;

    /// Words of questions and of drafting that are about nothing.
    static EMPTY;
}
