//! A small table of words that law uses for one thing. Written by hand; a word names one concept.

use std::{collections::HashMap, sync::LazyLock};

use jurat_text::{word_file, word_list::WordFiles};

/// The concept that a word in small letters, or a stem, names.
pub(crate) fn concept(word: &str) -> Option<&'static str> {
    BY_WORD.get(word).copied()
}

static BY_WORD: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let pairs = CONCEPTS
        .lists()
        .iter()
        .flat_map(|(concept, words)| words.iter().map(|word| (*word, *concept)));
    pairs.collect()
});

/// A list for each concept, under its name.
static CONCEPTS: WordFiles = WordFiles::new(&[
    word_file!("concepts", en),
    word_file!("concepts", fr),
    word_file!("concepts", pt),
]);

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use jurat_text::{word_file, word_list::WordFiles};

    use super::{CONCEPTS, concept};

    #[test]
    fn a_word_names_one_concept() {
        let mut names = BTreeMap::new();
        for (concept, words) in CONCEPTS.lists() {
            for word in words {
                let before = names.insert(*word, *concept);
                assert!(before.is_none_or(|before| before == *concept), "{word}");
            }
        }
        // A name that English does not have is a slip: its words would meet no others.
        let english = WordFiles::new(&[word_file!("concepts", en)]);
        let concepts: Vec<&str> = english.lists().keys().copied().collect();
        assert_eq!(CONCEPTS.faults(&concepts, &[]), Vec::<String>::new());
        assert_eq!((concept("retain"), concept("moon")), (Some("keep"), None));
    }
}
