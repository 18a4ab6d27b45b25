//! The words that changes are made with: a file for each language.

use std::{collections::BTreeMap, sync::LazyLock};

use jurat_text::{Language, word_file};
use serde::Deserialize;

type WordPairs = BTreeMap<&'static str, &'static str>;

/// Words of one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChangeWords {
    /// How the question is put, `{}` for what it is about.
    pub(super) question: &'static str,
    /// Each modal with one of another force.
    pub(super) modals: WordPairs,
    /// Modals that demand.
    pub(super) commands: Vec<&'static str>,
    /// Verbs with their negated form.
    pub(super) negated: WordPairs,
    /// What makes a modal one of another force than it looks: `no`, `ne`.
    pub(super) denials: Vec<&'static str>,
    pub(super) and: &'static str,
    pub(super) or: &'static str,
    /// Words before an `and` or `or` that make it unsure what its change changes.
    pub(super) blurring: Vec<&'static str>,
    /// Comparators with their opposites.
    pub(super) comparators: WordPairs,
    /// The same for those that only compare times, before one of `time_followers`.
    pub(super) time_comparators: WordPairs,
    pub(super) time_followers: Vec<&'static str>,
    pub(super) exceptions: Vec<&'static str>,
    pub(super) conditions: Vec<&'static str>,
    /// Of these, the ones that are conditions in the middle of a sentence too.
    pub(super) sure_conditions: Vec<&'static str>,
    /// What a name goes on with: `the Minister of Transport`.
    pub(super) of: &'static str,
    pub(super) determiners: Vec<&'static str>,
    /// Verbs that take an object, with their participles.
    pub(super) participles: WordPairs,
    /// The passive: `be` and `by`.
    pub(super) passive: (&'static str, &'static str),
    /// What may follow an object that ends there.
    pub(super) after_object: Vec<&'static str>,
}

impl ChangeWords {
    /// Those of a language; nothing where changes are not made in it.
    pub(super) fn of(language: Language) -> Option<&'static Self> {
        BY_LANGUAGE.get(&language)
    }
}

static BY_LANGUAGE: LazyLock<BTreeMap<Language, ChangeWords>> = LazyLock::new(|| {
    let files = [
        (Language::English, word_file!("changes", en)),
        (Language::French, word_file!("changes", fr)),
        (Language::Portuguese, word_file!("changes", pt)),
    ];
    // A file that cannot be read is a fault that a test tells.
    let read = files.into_iter().filter_map(|(language, file)| {
        Some((language, serde_json::from_str::<ChangeWords>(file).ok()?))
    });
    read.collect()
});

#[cfg(test)]
mod tests {
    use super::{BY_LANGUAGE, ChangeWords};

    #[test]
    fn every_file_is_read() {
        assert_eq!(BY_LANGUAGE.len(), 3);
    }

    #[test]
    fn what_is_changed_is_another_word() {
        for words in BY_LANGUAGE.values() {
            let ChangeWords { modals, comparators, time_comparators, negated, .. } = words;
            for pairs in [modals, comparators, time_comparators, negated] {
                assert!(pairs.iter().all(|(from, to)| from != to));
            }
        }
    }
}
