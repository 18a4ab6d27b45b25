//! Corpora: sources and renditions under their hashes, and what is derived from them.

mod embed;
mod entry;
mod error;
mod file;
mod follow;
mod intake;
mod name;
mod port;

pub use embed::{Embedded, VectorsError, embed, forget_vectors, has_vectors, open_vectors};
pub use entry::{Change, Entry, FileRecord, Place, Refused};
pub use error::CorpusError;
pub use file::{FileStore, list, remove};
pub use follow::{FollowError, Follower, Indexed, open_index};
pub use intake::{FileRead, Intake, Tally};
pub use name::CorpusName;
pub use port::{CorpusStore, Position, Staged};
