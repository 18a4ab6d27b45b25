//! What is known about a document besides its words; filters choose by it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::SourceKind;

/// The keys that can be filtered by.
pub const METADATA_KEYS: [&str; 8] =
    ["kind", "court", "date", "language", "section", "topic", "sub_section", "category"];

/// What a document is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentMetadata {
    /// What sort of authority it is.
    #[serde(default)]
    pub kind: SourceKind,
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Everything else, by key: `court`, `date`, `language`, `section`, `topic`, `sub_section`,
    /// `category`, and whatever a row of data brings along.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, String>,
}

impl DocumentMetadata {
    /// The value of a key, `kind` included.
    pub fn get(&self, key: &str) -> Option<&str> {
        match key {
            "kind" => Some(self.kind.word()),
            "title" => self.title.as_deref(),
            _ => self.values.get(key).map(String::as_str),
        }
    }
}
