//! How much a word says, told without the text at hand: a short list of common stems, and the words
//! that speak of the source instead of the world.

use std::{borrow::Cow, collections::HashMap, sync::LazyLock};

use jurat_text::{
    Language,
    sentence_reading::number_of_word,
    tokens::{is_stop_word, stem},
};

/// What sort of word it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LexicalClass {
    /// Too common to count, or about the source itself.
    Stop,
    Content,
    /// A number, in digits or in words.
    Number,
}

/// What a word in small letters is counted as: its number, or its stem.
pub(super) fn key(lower: &str, language: Language) -> Cow<'_, str> {
    match number(lower, language) {
        Some(value) => Cow::Owned(format!("#{value}")),
        None => stem(lower, language),
    }
}

/// The number that a word in small letters is. `one` is as often a pronoun, and a long run of
/// digits is a name.
fn number(lower: &str, language: Language) -> Option<f64> {
    let in_digits = lower.starts_with(|c: char| c.is_ascii_digit());
    number_of_word(lower, language)
        .filter(|value| if in_digits { lower.len() <= 15 } else { 1.0 < *value })
}

/// What sort of word it is.
pub(super) fn sort(lower: &str, language: Language) -> LexicalClass {
    if number(lower, language).is_some() {
        return LexicalClass::Number;
    }
    let single =
        lower.chars().nth(1).is_none() && !lower.starts_with(|c: char| c.is_ascii_digit());
    if single || is_stop_word(lower, language) || SOURCE.contains(lower) {
        return LexicalClass::Stop;
    }
    LexicalClass::Content
}

/// How much a stem says, from 0 to 1; what is not on the list says most.
pub(super) fn weight(stem: &str, language: Language) -> f64 {
    if stem.starts_with('#') {
        return 1.0;
    }
    COMMON.get(&(language, stem)).copied().unwrap_or(1.0)
}

/// Lines of a language and stems, the commonest first.
static COMMON: LazyLock<HashMap<(Language, &'static str), f64>> = LazyLock::new(|| {
    let mut common = HashMap::new();
    for line in include_str!("common.txt").lines() {
        let mut words = line.split(' ');
        let Some(language) = words.next().and_then(Language::from_code) else { continue };
        let Some(weight) = words.next().and_then(|weight| weight.parse().ok()) else {
            continue;
        };
        common.extend(words.map(|word| ((language, word), weight)));
    }
    common
});

jurat_text::word_lists! {
    "grounding" [en, fr, pt];

    /// Words that speak of the source or of the answer: they claim nothing about the world.
    static SOURCE;
    /// Words after which a number itself is left out: `under 50`.
    pub(super) static STRICTLY_BELOW;
}
