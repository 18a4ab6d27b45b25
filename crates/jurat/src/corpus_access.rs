//! Corpora as the command line meets them: where they lie, and what an error means there.

use std::path::PathBuf;

use jurat_intake::{CorpusFolder, CorpusNotice, IntakeError};
use jurat_retrieve::{
    CorpusError, CorpusName, DenseError, FileStore, IndexError, IndexerError,
};

use crate::{app::AppContext, embedder, failure::CommandFailure, wiring};

/// All corpora, as the settings place them.
pub(crate) fn folder(app: &AppContext) -> CorpusFolder {
    CorpusFolder {
        corpora: root(app),
        vectors: app.settings.store.join("vectors"),
        embedder: embedder::source(&app.settings),
    }
}

/// The folder of all corpora.
pub(crate) fn root(app: &AppContext) -> PathBuf {
    wiring::corpora(&app.settings.store)
}

/// Opens a corpus to read.
pub(crate) fn open_to_read(
    app: &AppContext,
    name: &CorpusName,
) -> Result<FileStore, CommandFailure> {
    Ok(folder(app).read(name)?)
}

/// Opens a corpus to write, says what a kill has left behind and finishes what it cut short.
pub(crate) fn open_to_write(
    app: &AppContext,
    name: &CorpusName,
) -> Result<FileStore, CommandFailure> {
    Ok(folder(app).write(name, &tell(app))?)
}

/// Says what was mended on the way.
pub(crate) fn tell(app: &AppContext) -> impl Fn(&CorpusNotice) {
    let out = app.out;
    move |notice| out.note(&notice.to_string())
}

/// Says that a corpus is searched by words alone, where it is for want of vectors that fit.
pub(crate) fn say_vectors(app: &AppContext, store: &FileStore) {
    if let Some(gap) = folder(app).vector_gap(store) {
        app.out.note(&gap.to_string());
        app.out.hint("`jurat ingest` of its files makes them");
    }
}

/// Reads the name of a corpus on the command line.
pub(crate) fn name(text: &str) -> Result<CorpusName, String> {
    text.parse().map_err(|error: CorpusError| match error.hint() {
        Some(hint) => format!("{error}\nhint: {hint}"),
        None => error.to_string(),
    })
}

impl From<IntakeError> for CommandFailure {
    fn from(error: IntakeError) -> Self {
        match error {
            IntakeError::Path { .. } => Self::input(error.to_string()),
            IntakeError::Forget { .. } | IntakeError::Canonical(_) => {
                Self::ours(error.to_string())
            }
            IntakeError::NoIndex { .. } => {
                Self::input(error.to_string()).hint("jurat ingest PATH --corpus NAME")
            }
            IntakeError::NoVectors { .. } => {
                Self::input(error.to_string()).hint("`jurat ingest` of its files makes them")
            }
            IntakeError::NoEmbedder { .. } => {
                Self::input(error.to_string()).hint("see `jurat doctor`")
            }
            IntakeError::Index(error) => error.into(),
            IntakeError::Corpus(error) => error.into(),
            IntakeError::Indexer(error) => error.into(),
            IntakeError::Vectors(error) => error.into(),
            IntakeError::Embedder(error) => error.into(),
        }
    }
}

impl From<DenseError> for CommandFailure {
    fn from(error: DenseError) -> Self {
        match error {
            DenseError::Corpus(error) => error.into(),
            other => Self::ours(other.to_string()),
        }
    }
}

impl From<CorpusError> for CommandFailure {
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

impl From<IndexError> for CommandFailure {
    fn from(error: IndexError) -> Self {
        let message = error.to_string();
        match error {
            IndexError::UnknownKey { .. } | IndexError::UnknownValue { .. } => {
                Self::input(message).hint("as in `--filter kind=statute`")
            }
            IndexError::Busy { .. } => Self::input(message).hint("wait until it is done"),
            IndexError::Version { found, known, .. } if found < known => {
                Self::input(message).hint("`jurat corpus check NAME --repair` makes it anew")
            }
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

impl From<IndexerError> for CommandFailure {
    fn from(error: IndexerError) -> Self {
        match error {
            IndexerError::Corpus(error) => error.into(),
            IndexerError::Index(error) => error.into(),
        }
    }
}
