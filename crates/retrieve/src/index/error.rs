//! Why an index could not be read or written.

use std::{
    io,
    path::{Path, PathBuf},
};

use tantivy::TantivyError;

#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error("there is no index in {dir}")]
    Missing { dir: PathBuf },
    #[error("there is an index in {dir} already")]
    Exists { dir: PathBuf },
    #[error("the index in {dir} is being written by another process")]
    Busy { dir: PathBuf },
    #[error("the index in {dir} is damaged: {why}")]
    Damaged { dir: PathBuf, why: String },
    #[error("the index in {dir} has format {found}; this version reads {known}")]
    Version { dir: PathBuf, found: u32, known: u32 },
    #[error("cannot use {path}: {error}")]
    File { path: PathBuf, error: io::Error },
    #[error("`{key}` is no key to filter by: it is one of {}", known.join(", "))]
    UnknownKey { key: String, known: Vec<String> },
    #[error("no passage has {key} `{value}`: it is one of {}", some(known))]
    UnknownValue { key: String, value: String, known: Vec<String> },
    #[error("the query's vector has {given} dimensions, the corpus has {known}")]
    Dimensions { given: usize, known: usize },
}

/// The first of many values; the rest are counted.
fn some(known: &[String]) -> String {
    const SHOWN: usize = 40;
    if known.is_empty() {
        return "none: no passage has this key".to_owned();
    }
    let shown = known
        .iter()
        .take(SHOWN)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    match known.len().checked_sub(SHOWN) {
        None | Some(0) => shown,
        Some(more) => format!("{shown} and {more} more"),
    }
}

impl IndexError {
    /// Tells a held lock from damage.
    pub(crate) fn of(dir: &Path) -> impl Fn(TantivyError) -> Self + Copy {
        move |error| match error {
            TantivyError::LockFailure(..) => Self::Busy { dir: dir.to_path_buf() },
            other => Self::Damaged { dir: dir.to_path_buf(), why: other.to_string() },
        }
    }

    pub(crate) fn io(dir: &Path) -> impl Fn(io::Error) -> Self + Copy {
        move |error| Self::Damaged { dir: dir.to_path_buf(), why: error.to_string() }
    }
}
