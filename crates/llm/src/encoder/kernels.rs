//! What lies between the matrix products, each in one pass over memory.
//!
//! `Arch::dispatch` compiles a function for the widest registers that this processor has. Each
//! operation rounds as the standard for floats says, and their order is written out, so the width
//! of the registers changes no bit of a result.
#![expect(
    clippy::inline_always,
    reason = "what is not inlined is compiled for the narrowest registers"
)]

use pulp::Arch;

use super::{
    math::{exp, gelu, nearest},
    matrix::{GRID, Rows, ZERO},
};

/// A bias and what normalises after it.
pub(super) struct Norm {
    pub(super) bias: Vec<f32>,
    pub(super) gain: Vec<f32>,
    pub(super) shift: Vec<f32>,
    pub(super) epsilon: f32,
}

/// How attention reads its input: rows of query, key and value, each of `count * wide`.
#[derive(Clone, Copy)]
pub(super) struct Heads<'a> {
    pub(super) count: usize,
    pub(super) wide: usize,
    pub(super) bias: &'a [f32],
}

/// Rows on the grid of the integer product, and the step of each row's grid.
pub(super) fn to_grid(rows: &Rows<'_>, arch: Arch) -> (Vec<u8>, Vec<f32>) {
    let mut grid = vec![ZERO; rows.numbers.len()];
    let mut steps = vec![0.0; rows.numbers.len() / rows.wide];
    arch.dispatch(
        #[inline(always)]
        || {
            let each = rows.numbers.chunks_exact(rows.wide).zip(&mut steps);
            for ((row, step), grid) in each.zip(grid.chunks_exact_mut(rows.wide)) {
                let most = largest(row);
                if 0.0 < most {
                    *step = most / GRID;
                    let scale = GRID / most;
                    for (value, grid) in row.iter().zip(grid) {
                        *grid = nearest(value * scale).wrapping_add(ZERO);
                    }
                }
            }
        },
    );
    (grid, steps)
}

/// What the sums of an integer product stand for.
pub(super) fn from_sums(sums: &[i32], steps: &[f32], scales: &[f32], arch: Arch) -> Vec<f32> {
    let mut out = vec![0.0; sums.len()];
    arch.dispatch(
        #[inline(always)]
        || {
            let wide = scales.len();
            let rows = sums.chunks_exact(wide).zip(steps);
            for (out, (row, step)) in out.chunks_exact_mut(wide).zip(rows) {
                for ((out, sum), scale) in out.iter_mut().zip(row).zip(scales) {
                    #[expect(
                        clippy::cast_precision_loss,
                        reason = "fewer than 2048 products of 63 and 127 fit 24 bits"
                    )]
                    let sum = *sum as f32;
                    *out = sum * (step * scale);
                }
            }
        },
    );
    out
}

/// Adds the bias and bends, in place.
pub(super) fn bias_gelu(rows: &mut [f32], bias: &[f32], arch: Arch) {
    arch.dispatch(
        #[inline(always)]
        || {
            for row in rows.chunks_exact_mut(bias.len()) {
                for (value, bias) in row.iter_mut().zip(bias) {
                    *value = gelu(*value + bias);
                }
            }
        },
    );
}

/// Adds the bias and the residual, then normalises each row.
pub(super) fn add_norm(rows: &[f32], residual: &[f32], norm: &Norm, arch: Arch) -> Vec<f32> {
    let mut out = vec![0.0; rows.len()];
    arch.dispatch(
        #[inline(always)]
        || {
            let wide = norm.bias.len();
            let each = rows.chunks_exact(wide).zip(residual.chunks_exact(wide));
            for (out, (row, residual)) in out.chunks_exact_mut(wide).zip(each) {
                for (((out, a), b), bias) in
                    out.iter_mut().zip(row).zip(residual).zip(&norm.bias)
                {
                    *out = a + b + bias;
                }
                normalise(out, norm);
            }
        },
    );
    out
}

/// Attention of each text to itself.
pub(super) fn attention(
    rows: &[f32],
    lengths: &[usize],
    heads: Heads<'_>,
    arch: Arch,
) -> Vec<f32> {
    let hidden = heads.count * heads.wide;
    let mut out = vec![0.0; rows.len() / 3];
    let mut scratch = Scratch::default();
    arch.dispatch(
        #[inline(always)]
        || {
            let mut start = 0;
            for length in lengths {
                let rows = &rows[start * 3 * hidden..(start + length) * 3 * hidden];
                let out = &mut out[start * hidden..(start + length) * hidden];
                for head in 0..heads.count {
                    one_head(rows, out, *length, head, heads, &mut scratch);
                }
                start += length;
            }
        },
    );
    out
}

/// The mean of each text's rows, scaled to length one.
pub(super) fn pool(rows: &[f32], lengths: &[usize], wide: usize) -> Vec<f32> {
    let mut out = vec![0.0; lengths.len() * wide];
    let mut rest = rows;
    for (out, length) in out.chunks_exact_mut(wide).zip(lengths) {
        let (text, after) = rest.split_at(length * wide);
        rest = after;
        for row in text.chunks_exact(wide) {
            out.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
        let long = out.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a scale, rounded to the vectors' type"
        )]
        let scale = (1.0 / long.max(1e-12)) as f32;
        for value in out {
            *value *= scale;
        }
    }
    out
}

