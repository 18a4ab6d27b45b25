//! Words that say something about who is spoken to, in English, French, Portuguese and a little of
//! others. Without accents, in small letters.

use std::sync::LazyLock;

/// A set of word classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct WordClassSet(u32);

impl WordClassSet {
    pub(super) const NONE: Self = Self(0);
    /// To set something aside.
    pub(super) const ASIDE: Self = Self(1);
    /// What a model is told to keep to.
    pub(super) const RULES: Self = Self(1 << 1);
    pub(super) const PRIOR: Self = Self(1 << 2);
    /// What must not be told.
    pub(super) const SECRET: Self = Self(1 << 3);
    /// To make something that is asked for.
    pub(super) const TASK: Self = Self(1 << 4);
    /// What a model gives back.
    pub(super) const ANSWER: Self = Self(1 << 5);
    pub(super) const MODEL: Self = Self(1 << 6);
    pub(super) const YOU: Self = Self(1 << 7);
    pub(super) const I: Self = Self(1 << 8);
    /// A word that begins a question.
    pub(super) const ASKS: Self = Self(1 << 9);
    /// A word that may stand before an order.
    pub(super) const LEADS: Self = Self(1 << 10);
    /// To be someone else.
    pub(super) const ROLE: Self = Self(1 << 11);
    pub(super) const FREE: Self = Self(1 << 12);
    pub(super) const MODAL: Self = Self(1 << 13);
    /// Too common to tell what a text is about.
    pub(super) const STOP: Self = Self(1 << 14);
    pub(super) const TELLS: Self = Self(1 << 15);
    /// To change what is given back.
    pub(super) const ALTERS: Self = Self(1 << 16);
    pub(super) const SENDS: Self = Self(1 << 17);
    /// Things of a conversation that could be sent away.
    pub(super) const HELD: Self = Self(1 << 18);

    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The hash of a word's bytes. The weights depend on it: it must not change.
pub(super) fn hash(word: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in word {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    mix(hash)
}

/// Spreads a hash over all its bits.
pub(super) const fn mix(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 29)
}

/// The classes of a word, by its hash.
pub(super) fn classes(hash: u64) -> WordClassSet {
    let slots = &*SLOTS;
    let mask = slots.len() - 1;
    let mut at = slot(hash, mask);
    while let Some((there, classes)) = slots[at] {
        if there == hash {
            return classes;
        }
        at = (at + 1) & mask;
    }
    WordClassSet::NONE
}

fn slot(hash: u64, mask: usize) -> usize {
    usize::try_from(hash >> 40).unwrap_or_default() & mask
}

static SLOTS: LazyLock<Vec<Option<(u64, WordClassSet)>>> = LazyLock::new(|| {
    let mut slots = vec![None; 8192];
    let mask = slots.len() - 1;
    for line in include_str!("lexicon.txt").lines() {
        let Some((name, words)) = line.split_once(':') else { continue };
        let class = class(name);
        for word in words.split_whitespace() {
            let hash = hash(word.as_bytes());
            let mut at = slot(hash, mask);
            while let Some((there, _)) = slots[at]
                && there != hash
            {
                at = (at + 1) & mask;
            }
            let before =
                slots[at].map_or(WordClassSet::NONE, |(_, before): (u64, WordClassSet)| before);
            slots[at] = Some((hash, before.with(class)));
        }
    }
    slots
});

fn class(name: &str) -> WordClassSet {
    match name {
        "aside" => WordClassSet::ASIDE,
        "rules" => WordClassSet::RULES,
        "prior" => WordClassSet::PRIOR,
        "secret" => WordClassSet::SECRET,
        "task" => WordClassSet::TASK,
        "answer" => WordClassSet::ANSWER,
        "model" => WordClassSet::MODEL,
        "you" => WordClassSet::YOU,
        "i" => WordClassSet::I,
        "asks" => WordClassSet::ASKS,
        "leads" => WordClassSet::LEADS,
        "role" => WordClassSet::ROLE,
        "free" => WordClassSet::FREE,
        "modal" => WordClassSet::MODAL,
        "stop" => WordClassSet::STOP,
        "tells" => WordClassSet::TELLS,
        "alters" => WordClassSet::ALTERS,
        "sends" => WordClassSet::SENDS,
        "held" => WordClassSet::HELD,
        _ => WordClassSet::NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::{WordClassSet, classes, hash};

    #[test]
    fn every_line_of_the_list_names_a_class() {
        for line in include_str!("lexicon.txt").lines() {
            let (name, words) = line.split_once(':').unwrap_or_default();
            assert_ne!(super::class(name), WordClassSet::NONE, "{line}");
            for word in words.split_whitespace() {
                assert!(classes(hash(word.as_bytes())).has(super::class(name)), "{word}");
            }
        }
    }

    #[test]
    fn other_words_have_none() {
        assert_eq!(classes(hash(b"harbour")), WordClassSet::NONE);
    }
}
