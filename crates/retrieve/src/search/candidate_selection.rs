//! One query's view of an index: who is put forward, and what the legs say of each.

use std::collections::BTreeMap;

use jurat_model::SourceKind;

use super::{
    Query,
    bm25::{self, RankedRow},
    dense::{RowVectors, dot, middle},
    neighbour_bm25::{WINDOW, around},
    query_scratch::QueryScratch,
};
use crate::{
    fusion::{
        Fusion, FusionWeights, RankingFeature, RankingFeatureVector, SearchCandidate,
        by_the_hundredth,
    },
    index::{IndexError, IndexSnapshot},
};

/// Wordings of one question that are looked at besides the first.
pub(super) const MOST_WORDINGS: usize = 16;
/// How many of the best bring their neighbours along.
const WITH_NEIGHBOURS: usize = 20;
/// The place of the vector that others are measured from.
const HUNDREDTH: usize = 100;

/// One query on its way to a pool.
pub(super) struct CandidateSelection<'a> {
    pub(super) snapshot: &'a IndexSnapshot,
    pub(super) dense: Option<&'a RowVectors<'a>>,
    pub(super) fusion: &'a Fusion,
    pub(super) weights: &'a FusionWeights,
    pub(super) keep: Option<Vec<bool>>,
    pub(super) rows: Vec<u32>,
    pub(super) by_words: Vec<RankedRow>,
    pub(super) by_vector: Vec<(u32, f32)>,
    /// The BM25 of a passage that says every word of the query again and again.
    pub(super) reach: f32,
}

impl CandidateSelection<'_> {
    pub(super) fn keeps(&self, row: u32) -> bool {
        self.keep.as_ref().is_none_or(|keep| keep[row as usize])
    }

    pub(super) fn top(&self, scores: &[f32]) -> Vec<RankedRow> {
        bm25::top(self.snapshot, scores, self.fusion.pool, &|row| self.keeps(row))
    }

    pub(super) fn take(&mut self, scores: &[f32]) {
        let best = self.top(scores);
        self.rows.extend(best.iter().map(|ranked| ranked.row));
    }

    pub(super) fn take_neighbours(&mut self, best: &[RankedRow]) {
        for ranked in best.iter().take(WITH_NEIGHBOURS) {
            let near = around(self.snapshot, ranked.row, WINDOW).filter(|row| self.keeps(*row));
            let near: Vec<u32> = near.collect();
            self.rows.extend(near);
        }
    }

    pub(super) fn look_at_vectors(&mut self, query: &Query) -> Result<(), IndexError> {
        let Some(dense) = self.dense else { return Ok(()) };
        for (at, asked) in query.texts.iter().take(1 + MOST_WORDINGS).enumerate() {
            let Some(vector) = &asked.vector else { continue };
            dense.check(vector)?;
            let near = dense.top(vector, self.fusion.pool, &|row| self.keeps(row));
            self.rows.extend(near.iter().map(|(row, _)| *row));
            if at == 0 {
                self.by_vector = near;
            }
        }
        Ok(())
    }

    /// A kind with a quota gets its own candidates, however strong the other kinds are.
    pub(super) fn fill_quotas(
        &mut self,
        quotas: &BTreeMap<SourceKind, usize>,
        scratch: &QueryScratch,
    ) {
        for kind in quotas.keys() {
            let keep = |row| self.keeps(row) && self.snapshot.kind(row) == *kind;
            let best = bm25::top(self.snapshot, &scratch.text, self.fusion.pool, &keep);
            self.rows.extend(best.iter().map(|ranked| ranked.row));
        }
    }

    /// The candidates as the legs see them; features come after.
    pub(super) fn candidates(
        &self,
        vector: Option<&[f32]>,
        scratch: &QueryScratch,
    ) -> Vec<SearchCandidate> {
        let bm25_ranks = places(self.by_words.iter().map(|ranked| ranked.row));
        let dense_ranks = places(self.by_vector.iter().map(|(row, _)| *row));
        let candidate = |row: &u32| {
            let bm25 = scratch.text[*row as usize];
            SearchCandidate {
                row: *row,
                features: RankingFeatureVector::default(),
                bm25,
                overlap: if 0.0 < self.reach { bm25 / self.reach } else { 0.0 },
                cosine: vector.and_then(|vector| self.dense?.cosine(*row, vector)),
                further: false,
                bm25_rank: bm25_ranks.get(row).copied(),
                dense_rank: dense_ranks.get(row).copied(),
            }
        };
        self.rows.iter().map(candidate).collect()
    }

    pub(super) fn vectors(
        &self,
        vector: Option<&[f32]>,
        pool: &[SearchCandidate],
        features: &mut [RankingFeatureVector],
    ) {
        let (Some(dense), Some(vector)) = (self.dense, vector) else { return };
        let best = self.by_vector.first().map_or(0.0, |(_, cosine)| *cosine);
        let far = self
            .by_vector
            .iter()
            .take(HUNDREDTH)
            .next_back()
            .map_or(0.0, |(_, cosine)| *cosine);
        for (one, features) in pool.iter().zip(&mut *features) {
            let cosine = one.cosine.unwrap_or(-1.0);
            features.set(RankingFeature::Dense, by_the_hundredth(cosine, best, far));
        }
        if !self.weights.uses(RankingFeature::DenseAround) {
            return;
        }
        let cosine = |row: &u32| {
            let near = around(self.snapshot, *row, WINDOW).chain([*row]);
            let vectors: Vec<_> = near.filter_map(|row| dense.vector(row)).collect();
            if vectors.is_empty() { -1.0 } else { dot(&middle(&vectors), vector) }
        };
        let cosines: Vec<f32> = self.rows.iter().map(cosine).collect();
        let mut sorted = cosines.clone();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let best = sorted.first().copied().unwrap_or(0.0);
        let far = sorted.iter().take(HUNDREDTH).next_back().copied().unwrap_or(0.0);
        for (cosine, features) in cosines.into_iter().zip(features) {
            features.set(RankingFeature::DenseAround, by_the_hundredth(cosine, best, far));
        }
    }
}

fn places(rows: impl Iterator<Item = u32>) -> BTreeMap<u32, usize> {
    rows.zip(1..).collect()
}

/// What the postings say about one row.
pub(super) fn words(row: u32, scratch: &QueryScratch) -> RankingFeatureVector {
    let of = |scores: &[f32]| scores.get(row as usize).copied().unwrap_or(0.0);
    let mut features = RankingFeatureVector::default();
    features.set(RankingFeature::Text, of(&scratch.text));
    features.set(RankingFeature::Pairs, of(&scratch.pairs));
    features.set(RankingFeature::Heads, of(&scratch.heads));
    features.set(RankingFeature::Lead, of(&scratch.lead));
    features.set(RankingFeature::Feedback, of(&scratch.learned));
    features
}
