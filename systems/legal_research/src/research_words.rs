//! What the planner says, in the languages that it speaks.

use std::{collections::BTreeMap, sync::LazyLock};

use jurat_text::{Language, filled};

/// The phrases of a language by name.
type PhraseTable = BTreeMap<String, String>;

static TABLES: LazyLock<[PhraseTable; 3]> = LazyLock::new(|| {
    [
        include_str!("../phrases/en.json"),
        include_str!("../phrases/fr.json"),
        include_str!("../phrases/pt.json"),
    ]
    .map(|text| serde_json::from_str(text).unwrap_or_default())
});

/// A phrase with its places filled.
pub(crate) fn phrase(name: &str, language: Language, words: &[&str]) -> String {
    let at = match language {
        Language::French => 1,
        Language::Portuguese => 2,
        _ => 0,
    };
    filled(TABLES[at].get(name).map_or("", String::as_str), words)
}

#[cfg(test)]
mod tests {
    use super::TABLES;

    #[test]
    fn every_language_has_the_same_phrases() {
        let names: Vec<Vec<&String>> =
            TABLES.iter().map(|table| table.keys().collect()).collect();
        assert!(!names[0].is_empty());
        assert_eq!(names[0], names[1]);
        assert_eq!(names[0], names[2]);
    }
}
