//! What is said of every document from outside.

use jurat_canon::{Hash, canonical_json};
use jurat_ingest::FileLimits;
use jurat_model::{DocumentMetadata, SourceKind};
use serde_json::json;

use crate::{DocumentDescriber, IntakeError};

/// Metadata for every document; what a document says of itself gives way to it.
#[derive(Debug, Clone, Default)]
pub struct MetadataOverlay {
    /// What sort of authority it is.
    pub kind: Option<SourceKind>,
    pub court: Option<String>,
    /// As 2019-05-08.
    pub date: Option<String>,
    /// As en, fr or pt.
    pub language: Option<String>,
    pub section: Option<String>,
    pub topic: Option<String>,
    /// The part of the topic.
    pub sub_section: Option<String>,
    pub category: Option<String>,
}

impl MetadataOverlay {
    /// Lays it over what a document says of itself.
    pub(crate) fn onto(&self, metadata: &mut DocumentMetadata) {
        if let Some(kind) = self.kind {
            metadata.kind = kind;
        }
        for (key, value) in self.values() {
            if let Some(value) = value {
                metadata.values.insert(key.to_owned(), value.clone());
            }
        }
    }

    /// A hash of all that decides how a file is read besides its bytes.
    pub(crate) fn how(
        &self,
        limits: &FileLimits,
        describer: Option<&DocumentDescriber>,
    ) -> Result<Hash, IntakeError> {
        let mut how = json!({
            "version": env!("CARGO_PKG_VERSION"), "limits": limits, "kind": self.kind,
            "values": self.values(),
        });
        if let Some(describer) = describer {
            how["describer"] = json!(describer.version);
        }
        let text = canonical_json(&how);
        text.map(|text| Hash::of(&text))
            .map_err(|error| IntakeError::Canonical(error.to_string()))
    }

    fn values(&self) -> [(&'static str, &Option<String>); 7] {
        [
            ("court", &self.court),
            ("date", &self.date),
            ("language", &self.language),
            ("section", &self.section),
            ("topic", &self.topic),
            ("sub_section", &self.sub_section),
            ("category", &self.category),
        ]
    }
}
