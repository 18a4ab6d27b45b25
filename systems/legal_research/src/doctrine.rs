//! What the issue spotter knows: doctrines of law as data, one file a field.

use std::sync::LazyLock;

use jurat_text::Language;
use serde::Deserialize;

/// Something in the languages of its field. English is always there.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WordedByLanguage<T> {
    en: T,
    fr: Option<T>,
    pt: Option<T>,
}

impl<T> WordedByLanguage<T> {
    /// In a language, else in English.
    pub(crate) fn said(&self, language: Language) -> &T {
        self.own(language).unwrap_or(&self.en)
    }

    /// In this language, where its field has it.
    fn own(&self, language: Language) -> Option<&T> {
        match language {
            Language::English => Some(&self.en),
            Language::French => self.fr.as_ref(),
            Language::Portuguese => self.pt.as_ref(),
            Language::German | Language::Spanish => None,
        }
    }
}

/// A field of law.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DoctrineField {
    pub(crate) field: String,
    pub(crate) name: WordedByLanguage<String>,
    pub(crate) doctrines: Vec<LegalDoctrine>,
}

/// A rule of law with what it is made of.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LegalDoctrine {
    pub(crate) id: String,
    pub(crate) name: WordedByLanguage<String>,
    /// Terms of art that texts on it use.
    pub(crate) terms: WordedByLanguage<Vec<String>>,
    /// Words of facts that point to it.
    pub(crate) triggers: WordedByLanguage<Vec<String>>,
    /// Fact patterns, a sentence each.
    pub(crate) patterns: WordedByLanguage<Vec<String>>,
    pub(crate) rule: WordedByLanguage<String>,
    pub(crate) elements: Vec<DoctrinePart>,
    /// Rules that widen or narrow it.
    pub(crate) exceptions: Vec<DoctrinePart>,
    /// Ids of doctrines that answer it.
    pub(crate) defences: Vec<String>,
    /// Ids of doctrines that are pleaded beside it.
    pub(crate) neighbours: Vec<String>,
}

/// An element or an exception.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DoctrinePart {
    pub(crate) id: String,
    pub(crate) name: WordedByLanguage<String>,
    pub(crate) terms: WordedByLanguage<Vec<String>>,
}

impl LegalDoctrine {
    /// The doctrine of an id.
    pub(crate) fn of(id: &str) -> Option<&'static Self> {
        doctrines().find(|doctrine| doctrine.id == id)
    }

    /// Whether it is known in a language, or only in English.
    pub(crate) fn speaks(&self, language: Language) -> bool {
        self.name.own(language).is_some()
    }
}

/// Every field; a new one is a file and a line here.
const FILES: [&str; 12] = [
    include_str!("../doctrines/torts.json"),
    include_str!("../doctrines/contracts.json"),
    include_str!("../doctrines/criminal_law.json"),
    include_str!("../doctrines/evidence.json"),
    include_str!("../doctrines/property.json"),
    include_str!("../doctrines/constitutional.json"),
    include_str!("../doctrines/civil_procedure.json"),
    include_str!("../doctrines/immigration.json"),
    include_str!("../doctrines/employment.json"),
    include_str!("../doctrines/consumer_law.json"),
    include_str!("../doctrines/privacy.json"),
    include_str!("../doctrines/legal_ethics.json"),
];

static FIELDS: LazyLock<Vec<DoctrineField>> = LazyLock::new(|| {
    FILES
        .iter()
        .filter_map(|text| serde_json::from_str(text).ok())
        .collect()
});

pub(crate) fn fields() -> &'static [DoctrineField] {
    &FIELDS
}

pub(crate) fn doctrines() -> impl Iterator<Item = &'static LegalDoctrine> {
    FIELDS.iter().flat_map(|field| &field.doctrines)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{DoctrineField, FILES, doctrines, fields};

    #[test]
    fn every_file_is_read() {
        for text in FILES {
            let read: Result<DoctrineField, _> = serde_json::from_str(text);
            assert!(read.is_ok(), "{:?}: {}", read.err(), &text[..60]);
        }
        assert_eq!(fields().len(), FILES.len());
    }

    #[test]
    fn ids_are_unique_and_whatever_is_named_is_there() {
        let mut ids = BTreeSet::new();
        for doctrine in doctrines() {
            assert!(ids.insert(&doctrine.id), "{} stands twice", doctrine.id);
        }
        for doctrine in doctrines() {
            for named in doctrine.defences.iter().chain(&doctrine.neighbours) {
                assert!(ids.contains(named), "{} names {named}, which is nowhere", doctrine.id);
                assert_ne!(named, &doctrine.id, "{} names itself", doctrine.id);
            }
        }
    }

    #[test]
    fn every_doctrine_can_be_found_and_has_parts() {
        for doctrine in doctrines() {
            let id = &doctrine.id;
            assert!(doctrine.triggers.en.len() >= 4, "{id} has few triggers");
            assert!(doctrine.terms.en.len() >= 4, "{id} has few terms");
            assert!(!doctrine.patterns.en.is_empty(), "{id} has no fact pattern");
            assert!(!doctrine.elements.is_empty(), "{id} has no elements");
            let parts = doctrine.elements.iter().chain(&doctrine.exceptions);
            for part in parts {
                assert!(!part.terms.en.is_empty(), "{id}: {} has no terms", part.id);
            }
        }
    }
}
