//! What may be wrong with a vault, told by ids and places: never by what is kept.

use std::{io, path::PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    #[error("cannot use {}: {error}", path.display())]
    Disk { path: PathBuf, error: io::Error },
    #[error("a key is 64 hex digits; this one is something else")]
    NotAKey,
    #[error("{what} is sealed with the key {sealed_with}, and {given} was given")]
    OtherKey { what: String, sealed_with: String, given: String },
    /// The key is right, and the bytes are not what was sealed.
    #[error("{what} is damaged: {why}")]
    Damaged { what: String, why: String },
    #[error("nothing is kept as `{0}`")]
    Unknown(String),
    #[error("`{0}` was erased: its chain of events is all that is left")]
    Erased(String),
    #[error("the system gives no random bytes: {0}")]
    NoChance(String),
}

impl VaultError {
    pub(crate) fn disk(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Disk { path, error }
    }

    pub(crate) fn damaged(what: &str, why: impl Into<String>) -> Self {
        Self::Damaged { what: what.to_owned(), why: why.into() }
    }
}
