//! The vectors of a corpus: one for each passage, made once and kept by the words they stand for.
//!
//! Vectors are derived, like the index. A passage without one is found by its words alone.

use std::{collections::BTreeSet, fs, path::PathBuf};

use jurat_canon::Hash;
use jurat_llm::{EmbedError, Embedder};
use serde::Serialize;

use super::file::FileStore;
use crate::{
    index::{Index, IndexError, words_to_embed},
    vectors::{VectorError, VectorStore},
};

/// Texts given to a model at once.
const BATCH: usize = 64;

/// Vectors that could not be made or kept.
#[derive(Debug, thiserror::Error)]
pub enum VectorsError {
    /// The model.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// The index.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The store.
    #[error(transparent)]
    Store(#[from] VectorError),
}

/// What embedding did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Embedded {
    /// Vectors that were made.
    pub made: usize,
    /// Vectors of words that no passage holds any more.
    pub removed: usize,
    /// Passages that have none yet: somebody stopped it.
    pub missing: usize,
}

/// The vectors of a corpus by this model; those of another lie elsewhere.
pub fn open_vectors(
    store: &FileStore,
    embedder: &dyn Embedder,
) -> Result<VectorStore, VectorsError> {
    Ok(VectorStore::open(&folder(store, embedder), embedder.name(), embedder.dimensions())?)
}

/// Whether a corpus has vectors of this model.
pub fn has_vectors(store: &FileStore, embedder: &dyn Embedder) -> bool {
    folder(store, embedder).is_dir()
}

fn folder(store: &FileStore, embedder: &dyn Embedder) -> PathBuf {
    store.folder().join("vectors").join(embedder.name())
}

/// Brings the vectors up to the index. `go_on` hears how many are made, and of how many.
pub fn embed(
    index: &Index,
    vectors: &mut VectorStore,
    embedder: &dyn Embedder,
    go_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Embedded, VectorsError> {
    let removed = remove_unused(index, vectors)?;
    let due = due(index, vectors)?;
    let mut made = 0;
    for rows in due.chunks(BATCH) {
        if !go_on(made, due.len()) {
            break;
        }
        append(index, vectors, embedder, rows)?;
        made += rows.len();
    }
    vectors.sync()?;
    Ok(Embedded { made, removed, missing: due.len() - made })
}

/// Takes out the vectors of words that are gone. Those of models that are not at hand go as a
/// whole: they can be made again, and could be told from the words.
pub fn forget_vectors(
    store: &FileStore,
    index: &Index,
    embedder: Option<&dyn Embedder>,
) -> Result<(), VectorsError> {
    let at_hand = embedder.map(|embedder| folder(store, embedder));
    let root = store.folder().join("vectors");
    let Ok(folders) = fs::read_dir(&root) else { return Ok(()) };
    for other in folders.flatten().map(|entry| entry.path()) {
        if Some(&other) != at_hand.as_ref() {
            fs::remove_dir_all(&other).map_err(|cause| VectorError::File {
                verb: "remove",
                path: other.display().to_string(),
                cause,
            })?;
        }
    }
    if let Some(embedder) = embedder.filter(|embedder| has_vectors(store, *embedder)) {
        remove_unused(index, &mut open_vectors(store, embedder)?)?;
    }
    Ok(())
}

/// Rows of which the words have no vector; of equal words, the first.
fn due(index: &Index, vectors: &VectorStore) -> Result<Vec<(u32, Hash)>, VectorsError> {
    let snapshot = index.snapshot();
    let mut seen = BTreeSet::new();
    let mut due = Vec::new();
    let dead = dead(index);
    for (key, row) in snapshot.keys()?.into_iter().zip(0_u32..) {
        if !dead.contains(&(row as usize)) && !vectors.has(&key) && seen.insert(key) {
            due.push((row, key));
        }
    }
    Ok(due)
}

fn append(
    index: &Index,
    vectors: &mut VectorStore,
    embedder: &dyn Embedder,
    rows: &[(u32, Hash)],
) -> Result<(), VectorsError> {
    let snapshot = index.snapshot();
    let mut texts = Vec::with_capacity(rows.len());
    for (row, _) in rows {
        texts.push(words_to_embed(&snapshot.passage(index.fields(), *row)?));
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let made = embedder.embed(&texts)?;
    let made: Vec<(Hash, Vec<f32>)> = rows.iter().map(|(_, key)| *key).zip(made).collect();
    vectors.append(&made)?;
    Ok(())
}

/// Takes out vectors of words that are gone: they could be told from them.
fn remove_unused(index: &Index, vectors: &mut VectorStore) -> Result<usize, VectorsError> {
    let (keys, dead) = (index.snapshot().keys()?, dead(index));
    let alive = keys.into_iter().enumerate().filter(|(row, _)| !dead.contains(row));
    let used: BTreeSet<Hash> = alive.map(|(_, key)| key).collect();
    let rows = 0..u32::try_from(vectors.len()).unwrap_or(u32::MAX);
    let unused: Vec<Hash> = rows
        .filter_map(|row| vectors.hash_of(row))
        .filter(|key| !used.contains(key))
        .collect();
    if unused.is_empty() {
        return Ok(0);
    }
    Ok(vectors.remove(&unused)?)
}

fn dead(index: &Index) -> BTreeSet<usize> {
    let snapshot = index.snapshot();
    let segments = snapshot.segments().iter();
    segments
        .flat_map(|segment| segment.dead().map(|doc| segment.row(doc)).collect::<Vec<usize>>())
        .collect()
}
