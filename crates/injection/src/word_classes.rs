//! Words that say something about who is spoken to, in English, French, Portuguese and a little of
//! others. Without accents, in small letters.

use std::sync::LazyLock;

use jurat_text::{word_file, word_list::WordFiles};

/// A set of word classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct WordClassSet(u32);

impl WordClassSet {
    pub(crate) const NONE: Self = Self(0);
    /// To set something aside.
    pub(crate) const ASIDE: Self = Self(1);
    /// What a model is told to keep to.
    pub(crate) const RULES: Self = Self(1 << 1);
    pub(crate) const PRIOR: Self = Self(1 << 2);
    /// What must not be told.
    pub(crate) const SECRET: Self = Self(1 << 3);
    /// To make something that is asked for.
    pub(crate) const TASK: Self = Self(1 << 4);
    /// What a model gives back.
    pub(crate) const ANSWER: Self = Self(1 << 5);
    pub(crate) const MODEL: Self = Self(1 << 6);
    pub(crate) const YOU: Self = Self(1 << 7);
    pub(crate) const I: Self = Self(1 << 8);
    /// A word that begins a question.
    pub(crate) const ASKS: Self = Self(1 << 9);
    /// A word that may stand before an order.
    pub(crate) const LEADS: Self = Self(1 << 10);
    /// To be someone else.
    pub(crate) const ROLE: Self = Self(1 << 11);
    pub(crate) const FREE: Self = Self(1 << 12);
    pub(crate) const MODAL: Self = Self(1 << 13);
    /// Too common to tell what a text is about.
    pub(crate) const STOP: Self = Self(1 << 14);
    pub(crate) const TELLS: Self = Self(1 << 15);
    /// To change what is given back.
    pub(crate) const ALTERS: Self = Self(1 << 16);
    pub(crate) const SENDS: Self = Self(1 << 17);
    /// Things of a conversation that could be sent away.
    pub(crate) const HELD: Self = Self(1 << 18);

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The hash of a word's bytes. The weights depend on it: it must not change.
pub(crate) fn hash(word: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in word {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    mix(hash)
}

/// Spreads a hash over all its bits.
pub(crate) const fn mix(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 29)
}

/// The classes of a word, by its hash.
pub(crate) fn classes(hash: u64) -> WordClassSet {
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
    for (name, words) in WORDS.lists() {
        let class = class(name);
        for word in words {
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

static WORDS: WordFiles = WordFiles::new(&[
    word_file!("word_classes", en),
    word_file!("word_classes", fr),
    word_file!("word_classes", pt),
    word_file!("word_classes", es),
    word_file!("word_classes", de),
    word_file!("word_classes", it),
    word_file!("word_classes", ru),
    word_file!("word_classes", ar),
    word_file!("word_classes", nl),
]);

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
    fn every_list_of_the_files_is_a_class() {
        for (name, words) in super::WORDS.lists() {
            assert_ne!(super::class(name), WordClassSet::NONE, "{name}");
            for word in words {
                assert!(classes(hash(word.as_bytes())).has(super::class(name)), "{word}");
            }
        }
        let names: Vec<&str> = super::WORDS.lists().keys().copied().collect();
        assert_eq!(super::WORDS.faults(&names, &[]), Vec::<String>::new());
    }

    #[test]
    fn other_words_have_none() {
        assert_eq!(classes(hash(b"harbour")), WordClassSet::NONE);
    }
}
