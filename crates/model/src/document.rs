//! One document on its way from a reader to a corpus.

use crate::{DocumentMetadata, Rendition, Source};

/// A source, its bytes, what was read of it and what is known about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IngestedDocument {
    /// What the bytes are called and hash to.
    pub source: Source,
    pub bytes: Vec<u8>,
    pub rendition: Rendition,
    /// What it is about.
    pub metadata: DocumentMetadata,
}
