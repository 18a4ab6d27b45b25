//! One query's view of an index: who is put forward, and what the legs say of each.

use std::collections::BTreeMap;

use jurat_model::SourceKind;

use super::{
    Query,
    context::{WINDOW, around},
    dense::{Dense, dot, middle},
    pool::{Candidate, MOST_WORDINGS, Scratch},
    score::{self, Ranked},
};
use crate::{
    fusion::{Feature, Features, Fusion, Weights, by_the_hundredth},
    index::{IndexError, Snapshot},
};

/// How many of the best bring their neighbours along.
const WITH_NEIGHBOURS: usize = 20;
/// The place of the vector that others are measured from.
const HUNDREDTH: usize = 100;

/// One query on its way to a pool.
pub(super) struct Look<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) dense: Option<&'a Dense<'a>>,
    pub(super) fusion: &'a Fusion,
    pub(super) weights: &'a Weights,
    pub(super) keep: Option<Vec<bool>>,
    pub(super) rows: Vec<u32>,
    pub(super) by_words: Vec<Ranked>,
    pub(super) by_vector: Vec<(u32, f32)>,
    /// The BM25 of a passage that says every word of the query again and again.
    pub(super) reach: f32,
}

impl Look<'_> {
    pub(super) fn keeps(&self, row: u32) -> bool {
        self.keep.as_ref().is_none_or(|keep| keep[row as usize])
    }

    pub(super) fn top(&self, scores: &[f32]) -> Vec<Ranked> {
        score::top(self.snapshot, scores, self.fusion.pool, &|row| self.keeps(row))
    }

    pub(super) fn take(&mut self, scores: &[f32]) {
        let best = self.top(scores);
        self.rows.extend(best.iter().map(|ranked| ranked.row));
    }

    pub(super) fn take_neighbours(&mut self, best: &[Ranked]) {
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
        scratch: &Scratch,
    ) {
        for kind in quotas.keys() {
            let keep = |row| self.keeps(row) && self.snapshot.kind(row) == *kind;
            let best = score::top(self.snapshot, &scratch.text, self.fusion.pool, &keep);
            self.rows.extend(best.iter().map(|ranked| ranked.row));
        }
    }

    /// The candidates as the legs see them; features come after.
    pub(super) fn candidates(
        &self,
        vector: Option<&[f32]>,
        scratch: &Scratch,
    ) -> Vec<Candidate> {
        let bm25_ranks = places(self.by_words.iter().map(|ranked| ranked.row));
        let dense_ranks = places(self.by_vector.iter().map(|(row, _)| *row));
        let candidate = |row: &u32| {
            let bm25 = scratch.text[*row as usize];
            Candidate {
                row: *row,
                features: Features::default(),
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
        pool: &[Candidate],
        features: &mut [Features],
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
            features.set(Feature::Dense, by_the_hundredth(cosine, best, far));
        }
        if !self.weights.uses(Feature::DenseAround) {
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
            features.set(Feature::DenseAround, by_the_hundredth(cosine, best, far));
        }
    }
}

fn places(rows: impl Iterator<Item = u32>) -> BTreeMap<u32, usize> {
    rows.zip(1..).collect()
}

/// What the postings say about one row.
pub(super) fn words(row: u32, scratch: &Scratch) -> Features {
    let of = |scores: &[f32]| scores.get(row as usize).copied().unwrap_or(0.0);
    let mut features = Features::default();
    features.set(Feature::Text, of(&scratch.text));
    features.set(Feature::Pairs, of(&scratch.pairs));
    features.set(Feature::Heads, of(&scratch.heads));
    features.set(Feature::Lead, of(&scratch.lead));
    features.set(Feature::Feedback, of(&scratch.learned));
    features
}
