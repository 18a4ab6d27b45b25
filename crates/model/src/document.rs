//! One document on its way from a reader to a corpus.

use crate::{Metadata, Rendition, Source};

/// A source, its bytes, what was read of it and what is known about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// What the bytes are called and hash to.
    pub source: Source,
    /// The raw bytes.
    pub bytes: Vec<u8>,
    /// Their text.
    pub rendition: Rendition,
    /// What it is about.
    pub metadata: Metadata,
}
