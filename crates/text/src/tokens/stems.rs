//! Words brought to their stems, by language.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};

use super::{is_stop_word, words};
use crate::Language;

/// The stem of a word in small letters.
pub fn stem(word: &str, language: Language) -> Cow<'_, str> {
    let algorithm = match language {
        Language::English => Algorithm::English,
        Language::French => Algorithm::French,
        Language::Portuguese => Algorithm::Portuguese,
        Language::German => Algorithm::German,
        Language::Spanish => Algorithm::Spanish,
    };
    Stemmer::create(algorithm).stem(word)
}

/// The words that a text is about: small letters, stems, no stop words.
pub fn terms(text: &str, language: Language) -> Vec<String> {
    words(text)
        .map(|range| text[range].to_lowercase())
        .filter(|word| !is_stop_word(word, language))
        .map(|word| stem(&word, language).into_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Language, terms};

    #[test]
    fn inflected_words_have_one_stem() {
        let same = [
            (Language::English, "obligations of the holder", "an obligation: holders"),
            (Language::French, "les demandes", "la demande"),
            (Language::Portuguese, "os advogados", "o advogado"),
            (Language::German, "die Verträge", "der Verträgen"),
        ];
        for (language, one, other) in same {
            assert_eq!(terms(one, language), terms(other, language));
        }
    }
}
