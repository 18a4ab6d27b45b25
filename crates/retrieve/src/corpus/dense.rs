//! The vectors of a corpus: one for the words of each passage, under the hash of those words.
//!
//! They are derived. What is missing is embedded, what no passage needs any more is removed.

use std::{collections::BTreeSet, fs, path::PathBuf};

use jurat_canon::Hash;
use jurat_llm::{EmbedError, Embedder};
use jurat_model::Passage;

use super::{entry::CorpusEntry, error::CorpusError, file::FileStore, indexer::passages_of};
use crate::{
    chunk::ChunkSettings,
    file_system::clear,
    index::words_to_embed,
    search::VectorSearch,
    vectors::{VectorError, VectorStore},
};

const BATCH: usize = 64;
/// Batches after which vectors are made durable.
const SYNC_EVERY: usize = 16;

/// Vectors that cannot be made or read.
#[derive(Debug, thiserror::Error)]
pub enum DenseError {
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    #[error(transparent)]
    Vectors(#[from] VectorError),
    #[error(transparent)]
    Embed(#[from] EmbedError),
}

/// The vectors of a corpus by one model.
pub struct CorpusVectors {
    store: VectorStore,
    dimensions: usize,
}

impl CorpusVectors {
    /// Opens the vectors that a model made of a corpus; there may be none yet.
    pub fn open(corpus: &FileStore, embedder: &dyn Embedder) -> Result<Self, DenseError> {
        let dimensions = embedder.dimensions();
        let store = VectorStore::open(&folder(corpus), embedder.name(), dimensions)?;
        Ok(Self { store, dimensions })
    }

    pub fn len(&self) -> usize {
        self.store.len()
    }

    pub fn is_empty(&self) -> bool {
        self.store.is_empty()
    }

    /// Passages that have no vector yet.
    pub fn due(&self, corpus: &FileStore, settings: ChunkSettings) -> Result<u64, DenseError> {
        let mut due = BTreeSet::new();
        for entry in corpus.in_order() {
            let passages = passages_of(corpus, &entry, settings)?;
            due.extend(passages.iter().map(key).filter(|hash| !self.store.has(hash)));
        }
        Ok(due.len() as u64)
    }

    /// Takes over vectors that were made before, under the same hashes. Gives their number.
    pub fn take_from(
        &mut self,
        known: &VectorStore,
        corpus: &FileStore,
        settings: ChunkSettings,
    ) -> Result<usize, DenseError> {
        let mut rows = Vec::new();
        for entry in corpus.in_order() {
            for hash in passages_of(corpus, &entry, settings)?.iter().map(key) {
                let vector = known.row_of(&hash).and_then(|row| known.vector(row));
                rows.extend(vector.map(|vector| (hash, vector.to_vec())));
            }
        }
        Ok(self.store.append(&rows)?)
    }

    /// Hands all vectors on. Gives the number of those that were new there.
    pub fn give_to(&self, known: &mut VectorStore) -> Result<usize, DenseError> {
        let rows = 0..u32::try_from(self.store.len()).unwrap_or(u32::MAX);
        let row = |row| {
            let vector = self.store.vector(row)?;
            self.store.hash_of(row).map(|hash| (hash, vector.to_vec()))
        };
        let rows: Vec<(Hash, Vec<f32>)> = rows.filter_map(row).collect();
        let added = known.append(&rows)?;
        known.sync()?;
        Ok(added)
    }

    /// Embeds what has no vector yet, until it is done or `stop` says so. Gives the number of new
    /// vectors; `done` hears of each batch.
    pub fn fill(
        &mut self,
        corpus: &FileStore,
        embedder: &dyn Embedder,
        settings: ChunkSettings,
        stop: &dyn Fn() -> bool,
        done: &mut dyn FnMut(u64),
    ) -> Result<u64, DenseError> {
        let folder = folder(corpus);
        fs::create_dir_all(&folder).map_err(CorpusError::io(&folder))?;
        let (mut due, mut new, mut batches): (Vec<(Hash, String)>, u64, usize) =
            (Vec::new(), 0, 0);
        let mut entries = corpus.in_order();
        loop {
            let entry = entries.next().filter(|_| !stop());
            if let Some(entry) = &entry {
                due.extend(self.missing(corpus, entry, settings)?);
            }
            while BATCH <= due.len() || (entry.is_none() && !due.is_empty()) {
                let batch: Vec<(Hash, String)> = due.drain(..due.len().min(BATCH)).collect();
                let added = self.embed(embedder, &batch)?;
                new += added;
                done(added);
                batches += 1;
                if batches.is_multiple_of(SYNC_EVERY) {
                    self.store.sync()?;
                }
            }
            if entry.is_none() {
                break;
            }
        }
        self.store.sync()?;
        Ok(new)
    }

    /// Removes vectors that no passage of the corpus has, for good. Gives their number.
    pub fn prune(
        &mut self,
        corpus: &FileStore,
        settings: ChunkSettings,
    ) -> Result<usize, DenseError> {
        let mut needed = BTreeSet::new();
        for entry in corpus.in_order() {
            needed.extend(passages_of(corpus, &entry, settings)?.iter().map(key));
        }
        let rows = 0..u32::try_from(self.store.len()).unwrap_or(u32::MAX);
        let all = rows.filter_map(|row| self.store.hash_of(row));
        let gone: Vec<Hash> = all.filter(|hash| !needed.contains(hash)).collect();
        Ok(self.store.remove(&gone)?)
    }

    /// Reads the vectors again and says what is wrong with them.
    pub fn check(&self) -> Result<Vec<String>, DenseError> {
        Ok(self.store.check()?)
    }

    fn missing(
        &self,
        corpus: &FileStore,
        entry: &CorpusEntry,
        settings: ChunkSettings,
    ) -> Result<Vec<(Hash, String)>, DenseError> {
        let passages = passages_of(corpus, entry, settings)?;
        let keyed = passages.iter().map(|passage| (key(passage), words_to_embed(passage)));
        Ok(keyed.filter(|(hash, _)| !self.store.has(hash)).collect())
    }

    fn embed(
        &mut self,
        embedder: &dyn Embedder,
        batch: &[(Hash, String)],
    ) -> Result<u64, DenseError> {
        let texts: Vec<&str> = batch.iter().map(|(_, text)| text.as_str()).collect();
        let vectors = embedder.embed(&texts)?;
        let rows = batch.iter().map(|(hash, _)| *hash).zip(vectors);
        let rows: Vec<(Hash, Vec<f32>)> = rows.collect();
        Ok(self.store.append(&rows)? as u64)
    }
}

/// Removes all vectors of a corpus, of whatever model.
pub fn remove_vectors(corpus: &FileStore) -> Result<(), CorpusError> {
    let folder = folder(corpus);
    clear(&folder).map_err(CorpusError::io(&folder))
}

/// Whether a corpus has vectors of some model.
pub fn has_vectors(corpus: &FileStore) -> bool {
    fs::read_dir(folder(corpus)).is_ok_and(|mut found| found.next().is_some())
}

/// The name of the encoder that made a corpus's vectors; nothing where it has none.
pub fn encoder_of(corpus: &FileStore) -> Option<String> {
    VectorStore::model_of(&folder(corpus))
}

fn key(passage: &Passage) -> Hash {
    Hash::of(words_to_embed(passage).as_bytes())
}

fn folder(corpus: &FileStore) -> PathBuf {
    corpus.folder().join("vectors")
}

impl VectorSearch for CorpusVectors {
    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn row_of(&self, key: &Hash) -> Option<u32> {
        self.store.row_of(key)
    }

    fn vector(&self, row: u32) -> Option<&[f32]> {
        self.store.vector(row)
    }

    fn top(&self, query: &[f32], k: usize, keep: &dyn Fn(u32) -> bool) -> Vec<(u32, f32)> {
        self.store.top(query, k, keep)
    }
}
