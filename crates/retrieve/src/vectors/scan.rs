//! The best rows for a query: a scan over codes, then full scores for all that might be among them.

use std::{cmp::Reverse, collections::BinaryHeap};

use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::{
    dot,
    kernel::{self, SIDE},
    quantization::{QuantizationBounds, QuantizedQuery, QuantizedRows},
};

/// From so many bytes on, waking other threads is worth it.
const PARALLEL_BYTES: usize = 1 << 21;
/// Rows that one thread takes at a time: whole blocks.
const CHUNK: usize = 2048;
/// Rows that are passed over together.
const RUN: usize = 128;

#[derive(Clone, Copy)]
pub(super) struct VectorRows<'a> {
    pub(super) dimensions: usize,
    pub(super) vectors: &'a [f32],
    pub(super) coded: &'a QuantizedRows,
}

/// The best `k` rows that may be kept, best first; of equal scores the earlier row first.
pub(super) fn top(
    rows: VectorRows<'_>,
    query: &[f32],
    k: usize,
    keep: &dyn Fn(u32) -> bool,
) -> Vec<(u32, f32)> {
    let most = promises(rows, &QuantizedQuery::of(query));
    let first = most_promising(&most, k, keep);
    let found = if first.len() < k {
        first
    } else {
        // Whoever cannot reach the worst of k rows that are scored is out.
        let worst = rescored(rows, query, &first, k)
            .last()
            .map_or(f32::MIN, |(_, score)| *score);
        reaching(&most, worst, keep)
    };
    rescored(rows, query, &found, k)
}

/// The most that each row can score.
fn promises(rows: VectorRows<'_>, query: &QuantizedQuery) -> Vec<f32> {
    let QuantizedRows { blocks, coded } = rows.coded;
    let mut out = vec![0.0; coded.len()];
    let part = |(blocks, coded, out): (&[u8], &[QuantizationBounds], &mut [f32])| {
        let mut products = vec![[0; SIDE]; coded.len().div_ceil(SIDE)];
        kernel::products(&query.codes, blocks, &mut products);
        let products = products.as_flattened();
        Arch::new().dispatch(ScoreBoundsKernel { query, coded, products, out });
    };
    if blocks.len() < PARALLEL_BYTES {
        part((blocks, coded, &mut out));
    } else {
        let blocks = blocks.par_chunks(CHUNK * kernel::width(rows.dimensions));
        let parts = blocks.zip(coded.par_chunks(CHUNK)).zip(out.par_chunks_mut(CHUNK));
        parts.for_each(|((blocks, coded), out)| part((blocks, coded, out)));
    }
    out
}

struct ScoreBoundsKernel<'a> {
    query: &'a QuantizedQuery,
    coded: &'a [QuantizationBounds],
    products: &'a [i32],
    out: &'a mut [f32],
}

// A type with an inlined function, since a closure may be compiled apart from its caller, for
// the narrowest registers.
impl WithSimd for ScoreBoundsKernel<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as in `dot`")]
    fn with_simd<S: Simd>(self, _: S) {
        let each = self.coded.iter().zip(self.products);
        for (out, (coded, product)) in self.out.iter_mut().zip(each) {
            *out = self.query.most(coded, *product);
        }
    }
}

/// The `k` rows that promise most, the greatest promise first.
fn most_promising(most: &[f32], k: usize, keep: &dyn Fn(u32) -> bool) -> Vec<ScoredRow> {
    let mut heap: BinaryHeap<Reverse<ScoredRow>> =
        BinaryHeap::with_capacity(k.min(most.len()) + 1);
    let mut least = f32::NEG_INFINITY;
    for (run, from) in most.chunks(RUN).zip((0..).step_by(RUN)) {
        if none_reaches(run, least) {
            continue;
        }
        for (most, row) in run.iter().zip(from..) {
            if *most < least || !keep(row) {
                continue;
            }
            heap.push(Reverse(ScoredRow { score: *most, row }));
            if k < heap.len() {
                heap.pop();
            }
            if heap.len() == k {
                least = heap.peek().map_or(least, |worst| worst.0.score);
            }
        }
    }
    heap.into_sorted_vec().into_iter().map(|Reverse(one)| one).collect()
}

/// The rows that promise a score or more, the greatest promise first.
fn reaching(most: &[f32], score: f32, keep: &dyn Fn(u32) -> bool) -> Vec<ScoredRow> {
    let mut found = Vec::new();
    for (run, from) in most.chunks(RUN).zip((0..).step_by(RUN)) {
        if none_reaches(run, score) {
            continue;
        }
        let rows = run.iter().zip(from..);
        let rows = rows.filter(|(most, row)| (score <= **most || most.is_nan()) && keep(*row));
        found.extend(rows.map(|(most, row)| ScoredRow { score: *most, row }));
    }
    found.sort_unstable_by(|a, b| b.cmp(a));
    found
}

/// Whether a run of rows can be passed over; without early out, so that it is done in lanes.
fn none_reaches(run: &[f32], score: f32) -> bool {
    // A promise that is no number rules nothing out.
    let reaches = |most: &f32| u32::from(score <= *most) | u32::from(most.is_nan());
    0 == run.iter().map(reaches).sum::<u32>()
}

/// Scores candidates in full, those that promise most first, until no promise suffices.
fn rescored(
    rows: VectorRows<'_>,
    query: &[f32],
    found: &[ScoredRow],
    k: usize,
) -> Vec<(u32, f32)> {
    Arch::new().dispatch(RescoreKernel { rows, query, found, k })
}

struct RescoreKernel<'a> {
    rows: VectorRows<'a>,
    query: &'a [f32],
    found: &'a [ScoredRow],
    k: usize,
}

impl WithSimd for RescoreKernel<'_> {
    type Output = Vec<(u32, f32)>;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as in `dot`")]
    fn with_simd<S: Simd>(self, _: S) -> Self::Output {
        let Self { rows, query, found, k } = self;
        // A heap whose top is the worst of the best: the lowest score, of equals the later row.
        let mut best: BinaryHeap<Reverse<ScoredRow>> =
            BinaryHeap::with_capacity(k.min(found.len()) + 1);
        for ScoredRow { score: most, row } in found {
            let worst = best.peek().filter(|_| best.len() == k);
            if worst.is_some_and(|worst| *most < worst.0.score) {
                break;
            }
            let from = *row as usize * rows.dimensions;
            let score = dot::exact(&rows.vectors[from..][..rows.dimensions], query);
            best.push(Reverse(ScoredRow { score, row: *row }));
            if k < best.len() {
                best.pop();
            }
        }
        let best = best.into_sorted_vec().into_iter();
        best.map(|Reverse(ranked)| (ranked.row, ranked.score)).collect()
    }
}

/// A row with its score, or with the most that it can score. Ordered by that; of equals the earlier row is the greater.
#[derive(PartialEq)]
struct ScoredRow {
    score: f32,
    row: u32,
}

impl Eq for ScoredRow {}

impl Ord for ScoredRow {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.score.total_cmp(&other.score).then(other.row.cmp(&self.row))
    }
}

impl PartialOrd for ScoredRow {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
