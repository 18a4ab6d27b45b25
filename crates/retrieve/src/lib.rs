//! Corpora and search: what is known is kept under its hash, found by words and by meaning.

pub mod library;
pub mod memory;
pub mod vectors;

mod calibrate;
mod chunk;
mod corpus;
mod file_system;
mod fusion;
mod index;
mod provision;
mod search;
mod tune;

pub use calibrate::{HitCalibration, JudgedHit, ReliabilityFigures};
pub use chunk::{ChunkSettings, ChunkedDocument, RenditionChunk, chunks, passages};
pub use corpus::{
    BlobLocation, CorpusChange, CorpusEntry, CorpusError, CorpusIndexer, CorpusIntake,
    CorpusName, CorpusStore, CorpusVectors, DenseError, EntrySpot, EntryTable, FileRecord,
    FileRefusal, FileStore, IndexerError, IndexingSummary, IntakeFile, IntakeTally,
    LogPosition, OpenFileIntake, StagedChange, discard, encoder_of, has_vectors, list,
    open_index, passages_of, remove, remove_vectors,
};
pub use fusion::{
    Bm25Parameters, FEATURES, FeedbackSettings, Fusion, FusionWeights, LegAdjustments,
    RankingFeature, RankingFeatureVector, SearchLegs,
};
pub use index::{
    FiltersByKey, Index, IndexError, IndexSettings, MetadataFilter, PassageWriter,
    passage_language, query_language, words_to_embed,
};
pub use provision::RenditionProvisions;
pub use search::{
    HitNarrowing, HitSnippet, IndexSearcher, JoinedVectorRows, PhraseHandling, Query,
    QueryWording, SearchHit, VectorSearch,
};
pub use tune::{JudgedQuery, RankingQuality, TuningResult, tune};
