//! Vectors of files that were asked without a corpus, under the hash of their words: what is asked
//! twice is embedded once.
//!
//! They are derived: whatever is wrong with them, they are forgotten and made again. `jurat erase`
//! forgets them all.

use std::{fs, io, path::Path};

use jurat_llm::Embedder;
use jurat_retrieve::{ChunkSettings, CorpusVectors, FileStore, vectors::VectorStore};

use crate::IntakeError;

/// More than this is not kept: a vector takes some 1,600 bytes.
const MOST: usize = 200_000;

/// The folder that they lie in.
pub(crate) struct VectorCache<'a> {
    pub(crate) folder: &'a Path,
}

impl VectorCache<'_> {
    /// Gives a corpus the vectors that are remembered of its passages.
    pub(crate) fn recall(
        &self,
        embedder: &dyn Embedder,
        store: &FileStore,
        dense: &mut CorpusVectors,
    ) {
        let Some(known) = self.opened(embedder) else { return };
        // What cannot be taken over is made again.
        let _ = dense.take_from(&known, store, ChunkSettings::default());
    }

    /// Remembers the vectors of a corpus.
    pub(crate) fn keep(&self, embedder: &dyn Embedder, dense: &CorpusVectors) {
        let Some(mut known) = self.opened(embedder) else { return };
        if MOST < known.len() + dense.len() {
            drop(known);
            let _ = self.forget();
            return;
        }
        // Another process may be writing; then they are made again next time.
        let _ = dense.give_to(&mut known);
    }

    /// Forgets all of them.
    pub(crate) fn forget(&self) -> Result<(), IntakeError> {
        match fs::remove_dir_all(self.folder) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => {
                Err(IntakeError::Forget { folder: self.folder.to_path_buf(), why })
            }
            _ => Ok(()),
        }
    }

    fn opened(&self, embedder: &dyn Embedder) -> Option<VectorStore> {
        let open = || VectorStore::open(self.folder, embedder.name(), embedder.dimensions());
        let found = open();
        if found.is_err() {
            self.forget().ok()?;
            return open().ok();
        }
        found.ok()
    }
}
