//! What a corpus knows of each source and of each file that was read into it.

use std::borrow::Cow;

use jurat_canon::Hash;
use jurat_model::{
    DocumentMetadata, FormFieldValue, ReaderIdentity, Rendition, RenditionPart,
    RenditionReference, RenditionWarning, Source,
};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusEntry {
    /// Its name in the corpus, which no other source has.
    pub name: String,
    /// What the bytes are called and hash to.
    pub source: Source,
    pub reader: ReaderIdentity,
    pub metadata: DocumentMetadata,
    /// The path of the file that it came from.
    pub file: String,
    /// Where the raw bytes lie.
    pub bytes: BlobLocation,
    /// Where the rendition's text lies; its hash is the rendition's.
    pub text: BlobLocation,
    /// Where the rendition's map lies.
    pub map: BlobLocation,
}

impl CorpusEntry {
    pub const fn rendition(&self) -> Hash {
        self.text.hash
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BlobLocationRow", into = "BlobLocationRow")]
pub struct BlobLocation {
    pub hash: Hash,
    /// Where its block begins in the pack.
    pub block: u64,
    pub start: u64,
    pub len: u64,
}

/// A place as it is written: there are three in every entry.
#[derive(Serialize, Deserialize)]
struct BlobLocationRow(Hash, u64, u64, u64);

impl From<BlobLocationRow> for BlobLocation {
    fn from(BlobLocationRow(hash, block, start, len): BlobLocationRow) -> Self {
        Self { hash, block, start, len }
    }
}

impl From<BlobLocation> for BlobLocationRow {
    fn from(place: BlobLocation) -> Self {
        Self(place.hash, place.block, place.start, place.len)
    }
}

/// One file that was read into a corpus, whatever came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    pub path: String,
    pub hash: Hash,
    /// How it was read: readers, limits and metadata that were given.
    pub how: Hash,
    pub documents: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<FileRefusal>,
    /// Reading stopped before its end: the corpus holds a part of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
}

/// A file, or a part of one, that gave no text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRefusal {
    /// The file, or what is in it.
    pub name: String,
    /// What sort of refusal, in a word.
    pub kind: String,
    pub reason: String,
}

/// What a rendition has beside its text, as it is stored.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RenditionMap<'a> {
    #[serde(default, skip_serializing_if = "<[RenditionPart]>::is_empty")]
    pub(crate) parts: Cow<'a, [RenditionPart]>,
    #[serde(default, skip_serializing_if = "<[FormFieldValue]>::is_empty")]
    pub(crate) fields: Cow<'a, [FormFieldValue]>,
    #[serde(default, skip_serializing_if = "<[RenditionReference]>::is_empty")]
    pub(crate) references: Cow<'a, [RenditionReference]>,
    #[serde(default, skip_serializing_if = "<[RenditionWarning]>::is_empty")]
    pub(crate) warnings: Cow<'a, [RenditionWarning]>,
}

pub(crate) fn map_bytes(rendition: &Rendition) -> Result<Vec<u8>, serde_json::Error> {
    serde_json::to_vec(&RenditionMap {
        parts: Cow::Borrowed(&rendition.parts),
        fields: Cow::Borrowed(&rendition.fields),
        references: Cow::Borrowed(&rendition.references),
        warnings: Cow::Borrowed(&rendition.warnings),
    })
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CorpusChange {
    /// A source is there, or there in another form.
    Put(Box<CorpusEntry>),
    /// A source, by its name in the corpus, is gone.
    Drop(String),
    Read(FileRecord),
    /// A file, by its path, is gone.
    Forget(String),
}
