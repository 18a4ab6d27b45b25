//! What every crate must agree on: the content hash, canonical JSON, the blob codec, what a JSON Schema allows and what
//! a slip of the pen meant.

mod blob;
mod git;
mod hash;
mod json;
mod nearest;
mod schema;

pub use blob::{Blob, BlobError};
pub use git::git_blob_id;
pub use hash::{Hash, HashParseError};
pub use json::{CanonError, canonical_json};
pub use nearest::nearest;
pub use schema::{Fault, FaultKind, PathStep, child_path, schema_faults, shown_value};
