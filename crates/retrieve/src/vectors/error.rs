//! Why vectors could not be kept or read.

use std::{io, path::Path};

#[derive(Debug, thiserror::Error)]
pub enum VectorError {
    #[error("cannot {verb} {path}: {cause}")]
    File { verb: &'static str, path: String, cause: io::Error },
    /// Vectors of another model: they cannot be compared.
    #[error("the vectors in {path} are of {found}, expected {expected}")]
    OtherModel {
        path: String,
        /// Model and dimensions in the file.
        found: String,
        /// Model and dimensions asked for.
        expected: String,
    },
    #[error("the vectors in {path} are damaged at byte {at}: {what}")]
    Damaged { path: String, at: u64, what: &'static str },
    #[error("the vector of {hash} {what}")]
    Refused { hash: String, what: &'static str },
    /// A store of no or too many dimensions, or a name too long.
    #[error("a store of {dimensions} dimensions for a model called `{model}` cannot be made")]
    BadShape { model: String, dimensions: usize },
    #[error("the vectors in {path} are full")]
    Full { path: String },
    #[error("the vectors in {path} are being written by another process")]
    Busy { path: String },
}

impl VectorError {
    pub(super) fn file(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |cause| Self::File { verb, path: path.display().to_string(), cause }
    }
}
