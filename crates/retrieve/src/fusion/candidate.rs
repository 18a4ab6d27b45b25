//! A passage on its way to being a hit.

use super::RankingFeatureVector;

/// A passage that comes into question.
#[derive(Debug, Clone, Default)]
pub(crate) struct SearchCandidate {
    pub row: u32,
    /// Brought to the range from 0 to 1 over the pool.
    pub features: RankingFeatureVector,
    pub bm25: f32,
    /// Its BM25 as a share of what the query could reach.
    pub overlap: f32,
    pub cosine: Option<f32>,
    /// Put forward by a further wording of the query.
    pub further: bool,
    pub bm25_rank: Option<usize>,
    pub dense_rank: Option<usize>,
}
