//! The few words of a page that are the renderers' own, one set a language.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::Deserialize;

use crate::anchors::PRINTED_LINES;

/// The renderers' own words in one language.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PageWords {
    pub(crate) skip: String,
    pub(crate) in_source: String,
    pub(crate) not_at_hand: String,
    pub(crate) more_exhibits: String,
    pub(crate) footer: String,
    pub(crate) page: String,
    pub(crate) read_by: String,
    pub(crate) signature: String,
    pub(crate) date: String,
    pub(crate) disclaimer: String,
    pub(crate) more_lines: String,
    pub(crate) leads_back: String,
}

impl PageWords {
    /// That more lines follow than print shows; nothing where none do.
    pub(crate) fn more_lines(&self, all: usize) -> String {
        match all.saturating_sub(PRINTED_LINES) {
            0 => String::new(),
            left => self.more_lines.replace("{}", &left.to_string()),
        }
    }
}

/// The words of a language; English where a page has none of its own.
pub(crate) fn words(language: &str) -> PageWords {
    static READ: OnceLock<BTreeMap<String, PageWords>> = OnceLock::new();
    let read = READ
        .get_or_init(|| serde_json::from_str(include_str!("words.json")).unwrap_or_default());
    read.get(language)
        .or_else(|| read.get("en"))
        .cloned()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn every_language_is_read() {
        assert_eq!(words("en").signature, "Signature");
        assert_eq!(words("fr").read_by, "Lu par");
        assert_eq!(words("tlh").read_by, "Read by");
    }
}
