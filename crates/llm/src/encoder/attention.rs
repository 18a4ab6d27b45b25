//! Attention: each token of a text takes from the others what they are worth to it.
//!
//! Lanes hold different numbers of a row, never parts of one sum, so their count changes no bit. Products
//! are added before they are rounded, which every processor does to the same bit.
#![expect(
    clippy::inline_always,
    reason = "what is not inlined is compiled for the narrowest registers"
)]

use pulp::{Arch, Simd, WithSimd};

use super::{kernels::LANES, math::exp};

/// Tokens that attend together: keys and values are read once for all of them.
const TOGETHER: usize = 4;
/// Registers of keys or values that they read at once: as many sums grow side by side as a
/// processor can add while it waits for the first.
const ABREAST: usize = 2;

/// Rows of query, key and value, each of `count * wide`, and how they are read.
#[derive(Clone, Copy)]
pub(super) struct AttentionInput<'a> {
    pub(super) rows: &'a [f32],
    pub(super) lengths: &'a [usize],
    pub(super) count: usize,
    pub(super) wide: usize,
    pub(super) bias: &'a [f32],
}

/// Attention of each text to itself.
pub(super) fn attention(heads: AttentionInput<'_>, out: &mut Vec<f32>, arch: Arch) {
    out.resize(heads.rows.len() / 3, 0.0);
    arch.dispatch(AttentionKernel { heads, out });
}

struct AttentionKernel<'a> {
    heads: AttentionInput<'a>,
    out: &'a mut [f32],
}

impl WithSimd for AttentionKernel<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let AttentionInput { rows, lengths, count, wide, .. } = self.heads;
        let hidden = count * wide;
        let mut scratch = AttentionScratch::default();
        let mut start = 0;
        for length in lengths {
            let heads = AttentionInput {
                rows: &rows[start * 3 * hidden..(start + length) * 3 * hidden],
                ..self.heads
            };
            let out = &mut self.out[start * hidden..(start + length) * hidden];
            for head in 0..count {
                one_head(simd, heads, head * wide, out, &mut scratch);
            }
            start += length;
        }
    }
}

/// Room that is used again for each head.
#[derive(Default)]
struct AttentionScratch {
    /// Keys, one row a dimension.
    keys: Vec<f32>,
    /// What each of some tokens pays to each other, one row a token.
    shares: Vec<f32>,
    /// Some queries side by side, one row a dimension.
    queries: Vec<[f32; TOGETHER]>,
}

/// One head, whose numbers begin at a place of each row.
#[inline(always)]
fn one_head<S: Simd>(
    simd: S,
    heads: AttentionInput<'_>,
    at: usize,
    out: &mut [f32],
    scratch: &mut AttentionScratch,
) {
    let AttentionInput { rows, count, wide, bias, .. } = heads;
    let hidden = count * wide;
    let length = out.len() / hidden;
    #[expect(clippy::cast_precision_loss, reason = "heads are some dozens wide")]
    let scale = 1.0 / (wide as f32).sqrt();
    // Rounded up to whole registers; what stands in the columns beyond is never read back.
    let columns = length.next_multiple_of(ABREAST * LANES);
    scratch.keys.resize(wide * columns, 0.0);
    scratch.shares.resize(TOGETHER * columns, 0.0);
    scratch.queries.resize(wide, [0.0; TOGETHER]);
    // The keys' bias adds the same to all scores of a row, which softmax undoes: it is left out.
    for (token, row) in rows.chunks_exact(3 * hidden).enumerate() {
        for (dimension, key) in row[hidden + at..][..wide].iter().enumerate() {
            scratch.keys[dimension * columns + token] = *key;
        }
    }
    let values = HeadValues {
        numbers: &rows[2 * hidden + at..],
        stride: 3 * hidden,
        bias: &bias[2 * hidden + at..][..wide],
    };
    let together = rows.chunks(3 * hidden * TOGETHER);
    for (rows, out) in together.zip(out.chunks_mut(hidden * TOGETHER)) {
        for (token, row) in rows.chunks_exact(3 * hidden).enumerate() {
            let query = row[at..][..wide].iter().zip(&bias[at..][..wide]);
            for (queries, (value, bias)) in scratch.queries.iter_mut().zip(query) {
                queries[token] = (value + bias) * scale;
            }
        }
        scores(simd, &scratch.queries, &scratch.keys, columns, &mut scratch.shares);
        let tokens = out.chunks_exact_mut(hidden).map(|row| &mut row[at..][..wide]);
        softmax(&mut scratch.shares, columns, length);
        weigh(simd, &scratch.shares, (columns, length), values, tokens);
    }
}

