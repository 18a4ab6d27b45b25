//! How much two texts share, rare words counting more.

use std::collections::{BTreeMap, BTreeSet};

/// How rare the words of a body of texts are.
pub(super) struct WordRarity {
    texts: f64,
    held_by: BTreeMap<String, f64>,
}

impl WordRarity {
    pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let mut held_by: BTreeMap<String, f64> = BTreeMap::new();
        let mut count = 0.0;
        for text in texts {
            count += 1.0;
            for word in stems(text) {
                *held_by.entry(word).or_default() += 1.0;
            }
        }
        Self { texts: count, held_by }
    }

    /// What two texts share; a word that no text of the body holds counts nothing.
    pub(super) fn likeness(&self, one: &str, other: &str) -> f64 {
        let other = stems(other);
        let shared = stems(one).into_iter().filter(|word| other.contains(word));
        shared
            .filter_map(|word| self.held_by.get(&word))
            .map(|held| (1.0 + self.texts / held).ln())
            .sum()
    }

    /// The words of a text that the body of texts holds, each once.
    pub(super) fn known_words(&self, text: &str) -> Vec<String> {
        let mut met: BTreeSet<String> = BTreeSet::new();
        let words = text.split(|sign: char| !sign.is_alphanumeric());
        words
            .filter(|word| stems(word).iter().any(|stem| self.held_by.contains_key(stem)))
            .map(str::to_lowercase)
            .filter(|word| met.insert(word.clone()))
            .collect()
    }
}

/// Words of four letters and more, without their endings.
pub(super) fn stems(text: &str) -> BTreeSet<String> {
    text.split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| 4 <= word.chars().count())
        .map(|word| word.to_lowercase().chars().take(6).collect())
        .collect()
}
