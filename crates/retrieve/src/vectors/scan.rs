//! The best rows for a query: a scan over codes, then full scores for all that might be among them.

use std::{cmp::Reverse, collections::BinaryHeap};

use pulp::Arch;
use rayon::prelude::*;

use super::{
    codes::{self, Coded},
    dot,
};

/// From so many codes on, waking other threads is worth it.
const PARALLEL_CODES: usize = 1 << 24;
/// Rows that one thread takes at a time.
const CHUNK: usize = 4096;

/// What is searched.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub(super) dimensions: usize,
    pub(super) vectors: &'a [f32],
    pub(super) codes: &'a [i8],
    pub(super) coded: &'a [Coded],
}

/// The best `k` rows that may be kept, best first; of equal scores the earlier row first.
pub(super) fn top(
    rows: Rows<'_>,
    query: &[f32],
    k: usize,
    keep: &dyn Fn(u32) -> bool,
) -> Vec<(u32, f32)> {
    let mut query_codes = Vec::with_capacity(query.len());
    let coded = codes::encode(query, &mut query_codes);
    let products = products(rows, &query_codes);
    let mut found = candidates(rows.coded, &coded, &products, k, keep);
    found.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    rescored(rows, query, &found, k)
}

/// Products of the codes, row by row.
fn products(rows: Rows<'_>, query: &[i8]) -> Vec<i32> {
    let mut out = vec![0; rows.coded.len()];
    let part = |codes: &[i8], out: &mut [i32]| {
        Arch::new().dispatch(
            #[inline(always)]
            || {
                for (out, row) in out.iter_mut().zip(codes.chunks_exact(rows.dimensions)) {
                    *out = dot::codes(row, query);
                }
            },
        );
    };
    if rows.codes.len() < PARALLEL_CODES {
        part(rows.codes, &mut out);
    } else {
        let parts = rows.codes.par_chunks(CHUNK * rows.dimensions);
        let each = parts.zip(out.par_chunks_mut(CHUNK));
        each.for_each(|(codes, out)| part(codes, out));
    }
    out
}

/// Rows that might be among the best, with the most that each can score.
fn candidates(
    coded: &[Coded],
    query: &Coded,
    products: &[i32],
    k: usize,
    keep: &dyn Fn(u32) -> bool,
) -> Vec<(f64, u32)> {
    let mut found = Vec::new();
    // The k best of what rows score at the least: whoever cannot reach the worst of them is out.
    let mut floor: BinaryHeap<Reverse<Total>> =
        BinaryHeap::with_capacity(k.min(coded.len()) + 1);
    let mut least = f64::NEG_INFINITY;
    for (row, (coded, product)) in (0..).zip(coded.iter().zip(products)) {
        let (low, high) = coded.range(query, *product);
        if high < least || !keep(row) {
            continue;
        }
        found.push((high, row));
        floor.push(Reverse(Total(low)));
        if k < floor.len() {
            floor.pop();
        }
        if floor.len() == k {
            least = floor.peek().map_or(least, |worst| worst.0.0);
        }
    }
    found.retain(|(high, _)| least <= *high);
    found
}

/// Scores candidates in full, those that promise most first, until no promise suffices.
fn rescored(rows: Rows<'_>, query: &[f32], found: &[(f64, u32)], k: usize) -> Vec<(u32, f32)> {
    // A heap whose top is the worst of the best: the lowest score, and of equals the later row.
    let mut best: BinaryHeap<Reverse<Ranked>> =
        BinaryHeap::with_capacity(k.min(found.len()) + 1);
    Arch::new().dispatch(
        #[inline(always)]
        || {
            for (high, row) in found {
                let worst = best.peek().filter(|_| best.len() == k);
                // Rounding keeps order: a row that promises less after it cannot score as much.
                #[expect(clippy::cast_possible_truncation, reason = "as scores are rounded")]
                if worst.is_some_and(|worst| (*high as f32) < worst.0.score) {
                    break;
                }
                let from = *row as usize * rows.dimensions;
                let score = dot::exact(&rows.vectors[from..][..rows.dimensions], query);
                best.push(Reverse(Ranked { score, row: *row }));
                if k < best.len() {
                    best.pop();
                }
            }
        },
    );
    let mut best: Vec<Ranked> = best.into_iter().map(|ranked| ranked.0).collect();
    best.sort_unstable_by(|a, b| b.cmp(a));
    best.into_iter().map(|ranked| (ranked.row, ranked.score)).collect()
}

#[derive(PartialEq)]
struct Total(f64);

impl Eq for Total {}

impl Ord for Total {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Total {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Ordered by score; of equal scores the earlier row is the greater.
#[derive(PartialEq)]
struct Ranked {
    score: f32,
    row: u32,
}

impl Eq for Ranked {}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.score.total_cmp(&other.score).then(other.row.cmp(&self.row))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
