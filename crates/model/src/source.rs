//! Where text comes from: raw bytes under their hash.

use std::{fmt, str::FromStr};

use jurat_canon::Hash;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Raw bytes, known by their hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// BLAKE3 of the bytes.
    pub hash: Hash,
    /// How many bytes there are.
    pub size: u64,
    /// What a person calls it: a path, `archive.zip/member`, or the id that a row gives itself.
    pub name: String,
    /// What the bytes are, as a media type.
    pub media: String,
}

/// What sort of authority a source is.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    /// An act, a regulation, a code.
    Statute,
    /// An authority's manual or guideline.
    PolicyManual,
    /// A published court decision.
    Decision,
    /// An article of a help centre.
    HelpArticle,
    /// An occupation of a classification.
    Occupation,
    /// What a user gave us.
    #[default]
    Submitted,
}

impl SourceKind {
    /// Every kind.
    pub const ALL: [Self; 6] = [
        Self::Statute,
        Self::PolicyManual,
        Self::Decision,
        Self::HelpArticle,
        Self::Occupation,
        Self::Submitted,
    ];

    /// The word for it in files and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Statute => "statute",
            Self::PolicyManual => "policy_manual",
            Self::Decision => "decision",
            Self::HelpArticle => "help_article",
            Self::Occupation => "occupation",
            Self::Submitted => "submitted",
        }
    }
}

impl fmt::Display for SourceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that names no kind of source.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{given}` is no kind of source: it is one of statute, policy_manual, decision, help_article, occupation, submitted"
)]
pub struct UnknownKind {
    /// The word.
    pub given: String,
}

impl FromStr for SourceKind {
    type Err = UnknownKind;

    fn from_str(given: &str) -> Result<Self, UnknownKind> {
        let known = Self::ALL.into_iter().find(|kind| kind.word() == given);
        known.ok_or_else(|| UnknownKind { given: given.to_owned() })
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used)]
mod tests {
    use super::{SourceKind, UnknownKind};

    #[test]
    fn every_word_is_read_back() {
        for kind in SourceKind::ALL {
            assert_eq!(kind.word().parse(), Ok(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.word());
        }
        assert_eq!("law".parse::<SourceKind>(), Err(UnknownKind { given: "law".to_owned() }));
    }
}
