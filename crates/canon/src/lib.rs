//! What every crate must agree on to the byte: the content hash, canonical JSON, the blob codec.

mod blob;
mod git;
mod hash;
mod json;

pub use blob::{Blob, BlobError};
pub use git::git_blob_id;
pub use hash::{Hash, HashParseError};
pub use json::{CanonError, canonical_json};
