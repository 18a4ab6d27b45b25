//! Corpora as the command line meets them: where they lie, and what an error means there.

use std::path::PathBuf;

use jurat_retrieve::{
    ChunkSettings, CorpusEntry, CorpusError, CorpusIndexer, CorpusName, CorpusStore,
    CorpusVectors, DenseError, FileStore, IndexError, IndexerError, encoder_of, has_vectors,
    remove_vectors,
};

use crate::{app::AppContext, embedder, failure::CommandFailure, wiring};

/// The folder of all corpora.
pub(crate) fn root(app: &AppContext) -> PathBuf {
    wiring::corpora(&app.settings.store)
}

/// Opens a corpus to read.
pub(crate) fn read(app: &AppContext, name: &CorpusName) -> Result<FileStore, CommandFailure> {
    Ok(FileStore::read_only(&root(app), name)?)
}

/// Opens a corpus to write, says what a kill has left behind and finishes what it cut short.
pub(crate) fn write(app: &AppContext, name: &CorpusName) -> Result<FileStore, CommandFailure> {
    mend(app, FileStore::write_to(&root(app), name)?)
}

/// Says that an unfinished commit was found, and finishes an erasure, if there was one.
pub(crate) fn mend(
    app: &AppContext,
    mut store: FileStore,
) -> Result<FileStore, CommandFailure> {
    say_torn(app, &store);
    if store.is_erasing() {
        let name = store.name();
        app.out
            .note(&format!("corpus `{name}`: finishing an erasure that was cut short"));
        scrub(app, &mut store)?;
    }
    Ok(store)
}

/// Rewrites a corpus and all that is derived from it without what is no longer in it. Gives the
/// number of bytes that this freed.
pub(crate) fn scrub(app: &AppContext, store: &mut FileStore) -> Result<u64, CommandFailure> {
    store.begin_erasing()?;
    let freed = store.rewrite()?;
    let mut follower = CorpusIndexer::anew(store, ChunkSettings::default())?;
    follower.follow(store, &mut |_| {})?;
    follower.finish()?;
    // Without the model they cannot be told apart: then all go, and are made again.
    if !pruned(app, store) {
        remove_vectors(store)?;
    }
    store.end_erasing()?;
    Ok(freed)
}

/// Whether the vectors of what is no longer there could be taken out alone.
fn pruned(app: &AppContext, store: &FileStore) -> bool {
    if !has_vectors(store) {
        return false;
    }
    let Ok(Some(embedder)) = embedder::installed(app) else { return false };
    let pruned = CorpusVectors::open(store, &*embedder)
        .and_then(|mut dense| dense.prune(store, ChunkSettings::default()));
    pruned.is_ok()
}

/// Says that a corpus is searched by words alone, where it is for want of vectors that fit.
pub(crate) fn say_vectors(app: &AppContext, store: &FileStore) {
    let Ok(Some(embedder)) = embedder::installed(app) else { return };
    let name = store.name();
    match encoder_of(store) {
        Some(encoder) if encoder == embedder.name() => return,
        Some(encoder) => app.out.note(&format!(
            "the vectors of corpus `{name}` were made by `{encoder}`, and `{}` is set: it is searched by words alone",
            embedder.name()
        )),
        None => app.out.note(&format!("corpus `{name}` has no vectors: it is searched by words alone")),
    }
    app.out.hint("`jurat ingest` of its files makes them");
}

/// The sources that are meant: one by its name, by a hash all that have these bytes.
pub(crate) fn chosen(
    store: &FileStore,
    given: &[String],
) -> Result<Vec<CorpusEntry>, CommandFailure> {
    let mut chosen: Vec<CorpusEntry> = Vec::new();
    for text in given {
        let found = store.find(text)?;
        let by_hash = found.name != *text;
        let same = |entry: &&CorpusEntry| {
            if by_hash {
                entry.source.hash == found.source.hash
            } else {
                entry.name == found.name
            }
        };
        chosen.extend(store.entries().values().filter(same).cloned());
    }
    chosen.sort_by(|a, b| a.name.cmp(&b.name));
    chosen.dedup_by(|a, b| a.name == b.name);
    Ok(chosen)
}

/// Says that an unfinished commit was found, if it was.
fn say_torn(app: &AppContext, store: &FileStore) {
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
