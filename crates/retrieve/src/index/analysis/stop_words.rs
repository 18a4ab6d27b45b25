//! Words that are not searched by: articles, pronouns, auxiliaries, question words.
//!
//! They stand in nearly every provision, so they tell none from another, and a question's own
//! ("can I", "what is") would draw passages that merely ask as much. Modals of duty and leave,
//! negations and words of time and place are kept: they decide cases.

use std::{collections::HashMap, sync::LazyLock};

use jurat_text::{Language, word_file, word_list::WordFiles};

/// Whether a word carries no meaning of its own in a language. The word is in lower case.
pub(super) fn is_stop(word: &str, language: Language) -> bool {
    languages(word) >> (language as u8) & 1 == 1
}

/// One bit a language, in the order of `Language::ALL`, set where the word is a stop word.
pub(super) fn languages(word: &str) -> u8 {
    // No stop word of ours is longer; most words need no look at the table.
    if LONGEST < word.len() {
        return 0;
    }
    WORDS.get(word).copied().unwrap_or(0)
}

const LONGEST: usize = 12;

static WORDS: LazyLock<HashMap<&'static str, u8>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    for (language, file) in Language::ALL.into_iter().zip(&FILES) {
        for word in file.list("stop_words") {
            *words.entry(*word).or_insert(0) |= 1 << (language as u8);
        }
    }
    words
});

/// In the order of `Language::ALL`.
static FILES: [WordFiles; 5] = [
    WordFiles::new(&[word_file!("search_stop_words", en)]),
    WordFiles::new(&[word_file!("search_stop_words", fr)]),
    WordFiles::new(&[word_file!("search_stop_words", pt)]),
    WordFiles::new(&[word_file!("search_stop_words", de)]),
    WordFiles::new(&[word_file!("search_stop_words", es)]),
];

#[cfg(test)]
mod tests {
    use super::{FILES, LONGEST, Language, is_stop};

    #[test]
    fn every_language_has_a_list_of_short_words() {
        for files in &FILES {
            assert_eq!(files.faults(&["stop_words"], &[]), Vec::<String>::new());
            assert!(files.list("stop_words").iter().all(|word| word.len() <= LONGEST));
        }
    }

    #[test]
    fn words_that_decide_are_kept() {
        for word in ["not", "no", "must", "shall", "may", "before", "after", "under", "within"]
        {
            assert!(!is_stop(word, Language::English), "{word}");
        }
        for (word, language) in [
            ("pas", Language::French),
            ("doit", Language::French),
            ("não", Language::Portuguese),
            ("nicht", Language::German),
        ] {
            assert!(!is_stop(word, language), "{word}");
        }
    }

    #[test]
    fn a_word_is_a_stop_word_in_its_language_alone() {
        assert!(is_stop("the", Language::English) && !is_stop("the", Language::French));
        assert!(is_stop("dans", Language::French) && !is_stop("dans", Language::English));
    }
}
