//! What every crate must agree on: the content hash, canonical JSON, the blob codec, what a JSON Schema allows and what
//! a slip of the pen meant.

mod blob;
mod canonical_json;
mod did_you_mean;
mod git_blob_id;
mod hash;
mod hex;
mod schema;

pub use blob::{Blob, BlobError};
pub use canonical_json::{CanonError, canonical_json};
pub use did_you_mean::nearest;
pub use git_blob_id::git_blob_id;
pub use hash::{Hash, HashParseError};
pub use hex::hex;
pub use schema::{FaultKind, PathStep, SchemaFault, child_path, schema_faults, shown_value};
