//! Corpora as the command line meets them: where they lie, and what an error means there.

use std::path::PathBuf;

use jurat_retrieve::{CorpusError, CorpusName, DenseError, FileStore, FollowError, IndexError};

use crate::{app::App, failure::Failure};

/// The folder of all corpora.
pub(crate) fn root(app: &App) -> PathBuf {
    app.settings.store.join("corpora")
}

/// Opens a corpus to read.
pub(crate) fn read(app: &App, name: &CorpusName) -> Result<FileStore, Failure> {
    Ok(FileStore::read_only(&root(app), name)?)
}

/// Opens a corpus to write, and says what a kill has left behind.
pub(crate) fn write(app: &App, name: &CorpusName) -> Result<FileStore, Failure> {
    let store = FileStore::write_to(&root(app), name)?;
    say_torn(app, &store);
    Ok(store)
}

/// Says that an unfinished commit was found, if it was.
pub(crate) fn say_torn(app: &App, store: &FileStore) {
    let torn = store.torn();
    if 0 < torn {
        let name = store.name();
        app.out
            .note(&format!("corpus `{name}`: cut off {torn} bytes of an unfinished commit"));
    }
}

/// Reads the name of a corpus on the command line.
pub(crate) fn name(text: &str) -> Result<CorpusName, String> {
    text.parse().map_err(|error: CorpusError| match error.hint() {
        Some(hint) => format!("{error}\nhint: {hint}"),
        None => error.to_string(),
    })
}

impl From<DenseError> for Failure {
    fn from(error: DenseError) -> Self {
        match error {
            DenseError::Corpus(error) => error.into(),
            other => Self::ours(other.to_string()),
        }
    }
}

impl From<CorpusError> for Failure {
    fn from(error: CorpusError) -> Self {
        let message = error.to_string();
        let failure = match &error {
            CorpusError::Damaged { .. }
            | CorpusError::Io { .. }
            | CorpusError::Unwritable { .. }
            | CorpusError::ReadOnly(_) => Self::ours(message),
            _ => Self::input(message),
        };
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

impl From<IndexError> for Failure {
    fn from(error: IndexError) -> Self {
        let message = error.to_string();
        match error {
            IndexError::UnknownKey { .. } | IndexError::UnknownValue { .. } => {
                Self::input(message).hint("as in `--filter kind=statute`")
            }
            IndexError::Busy { .. } => Self::input(message).hint("wait until it is done"),
            IndexError::Version { .. } => {
                Self::input(message).hint("use the jurat that wrote it, or a newer one")
            }
            IndexError::Damaged { .. } | IndexError::Missing { .. } => {
                Self::ours(message).hint("`jurat corpus check NAME --repair` makes it anew")
            }
            _ => Self::ours(message),
        }
    }
}

impl From<FollowError> for Failure {
    fn from(error: FollowError) -> Self {
        match error {
            FollowError::Corpus(error) => error.into(),
            FollowError::Index(error) => error.into(),
        }
    }
}
