//! What a corpus knows of each source and of each file that was read into it.

use std::borrow::Cow;

use jurat_canon::Hash;
use jurat_model::{Field, Metadata, Part, Reader, Reference, Rendition, Source, Warning};
use serde::{Deserialize, Serialize};

/// One source in a corpus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name in the corpus, which no other source has.
    pub name: String,
    /// What the bytes are called and hash to.
    pub source: Source,
    /// Who read them.
    pub reader: Reader,
    /// What it is about.
    pub metadata: Metadata,
    /// The path of the file that it came from.
    pub file: String,
    /// Where the raw bytes lie.
    pub bytes: Place,
    /// Where the rendition's text lies; its hash is the rendition's.
    pub text: Place,
    /// Where the rendition's map lies.
    pub map: Place,
}

impl Entry {
    /// The rendition's hash.
    pub const fn rendition(&self) -> Hash {
        self.text.hash
    }
}

/// Where a blob lies in the pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Flat", into = "Flat")]
pub struct Place {
    /// BLAKE3 of the blob.
    pub hash: Hash,
    /// Where its block begins in the pack.
    pub block: u64,
    /// Where it begins in the block.
    pub start: u64,
    /// How many bytes it has.
    pub len: u64,
}

/// A place as it is written: there are three in every entry.
#[derive(Serialize, Deserialize)]
struct Flat(Hash, u64, u64, u64);

impl From<Flat> for Place {
    fn from(Flat(hash, block, start, len): Flat) -> Self {
        Self { hash, block, start, len }
    }
}

impl From<Place> for Flat {
    fn from(place: Place) -> Self {
        Self(place.hash, place.block, place.start, place.len)
    }
}

/// One file that was read into a corpus, whatever came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// Its absolute path.
    pub path: String,
    /// BLAKE3 of its bytes.
    pub hash: Hash,
    /// How it was read: readers, limits and metadata that were given.
    pub how: Hash,
    /// How many documents came out of it.
    pub documents: u64,
    /// What could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
}

/// A file, or a part of one, that gave no text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// The file, or what is in it.
    pub name: String,
    /// What sort of refusal, in a word.
    pub kind: String,
    /// Why, in words.
    pub reason: String,
}

/// What a rendition has beside its text, as it is stored.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Map<'a> {
    #[serde(default, skip_serializing_if = "<[Part]>::is_empty")]
    pub(crate) parts: Cow<'a, [Part]>,
    #[serde(default, skip_serializing_if = "<[Field]>::is_empty")]
    pub(crate) fields: Cow<'a, [Field]>,
    #[serde(default, skip_serializing_if = "<[Reference]>::is_empty")]
    pub(crate) references: Cow<'a, [Reference]>,
    #[serde(default, skip_serializing_if = "<[Warning]>::is_empty")]
    pub(crate) warnings: Cow<'a, [Warning]>,
}

/// The map of a rendition as it is stored.
pub(crate) fn map_bytes(rendition: &Rendition) -> Result<Vec<u8>, serde_json::Error> {
    serde_json::to_vec(&Map {
        parts: Cow::Borrowed(&rendition.parts),
        fields: Cow::Borrowed(&rendition.fields),
        references: Cow::Borrowed(&rendition.references),
        warnings: Cow::Borrowed(&rendition.warnings),
    })
}

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// A source is there, or there in another form.
    Put(Box<Entry>),
    /// A source, by its name in the corpus, is gone.
    Drop(String),
    /// A file was read.
    Read(FileRecord),
    /// A file, by its path, is gone.
    Forget(String),
}
