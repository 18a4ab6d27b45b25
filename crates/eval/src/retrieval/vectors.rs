//! Vectors of texts, embedded once and kept by content.

use std::{
    borrow::Cow,
    collections::{HashMap, hash_map::Entry},
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use jurat_canon::Hash;
use jurat_llm::Embedder;
use jurat_retrieve::Vectors;

use crate::EvalError;

/// Vectors in memory, with a file of all that were ever made by one model.
pub(super) struct Kept {
    dimensions: usize,
    rows: HashMap<Hash, u32>,
    values: Vec<f32>,
}

/// Texts given to a model at once.
const BATCH: usize = 64;

impl Kept {
    /// The vectors of some texts: those of the cache, the others embedded now.
    pub(super) fn of(
        embedder: &dyn Embedder,
        cache: &Path,
        texts: &[String],
    ) -> Result<Self, EvalError> {
        let path = cache.join(format!("{}.vectors", Hash::of(embedder.name().as_bytes())));
        let mut kept = Self::read(&path, embedder.dimensions())?;
        let mut missing: Vec<&str> = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for text in texts {
            let hash = Hash::of(text.as_bytes());
            if !kept.rows.contains_key(&hash) && seen.insert(*hash.as_bytes()) {
                missing.push(text);
            }
        }
        for batch in missing.chunks(BATCH) {
            let vectors = embedder
                .embed(batch)
                .map_err(|error| EvalError::Subject(error.to_string()))?;
            kept.append(&path, batch, &vectors)?;
        }
        Ok(kept)
    }

    pub(super) fn get(&self, text: &str) -> Option<Vec<f32>> {
        let row = self.row_of(&Hash::of(text.as_bytes()))?;
        self.vector(row).map(Cow::into_owned)
    }

    fn read(path: &Path, dimensions: usize) -> Result<Self, EvalError> {
        let mut kept = Self {
            dimensions,
            rows: HashMap::new(),
            values: Vec::new(),
        };
        if !path.exists() {
            return Ok(kept);
        }
        let bytes = fs::read(path).map_err(failed(path))?;
        // A last record that a kill cut short is dropped.
        for record in bytes.chunks_exact(32 + 4 * dimensions) {
            let (key, values) = record.split_at(32);
            let mut hash = [0; 32];
            hash.copy_from_slice(key);
            let floats = values.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four));
            kept.push(Hash::from_bytes(hash), floats);
        }
        Ok(kept)
    }

    fn append(
        &mut self,
        path: &PathBuf,
        texts: &[&str],
        vectors: &[Vec<f32>],
    ) -> Result<(), EvalError> {
        let mut bytes = Vec::new();
        for (text, vector) in texts.iter().zip(vectors) {
            let hash = Hash::of(text.as_bytes());
            bytes.extend_from_slice(hash.as_bytes());
            vector
                .iter()
                .for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
            self.push(hash, vector.iter().copied());
        }
        let file = fs::OpenOptions::new().create(true).append(true).open(path);
        file.and_then(|mut file| file.write_all(&bytes)).map_err(failed(path))
    }

    fn push(&mut self, hash: Hash, values: impl Iterator<Item = f32>) {
        let row = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        // The first of equal keys is kept.
        if let Entry::Vacant(entry) = self.rows.entry(hash) {
            entry.insert(row);
            self.values.extend(values);
        }
    }
}

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> EvalError {
    let path = path.to_path_buf();
    move |error| EvalError::File { path, error }
}

impl Vectors for Kept {
    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn row_of(&self, key: &Hash) -> Option<u32> {
        self.rows.get(key).copied()
    }

    fn vector(&self, row: u32) -> Option<Cow<'_, [f32]>> {
        let from = row as usize * self.dimensions;
        self.values.get(from..from + self.dimensions).map(Cow::Borrowed)
    }

    fn top(&self, query: &[f32], k: usize, keep: &dyn Fn(u32) -> bool) -> Vec<(u32, f32)> {
        let rows = self.values.chunks_exact(self.dimensions).zip(0_u32..);
        let cosine = |vector: &[f32]| vector.iter().zip(query).map(|(a, b)| a * b).sum::<f32>();
        let mut near: Vec<(u32, f32)> = rows
            .filter(|(_, row)| keep(*row))
            .map(|(vector, row)| (row, cosine(vector)))
            .collect();
        near.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        near.truncate(k);
        near
    }
}
