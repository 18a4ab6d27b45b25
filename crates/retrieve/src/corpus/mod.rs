//! Corpora: sources and renditions under their hashes, and what is derived from them.

mod dense;
mod entry;
mod error;
mod file;
mod follow;
mod intake;
mod name;
mod port;

pub use dense::{Dense, DenseError, encoder_of, has_vectors, remove_vectors};
pub use entry::{Change, Entry, FileRecord, Place, Refused};
pub use error::CorpusError;
pub use file::{FileStore, list, remove};
pub use follow::{FollowError, Follower, Indexed, open_index, passages_of};
pub use intake::{FileRead, Intake, Tally};
pub use name::CorpusName;
pub use port::{CorpusStore, Position, Staged};
