//! Why vectors could not be kept or read.

use std::{io, path::Path};

/// A store of vectors that could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum VectorError {
    /// A file that cannot be read or written.
    #[error("cannot {verb} {path}: {cause}")]
    File {
        verb: &'static str,
        path: String,
        /// What the system says.
        cause: io::Error,
    },
    /// Vectors of another model: they cannot be compared.
    #[error("the vectors in {path} are of {found}, expected {expected}")]
    OtherModel {
        path: String,
        /// Model and dimensions in the file.
        found: String,
        /// Model and dimensions asked for.
        expected: String,
    },
    /// Bytes that we did not write.
    #[error("the vectors in {path} are damaged at byte {at}: {what}")]
    Damaged { path: String, at: u64, what: &'static str },
    /// A vector that cannot be searched.
    #[error("the vector of {hash} {what}")]
    Refused {
        hash: String,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A store of no or too many dimensions, or a name too long.
    #[error("a store of {dimensions} dimensions for a model called `{model}` cannot be made")]
    BadShape { model: String, dimensions: usize },
    /// More rows than can be numbered.
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