/// Products of some queries with all keys, one row a query.
#[inline(always)]
fn scores<S: Simd>(
    simd: S,
    queries: &[[f32; TOGETHER]],
    keys: &[f32],
    columns: usize,
    out: &mut [f32],
) {
    let (keys, _) = S::as_simd_f32s(keys);
    let (out, _) = S::as_mut_simd_f32s(out);
    let blocks = keys.len() / queries.len().max(1);
    debug_assert_eq!(out.len(), TOGETHER * blocks, "{columns} columns are whole registers");
    for block in (0..blocks).step_by(ABREAST) {
        let mut sums = [[simd.splat_f32s(0.0); ABREAST]; TOGETHER];
        for (queries, keys) in queries.iter().zip(keys.chunks_exact(blocks)) {
            let Some(keys) = keys[block..].first_chunk() else { continue };
            add_products(simd, queries, *keys, &mut sums);
        }
        for (row, sums) in out.chunks_exact_mut(blocks).zip(sums) {
            row[block..][..ABREAST].copy_from_slice(&sums);
        }
    }
}

/// Adds the product of each weight with each number to its sum.
#[inline(always)]
fn add_products<S: Simd>(
    simd: S,
    weights: &[f32; TOGETHER],
    numbers: [S::f32s; ABREAST],
    sums: &mut [[S::f32s; ABREAST]; TOGETHER],
) {
    for (sums, weight) in sums.iter_mut().zip(weights) {
        let weight = simd.splat_f32s(*weight);
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum = simd.mul_add_f32s(weight, number, *sum);
        }
    }
}

/// Over the first `length` numbers of each row. The sums of all rows grow side by side: each waits
/// for its own last addition only.
#[inline(always)]
fn softmax(rows: &mut [f32], columns: usize, length: usize) {
    let mut lanes = [[0.0; TOGETHER]; LANES];
    let mut rests = [0.0; TOGETHER];
    for (at, row) in rows.chunks_exact_mut(columns).enumerate() {
        let row = &mut row[..length];
        let most = largest(row);
        for value in &mut *row {
            *value = exp(*value - most);
        }
        let (sums, rest) = lane_sums(row);
        lanes.iter_mut().zip(sums).for_each(|(lane, sum)| lane[at] = sum);
        rests[at] = rest;
    }
    let mut sums = [0.0; TOGETHER];
    for lane in lanes {
        sums.iter_mut().zip(lane).for_each(|(sum, value)| *sum += value);
    }
    for (row, (sum, rest)) in rows.chunks_exact_mut(columns).zip(sums.into_iter().zip(rests)) {
        let scale = 1.0 / (sum + rest);
        for value in row {
            *value *= scale;
        }
    }
}

#[inline(always)]
fn largest(row: &[f32]) -> f32 {
    let mut most = [f32::NEG_INFINITY; LANES];
    let (chunks, rest) = row.as_chunks::<LANES>();
    for chunk in chunks {
        most.iter_mut()
            .zip(chunk)
            .for_each(|(most, value)| *most = most.max(*value));
    }
    most.iter()
        .chain(rest)
        .fold(f32::NEG_INFINITY, |most, value| most.max(*value))
}

#[inline(always)]
fn lane_sums(row: &[f32]) -> ([f32; LANES], f32) {
    let mut lanes = [0.0; LANES];
    let (chunks, rest) = row.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += value;
        }
    }
    (lanes, rest.iter().sum())
}

/// The values of one head: from each stride on, as many as there are biases.
#[derive(Clone, Copy)]
struct HeadValues<'a> {
    numbers: &'a [f32],
    stride: usize,
    bias: &'a [f32],
}

/// Writes the values that some tokens take, weighed by their shares.
#[inline(always)]
fn weigh<'a, S: Simd>(
    simd: S,
    shares: &[f32],
    (columns, length): (usize, usize),
    values: HeadValues<'_>,
    tokens: impl Iterator<Item = &'a mut [f32]>,
) {
    let wide = values.bias.len();
    let (bias, _) = S::as_simd_f32s(values.bias);
    let mut rows: [&mut [S::f32s]; TOGETHER] = [(); TOGETHER].map(|()| &mut [] as _);
    for (row, token) in rows.iter_mut().zip(tokens) {
        *row = S::as_mut_simd_f32s(token).0;
    }
    let (first, rest) = shares.split_at(columns);
    let (second, rest) = rest.split_at(columns);
    let (third, fourth) = rest.split_at(columns);
    let each = first.iter().zip(second).zip(third).zip(fourth).take(length);
    for (block, bias) in bias.as_chunks::<ABREAST>().0.iter().enumerate() {
        let mut sums = [*bias; TOGETHER];
        let numbers = values.numbers.chunks(values.stride);
        for ((((first, second), third), fourth), row) in each.clone().zip(numbers) {
            let numbers = S::as_simd_f32s(&row[..wide]).0;
            let numbers = numbers.as_chunks::<ABREAST>().0[block];
            add_products(simd, &[*first, *second, *third, *fourth], numbers, &mut sums);
        }
        for (row, sums) in rows.iter_mut().zip(sums) {
            if let Some(out) = row.get_mut(block * ABREAST..).and_then(<[_]>::first_chunk_mut) {
                *out = sums;
            }
        }
    }
}
