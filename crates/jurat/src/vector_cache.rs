//! Vectors of files that were asked without a corpus, under the hash of their words: what is asked
//! twice is embedded once.
//!
//! They are derived: whatever is wrong with them, they are forgotten and made again. `jurat erase`
//! forgets them all.

use std::{fs, io, path::PathBuf};

use jurat_llm::Embedder;
use jurat_retrieve::{ChunkSettings, CorpusVectors, FileStore, vectors::VectorStore};

use crate::{app::AppContext, failure::CommandFailure};

/// More than this is not kept: a vector takes some 1,600 bytes.
const MOST: usize = 200_000;

/// Gives a corpus the vectors that are remembered of its passages.
pub(crate) fn recall(
    app: &AppContext,
    embedder: &dyn Embedder,
    store: &FileStore,
    dense: &mut CorpusVectors,
) {
    let Some(known) = opened(app, embedder) else { return };
    // What cannot be taken over is made again.
    let _ = dense.take_from(&known, store, ChunkSettings::default());
}

/// Remembers the vectors of a corpus.
pub(crate) fn keep(app: &AppContext, embedder: &dyn Embedder, dense: &CorpusVectors) {
    let Some(mut known) = opened(app, embedder) else { return };
    if MOST < known.len() + dense.len() {
        drop(known);
        let _ = forget(app);
        return;
    }
    // Another process may be writing; then they are made again next time.
    let _ = dense.give_to(&mut known);
}

/// Forgets all of them.
pub(crate) fn forget(app: &AppContext) -> Result<(), CommandFailure> {
    let folder = folder(app);
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(CommandFailure::ours(format!("cannot remove {}: {error}", folder.display())))
        }
        _ => Ok(()),
    }
}

fn opened(app: &AppContext, embedder: &dyn Embedder) -> Option<VectorStore> {
    let open = || VectorStore::open(&folder(app), embedder.name(), embedder.dimensions());
    let found = open();
    if found.is_err() {
        forget(app).ok()?;
        return open().ok();
    }
    found.ok()
}

fn folder(app: &AppContext) -> PathBuf {
    app.settings.store.join("vectors")
}
