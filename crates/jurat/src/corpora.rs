//! Corpora as the command line meets them: where they lie, and what an error means there.

use std::{path::PathBuf, sync::Arc};

use jurat_llm::{EmbedError, Embedder};
use jurat_retrieve::{
    CorpusError, CorpusName, Embedded, FileStore, FollowError, Index, IndexError, VectorsError,
    has_vectors, open_vectors,
    vectors::{VectorError, VectorStore},
};

use crate::{app::App, bar::Bar, embedder, failure::Failure, signal};

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

/// Brings the vectors of a corpus up to its index, where a model is installed.
pub(crate) fn embed(
    app: &App,
    store: &FileStore,
    index: &Index,
    bar: &Bar,
) -> Result<Option<Embedded>, Failure> {
    let Some(embedder) = embedder::installed(app)? else { return Ok(None) };
    let mut vectors = open_vectors(store, &*embedder)?;
    let mut go_on = |made, of| {
        bar.embedding(made, of);
        !signal::pressed()
    };
    Ok(Some(jurat_retrieve::embed(index, &mut vectors, &*embedder, &mut go_on)?))
}

/// Takes out the vectors of what was erased.
pub(crate) fn forget_vectors(
    app: &App,
    store: &FileStore,
    index: &Index,
) -> Result<(), Failure> {
    // A model that cannot be opened must not keep words from being erased.
    let embedder = embedder::installed(app).unwrap_or_default();
    Ok(jurat_retrieve::forget_vectors(store, index, embedder.as_deref())?)
}

/// What search by meaning needs.
pub(crate) struct Meaning {
    pub(crate) embedder: Arc<dyn Embedder>,
    pub(crate) vectors: VectorStore,
}

impl Meaning {
    /// Nothing where no model is installed, or the corpus was read without one.
    pub(crate) fn of(app: &App, store: &FileStore) -> Result<Option<Self>, Failure> {
        let Some(embedder) = embedder::installed(app)? else { return Ok(None) };
        if !has_vectors(store, &*embedder) {
            return Ok(None);
        }
        let vectors = open_vectors(store, &*embedder)?;
        Ok(Some(Self { embedder, vectors }))
    }

    /// The vectors of some questions.
    pub(crate) fn of_texts(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Failure> {
        Ok(self.embedder.embed(texts)?)
    }
}

/// Reads the name of a corpus on the command line.
pub(crate) fn name(text: &str) -> Result<CorpusName, String> {
    text.parse().map_err(|error: CorpusError| match error.hint() {
        Some(hint) => format!("{error}\nhint: {hint}"),
        None => error.to_string(),
    })
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

impl From<EmbedError> for Failure {
    fn from(error: EmbedError) -> Self {
        Self::ours(error.to_string())
    }
}

impl From<VectorError> for Failure {
    fn from(error: VectorError) -> Self {
        Self::ours(error.to_string())
            .hint("vectors are derived: remove their folder and `jurat ingest` makes them anew")
    }
}

impl From<VectorsError> for Failure {
    fn from(error: VectorsError) -> Self {
        match error {
            VectorsError::Embed(error) => error.into(),
            VectorsError::Index(error) => error.into(),
            VectorsError::Store(error) => error.into(),
        }
    }
}
