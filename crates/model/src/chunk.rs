//! What retrieval hands to the agents: numbered passages, and the texts they are part of.

use jurat_canon::Hash;
use serde::{Deserialize, Serialize};

use crate::{DocumentMetadata, LegalProvision, Passage, ReaderIdentity, SourceType};

/// A retrieved passage under its number in this run: `S1`, `P3`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RetrievedChunk {
    /// `S` or `P` and a number from 1, in the order of rank.
    pub chunk_id: String,
    /// What it counts as.
    pub source_type: SourceType,
    /// How people cite the place: a document and its section.
    pub document_id: String,
    /// The heading above it; empty where there is none.
    pub section_heading: String,
    /// How likely it is to be relevant, from 0 to 1, by the corpus's calibration.
    pub probability: f64,
    pub passage: Passage,
    /// The provision that it is part of; nothing in runs of before provisions were evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provision: Option<LegalProvision>,
}

/// A text that a run relies on, carried whole so that its quotes can be read again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceExhibit {
    /// What people call the source.
    pub name: String,
    /// The hash of its raw bytes.
    pub source: Hash,
    /// What the raw bytes are, as a media type.
    pub media: String,
    /// The hash of `text`.
    pub rendition: Hash,
    /// Who made the text of the bytes.
    pub reader: ReaderIdentity,
    /// What is known about the document.
    pub metadata: DocumentMetadata,
    pub text: String,
}

impl SourceExhibit {
    /// Whether the text is the one that its hash names.
    pub fn is_whole(&self) -> bool {
        Hash::of(self.text.as_bytes()) == self.rendition
    }
}