#[inline(always)]
pub(super) fn normalise(row: &mut [f32], norm: &Norm) {
    #[expect(clippy::cast_precision_loss, reason = "rows are some hundred wide")]
    let count = row.len() as f32;
    let mean = sum(row, |value| value) / count;
    let variance = sum(row, |value| (value - mean) * (value - mean)) / count;
    let scale = 1.0 / (variance + norm.epsilon).sqrt();
    for ((value, gain), shift) in row.iter_mut().zip(&norm.gain).zip(&norm.shift) {
        *value = (*value - mean) * scale * gain + shift;
    }
}

const LANES: usize = 16;

/// A sum in sixteen lanes: the compiler may not reorder a plain one.
#[inline(always)]
fn sum(row: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    let mut lanes = [0.0; LANES];
    let (chunks, rest) = row.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += of(*value);
        }
    }
    let rest: f32 = rest.iter().map(|value| of(*value)).sum();
    lanes.iter().sum::<f32>() + rest
}

/// The largest magnitude of a row.
#[inline(always)]
fn largest(row: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let (chunks, rest) = row.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane = lane.max(value.abs());
        }
    }
    lanes.iter().chain(rest).fold(0.0, |most, value| most.max(value.abs()))
}

/// Room that is used again for each head.
#[derive(Default)]
struct Scratch {
    /// Keys, one row a dimension.
    keys: Vec<f32>,
    /// What a token pays to each other.
    shares: Vec<f32>,
    query: Vec<f32>,
}

#[inline(always)]
fn one_head(
    rows: &[f32],
    out: &mut [f32],
    length: usize,
    head: usize,
    heads: Heads<'_>,
    scratch: &mut Scratch,
) {
    let Heads { wide, bias, .. } = heads;
    let hidden = heads.count * wide;
    let at = head * wide;
    #[expect(clippy::cast_precision_loss, reason = "heads are some dozens wide")]
    let scale = 1.0 / (wide as f32).sqrt();
    // Rounded up to whole registers; the columns beyond are zero and never read back.
    let columns = length.next_multiple_of(LANES);
    scratch.keys.clear();
    scratch.keys.resize(wide * columns, 0.0);
    // The keys' bias adds the same to all scores of a row, which softmax undoes: it is left out.
    for (token, row) in rows.chunks_exact(3 * hidden).enumerate() {
        for (dimension, key) in row[hidden + at..][..wide].iter().enumerate() {
            scratch.keys[dimension * columns + token] = *key;
        }
    }
    let values_bias = &bias[2 * hidden + at..][..wide];
    for (row, out) in rows.chunks_exact(3 * hidden).zip(out.chunks_exact_mut(hidden)) {
        scratch.query.clear();
        let query = row[at..][..wide].iter().zip(&bias[at..][..wide]);
        scratch
            .query
            .extend(query.map(|(value, bias)| (value + bias) * scale));
        scores(&scratch.query, &scratch.keys, columns, &mut scratch.shares);
        softmax(&mut scratch.shares[..length]);
        let out = &mut out[at..][..wide];
        out.copy_from_slice(values_bias);
        weigh(&scratch.shares[..length], &rows[2 * hidden + at..], 3 * hidden, out);
    }
}

#[inline(always)]
fn scores(query: &[f32], keys: &[f32], columns: usize, out: &mut Vec<f32>) {
    out.clear();
    out.resize(columns, 0.0);
    // Four dimensions a pass, so that the scores are loaded and stored a quarter as often.
    for (query, keys) in query.chunks(4).zip(keys.chunks(4 * columns)) {
        if let [a, b, c, d] = *query {
            let (first, second) = keys.split_at(2 * columns);
            let ((k0, k1), (k2, k3)) = (first.split_at(columns), second.split_at(columns));
            for ((((out, k0), k1), k2), k3) in out.iter_mut().zip(k0).zip(k1).zip(k2).zip(k3) {
                *out += (a * k0 + b * k1) + (c * k2 + d * k3);
            }
        } else {
            for (query, keys) in query.iter().zip(keys.chunks_exact(columns)) {
                out.iter_mut().zip(keys).for_each(|(out, key)| *out += query * key);
            }
        }
    }
}

#[inline(always)]
fn softmax(row: &mut [f32]) {
    let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for value in &mut *row {
        *value = exp(*value - most);
    }
    let scale = 1.0 / sum(row, |value| value);
    for value in row {
        *value *= scale;
    }
}

/// Adds rows of values by their shares, four at a time.
#[inline(always)]
fn weigh(shares: &[f32], values: &[f32], stride: usize, out: &mut [f32]) {
    let wide = out.len();
    let (fours, rest) = shares.as_chunks::<4>();
    for (at, [a, b, c, d]) in fours.iter().enumerate() {
        let row = |n: usize| &values[(4 * at + n) * stride..][..wide];
        let rows = row(0).iter().zip(row(1)).zip(row(2)).zip(row(3));
        for (out, (((v0, v1), v2), v3)) in out.iter_mut().zip(rows) {
            *out += (a * v0 + b * v1) + (c * v2 + d * v3);
        }
    }
    for (n, share) in rest.iter().enumerate() {
        let row = &values[(4 * fours.len() + n) * stride..][..wide];
        out.iter_mut().zip(row).for_each(|(out, value)| *out += share * value);
    }
}
