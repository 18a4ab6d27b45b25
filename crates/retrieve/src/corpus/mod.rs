//! Corpora: sources and renditions under their hashes, and what is derived from them.

mod dense;
mod entry;
mod entry_table;
mod error;
mod file;
mod indexer;
mod intake;
mod name;
mod port;

pub use dense::{CorpusVectors, DenseError, encoder_of, has_vectors, remove_vectors};
pub use entry::{BlobLocation, CorpusChange, CorpusEntry, FileRecord, FileRefusal};
pub use entry_table::{EntrySpot, EntryTable};
pub use error::CorpusError;
pub use file::{FileStore, discard, list, remove};
pub use indexer::{CorpusIndexer, IndexerError, IndexingSummary, open_index, passages_of};
pub use intake::{CorpusIntake, IntakeFile, IntakeTally, OpenFileIntake};
pub use name::CorpusName;
pub use port::{CorpusStore, LogPosition, StagedChange};
