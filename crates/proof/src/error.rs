//! Why a bundle could not be written, a key not be used, or a place not be shown.

use jurat_canon::{CanonError, Hash};
use jurat_engine::{EngineError, RunId, StoreError};

/// A failure of ours, or of what was given to us.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// The run is still at work.
    #[error("run {0} has not ended: only a finished run can be made a bundle")]
    NotEnded(RunId),
    /// A blob that the journal names is not in the store.
    #[error("blob {0} is missing from the store")]
    MissingBlob(Hash),
    /// An event that cannot be copied out.
    #[error("event {seq} of run {run} cannot be written: {what}")]
    Event { run: RunId, seq: u64, what: String },
    /// A report whose name cannot stand in a bundle.
    #[error(
        "`{0}` cannot name a file of a bundle: letters, digits, `.`, `_` and `-` only, each name once"
    )]
    BadName(String),
    /// Too much for one file.
    #[error("{members} members with {bytes} bytes are too much for one bundle")]
    TooLarge { members: usize, bytes: usize },
    /// The run's definition cannot be used.
    #[error("the definition of the run cannot be read: {0}")]
    Definition(String),
    /// The file is no bundle.
    #[error("not a bundle: {0}")]
    NotABundle(String),
    /// The bundle does not hold what is asked for.
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
