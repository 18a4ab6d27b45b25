//! Why a measure could not be taken.

use std::{io, path::PathBuf};

/// A measure that could not be taken.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    /// A file of the data cannot be read.
    #[error("cannot read {path}: {error}")]
    File { path: PathBuf, error: io::Error },
    /// A row is not what the measure needs.
    #[error("{path}, line {line}: {message}")]
    Row {
        path: PathBuf,
        /// Its line, from 1.
        line: usize,
        message: String,
    },
    /// There is nothing to measure.
    #[error("{path} has no rows{of}")]
    Empty {
        path: PathBuf,
        /// Of which sort, as in " of part tune".
        of: String,
    },
    /// The part under measurement failed.
    #[error("{0}")]
    Subject(String),
}
