//! Corpora and search: what is known is kept under its hash, found by words and by meaning.

mod chunk;
mod corpus;

pub use chunk::{Chunk, ChunkSettings, Whole, chunks, passages};
pub use corpus::{
    Change, CorpusError, CorpusName, CorpusStore, Entry, FileRead, FileRecord, FileStore,
    Intake, Place, Position, Refused, Staged, Tally, list, remove,
};
