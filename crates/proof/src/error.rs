//! Why a bundle could not be written, a key not be used, or a place not be shown.

use jurat_canon::{CanonError, Hash};
use jurat_engine::{EngineError, RunId, StoreError};

#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    #[error("run {0} has not ended: only a finished run can be made a bundle")]
    NotEnded(RunId),
    #[error("blob {0} is missing from the store")]
    MissingBlob(Hash),
    #[error("event {seq} of run {run} cannot be written: {what}")]
    Event { run: RunId, seq: u64, what: String },
    /// A report whose name cannot stand in a bundle.
    #[error(
        "`{0}` cannot name a file of a bundle: letters, digits, `.`, `_` and `-` only, each name once"
    )]
    BadName(String),
    #[error("{members} members with {bytes} bytes are too much for one bundle")]
    TooLarge { members: usize, bytes: usize },
    #[error("the definition of the run cannot be read: {0}")]
    Definition(String),
    #[error("not a bundle: {0}")]
    NotABundle(String),
    #[error("cannot show it: {0}")]
    NotShown(String),
    #[error("key {place}: {what}")]
    Key {
        /// The file, or where it came from.
        place: String,
        what: String,
    },
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Canon(#[from] CanonError),
}
