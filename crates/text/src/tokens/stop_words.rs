//! Words that say nothing about what a text is about. For ranking only: negations are among them,
//! so nothing that compares what is said may leave them out.

use std::{collections::HashMap, sync::LazyLock};

use crate::{Language, word_file, word_list::WordFiles};

/// Whether a word in small letters is too common to count.
pub fn is_stop_word(word: &str, language: Language) -> bool {
    common_in(word)[language as usize]
}

/// In which languages a word in small letters is too common to count, in the order of
/// [`Language::ALL`].
pub(crate) fn common_in(word: &str) -> [bool; 5] {
    COMMON.get(word).copied().unwrap_or_default()
}

/// One look tells for all languages: whoever finds out the language of a text asks for each.
static COMMON: LazyLock<HashMap<&'static str, [bool; 5]>> = LazyLock::new(|| {
    let mut common: HashMap<&'static str, [bool; 5]> = HashMap::new();
    for language in Language::ALL {
        for word in list(language) {
            common.entry(word).or_default()[language as usize] = true;
        }
    }
    common
});

fn list(language: Language) -> &'static [&'static str] {
    FILES[language as usize].list("stop_words")
}

/// In the order of [`Language::ALL`].
static FILES: [WordFiles; 5] = [
    WordFiles::new(&[word_file!("stop_words", en)]),
    WordFiles::new(&[word_file!("stop_words", fr)]),
    WordFiles::new(&[word_file!("stop_words", pt)]),
    WordFiles::new(&[word_file!("stop_words", de)]),
    WordFiles::new(&[word_file!("stop_words", es)]),
];

#[cfg(test)]
mod tests {
    use super::{COMMON, FILES, is_stop_word, list};
    use crate::Language;

    #[test]
    fn every_language_has_a_list() {
        for language in Language::ALL {
            let faults = FILES[language as usize].faults(&["stop_words"], &[]);
            assert_eq!(faults, Vec::<String>::new(), "{language:?}");
        }
        assert_eq!(Language::ALL.map(Language::code), ["en", "fr", "pt", "de", "es"]);
    }

    #[test]
    fn a_word_is_common_where_its_list_has_it() {
        for (at, language) in Language::ALL.into_iter().enumerate() {
            assert_eq!(language as usize, at);
            for other in Language::ALL {
                for word in list(other) {
                    let there = list(language).contains(word);
                    assert_eq!(is_stop_word(word, language), there, "{word}");
                }
            }
        }
        assert!(!COMMON.contains_key("moon"));
    }
}
