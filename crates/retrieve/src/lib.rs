//! Corpora and search: what is known is kept under its hash, found by words and by meaning.

pub mod vectors;

mod calibrate;
mod chunk;
mod corpus;
mod fusion;
mod index;
mod provision;
mod search;
mod tune;

pub use calibrate::{Calibration, JudgedHit, Reliability};
pub use chunk::{Chunk, ChunkSettings, Whole, chunks, passages};
pub use corpus::{
    Change, CorpusError, CorpusName, CorpusStore, Dense, DenseError, Entry, FileRead,
    FileRecord, FileStore, FollowError, Follower, Indexed, Intake, Place, Position, Refused,
    Staged, Tally, encoder_of, has_vectors, list, open_index, passages_of, remove,
    remove_vectors,
};
pub use fusion::{Bm25, FEATURES, Feature, Features, Feedback, Fusion, Legs, Reach, Weights};
pub use index::{
    Filter, Filters, Index, IndexError, Language, Settings, UnknownLanguage, Writer,
    words_to_embed,
};
pub use provision::Provisions;
pub use search::{Asked, Hit, Phrases, Query, Searcher, Snippet, Vectors};
pub use tune::{Judged, Quality, Tuned, tune};
