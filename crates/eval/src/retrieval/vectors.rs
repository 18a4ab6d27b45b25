//! Vectors of texts, embedded once and kept by content from run to run.

use std::{collections::BTreeSet, path::Path};

use jurat_canon::Hash;
use jurat_llm::Embedder;
use jurat_retrieve::vectors::VectorStore;

use crate::EvalError;

/// Texts given to a model at once.
const BATCH: usize = 64;

/// A store that has the vectors of all these texts: those it had, and the others embedded now.
pub(super) fn embedded(
    embedder: &dyn Embedder,
    folder: &Path,
    texts: &[String],
) -> Result<VectorStore, EvalError> {
    let mut store = VectorStore::open(folder, embedder.name(), embedder.dimensions())
        .map_err(|error| EvalError::Subject(error.to_string()))?;
    let mut seen = BTreeSet::new();
    let mut missing: Vec<(Hash, &str)> = Vec::new();
    for text in texts {
        let hash = Hash::of(text.as_bytes());
        if !store.has(&hash) && seen.insert(*hash.as_bytes()) {
            missing.push((hash, text));
        }
    }
    for batch in missing.chunks(BATCH) {
        append(&mut store, embedder, batch)?;
    }
    Ok(store)
}

fn append(
    store: &mut VectorStore,
    embedder: &dyn Embedder,
    batch: &[(Hash, &str)],
) -> Result<(), EvalError> {
    let texts: Vec<&str> = batch.iter().map(|(_, text)| *text).collect();
    let vectors = embedder
        .embed(&texts)
        .map_err(|error| EvalError::Subject(error.to_string()))?;
    let rows: Vec<(Hash, Vec<f32>)> =
        batch.iter().map(|(hash, _)| *hash).zip(vectors).collect();
    store
        .append(&rows)
        .and_then(|_| store.sync())
        .map_err(|error| EvalError::Subject(error.to_string()))
}

/// The vector of a text.
pub(super) fn vector(store: &VectorStore, text: &str) -> Option<Vec<f32>> {
    let row = store.row_of(&Hash::of(text.as_bytes()))?;
    store.vector(row).map(<[f32]>::to_vec)
}
