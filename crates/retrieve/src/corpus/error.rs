//! Why a corpus cannot be used.

use std::{io, path::Path};

use jurat_canon::Hash;

use crate::file_system::is_disk_full;

#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    #[error("`{given}` cannot name a corpus: {wrong}")]
    BadName { given: String, wrong: &'static str },
    #[error("there is no corpus `{0}`")]
    Unknown(String),
    #[error("corpus `{0}` is being written by another process")]
    Busy(String),
    #[error("corpus `{corpus}` has format {found}, and this jurat reads up to {known}")]
    Newer { corpus: String, found: u32, known: u32 },
    #[error("corpus `{corpus}` is damaged: {what}")]
    Damaged { corpus: String, what: String },
    #[error("corpus `{corpus}` holds no source `{name}`")]
    NoSource { corpus: String, name: String },
    #[error("`{given}` is the beginning of {count} hashes in corpus `{corpus}`")]
    Ambiguous { corpus: String, given: String, count: usize },
    #[error("cannot use {path}: {error}")]
    Io { path: String, error: io::Error },
    #[error("corpus `{0}` was opened for reading only")]
    ReadOnly(String),
    #[error("cannot write an entry of corpus `{corpus}`: {what}")]
    Unwritable { corpus: String, what: String },
}

impl CorpusError {
    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> Self + Copy {
        move |error| Self::Io { path: path.display().to_string(), error }
    }

    pub(crate) fn damaged(corpus: &str, what: impl Into<String>) -> Self {
        Self::Damaged { corpus: corpus.to_owned(), what: what.into() }
    }

    pub(crate) fn blob(corpus: &str, hash: Hash, what: &str) -> Self {
        Self::damaged(corpus, format!("blob {hash}: {what}"))
    }

    /// What the user can do about it, where there is something.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::BadName { .. } => "as in `help-centre` or `irpa_2024`",
            Self::Unknown(_) => "`jurat corpus list` shows what is there",
            Self::Busy(_) => "wait until it is done; reading and searching go on meanwhile",
            Self::Newer { .. } => "use the jurat that wrote it, or a newer one",
            Self::Damaged { corpus, .. } => {
                return Some(format!(
                    "`jurat corpus check {corpus}` says what else is wrong; restore a copy, or \
                     remove the corpus and ingest its files again"
                ));
            }
            Self::NoSource { corpus, .. } => {
                return Some(format!("`jurat corpus show {corpus}` lists its sources"));
            }
            Self::Ambiguous { .. } => "give more of the hash",
            Self::Io { .. } if self.is_disk_full() => "make room on the disk",
            Self::Io { .. } => "look at the disk and the rights",
            Self::ReadOnly(_) | Self::Unwritable { .. } => return None,
        };
        Some(hint.to_owned())
    }

    /// Whether there was no room for what was to be written.
    pub fn is_disk_full(&self) -> bool {
        matches!(self, Self::Io { error, .. } if is_disk_full(error.kind()))
    }
}
