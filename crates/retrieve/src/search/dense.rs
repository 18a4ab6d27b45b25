//! The dense leg: which vector belongs to which row.

use std::sync::Arc;

use jurat_canon::Hash;

use crate::{
    index::{IndexError, IndexSnapshot, NONE},
    vectors::VectorStore,
};

/// Vectors of length one under the hash of the words they stand for.
pub trait VectorSearch: Send + Sync {
    /// The length of each vector.
    fn dimensions(&self) -> usize;
    /// The place of a vector.
    fn row_of(&self, key: &Hash) -> Option<u32>;
    /// The vector at a place.
    fn vector(&self, row: u32) -> Option<&[f32]>;
    /// The nearest vectors, best first, with their cosines.
    fn top(&self, query: &[f32], k: usize, keep: &dyn Fn(u32) -> bool) -> Vec<(u32, f32)>;
}

impl VectorSearch for VectorStore {
    fn dimensions(&self) -> usize {
        self.vector(0).map_or(0, <[f32]>::len)
    }

    fn row_of(&self, key: &Hash) -> Option<u32> {
        self.row_of(key)
    }

    fn vector(&self, row: u32) -> Option<&[f32]> {
        self.vector(row)
    }

    fn top(&self, query: &[f32], k: usize, keep: &dyn Fn(u32) -> bool) -> Vec<(u32, f32)> {
        self.top(query, k, keep)
    }
}

/// Which vector belongs to which row of one snapshot. Made once for many searches: it looks every row up.
pub struct JoinedVectorRows {
    pub(super) snapshot: Arc<IndexSnapshot>,
    of_row: Vec<u32>,
    /// The rows of each vector: equal words share one.
    rows: Vec<(u32, u32)>,
}

impl JoinedVectorRows {
    /// Nothing where no row has a vector.
    pub(super) fn join(
        snapshot: Arc<IndexSnapshot>,
        vectors: &dyn VectorSearch,
    ) -> Result<Option<Self>, IndexError> {
        let keys = snapshot.keys()?;
        let of_row: Vec<u32> =
            keys.iter().map(|key| vectors.row_of(key).unwrap_or(NONE)).collect();
        let mut rows: Vec<(u32, u32)> = of_row
            .iter()
            .copied()
            .zip(0..)
            .filter(|(vector, _)| *vector != NONE)
            .collect();
        rows.sort_unstable();
        Ok((!rows.is_empty()).then_some(Self { snapshot, of_row, rows }))
    }
}

/// Vectors joined to the rows of one snapshot.
pub(super) struct RowVectors<'a> {
    pub(super) vectors: &'a dyn VectorSearch,
    pub(super) joined: Arc<JoinedVectorRows>,
}

impl RowVectors<'_> {
    pub(super) fn check(&self, query: &[f32]) -> Result<(), IndexError> {
        let known = self.vectors.dimensions();
        if query.len() == known {
            return Ok(());
        }
        Err(IndexError::Dimensions { given: query.len(), known })
    }

    pub(super) fn top(
        &self,
        query: &[f32],
        k: usize,
        keep: &dyn Fn(u32) -> bool,
    ) -> Vec<(u32, f32)> {
        let any = |vector: u32| self.rows_of(vector).iter().any(|(_, row)| keep(*row));
        let mut found = Vec::with_capacity(k);
        for (vector, cosine) in self.vectors.top(query, k, &any) {
            let rows = self.rows_of(vector).iter().filter(|(_, row)| keep(*row));
            found.extend(rows.map(|(_, row)| (*row, cosine)));
        }
        found
    }

    fn rows_of(&self, vector: u32) -> &[(u32, u32)] {
        let rows = &self.joined.rows;
        let from = rows.partition_point(|(known, _)| *known < vector);
        let len = rows[from..].partition_point(|(known, _)| *known == vector);
        &rows[from..from + len]
    }

    /// The cosine of a row with a vector of length one.
    pub(super) fn cosine(&self, row: u32, query: &[f32]) -> Option<f32> {
        self.vector(row).map(|vector| dot(vector, query))
    }

    pub(super) fn vector(&self, row: u32) -> Option<&[f32]> {
        let vector = *self.joined.of_row.get(row as usize)?;
        (vector != NONE).then(|| self.vectors.vector(vector)).flatten()
    }
}

pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    // Eight sums side by side, which the compiler keeps in one register.
    let mut sums = [0.0_f32; 8];
    let (a8, b8) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = a8.remainder().iter().zip(b8.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a8.zip(b8) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// The middle of several vectors, of length one.
pub(super) fn middle(vectors: &[&[f32]]) -> Vec<f32> {
    let mut sum = vec![0.0_f32; vectors.first().map_or(0, |first| first.len())];
    for vector in vectors {
        sum.iter_mut().zip(*vector).for_each(|(sum, value)| *sum += value);
    }
    let length = dot(&sum, &sum).sqrt();
    if 0.0 < length {
        for value in &mut sum {
            *value /= length;
        }
    }
    sum
}
