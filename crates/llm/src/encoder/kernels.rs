//! What lies between the matrix products, each in one pass over memory.
//!
//! `Arch::dispatch` compiles a function for the widest registers that this processor has. Each
//! operation rounds as the standard for floats says, and their order is written out, so the width
//! of the registers changes no bit of a result. Closures take what they change by value (`let out =
//! out`): one that could be called twice is called through a shim, which is not inlined and so compiled
//! for the narrowest registers.
#![expect(
    clippy::inline_always,
    reason = "what is not inlined is compiled for the narrowest registers"
)]

use pulp::Arch;

use super::{
    math::{gelu, nearest, rough_gelu},
    quantized_rows::{GRID, MatrixRows, QuantizedInput, QuantizedSums, ZERO},
};

/// A bias and what normalises after it.
pub(super) struct LayerNorm {
    pub(super) bias: Vec<f32>,
    pub(super) gain: Vec<f32>,
    pub(super) shift: Vec<f32>,
    pub(super) epsilon: f32,
}

/// Rows on the grid of the integer product, and the step of each row's grid.
pub(super) fn to_grid(rows: &MatrixRows<'_>, grid: &mut QuantizedInput, arch: Arch) {
    grid.fit(rows.numbers.len(), rows.wide);
    arch.dispatch(
        #[inline(always)]
        move || {
            let grid = grid;
            let each = rows.numbers.chunks_exact(rows.wide).zip(&mut grid.steps);
            for ((row, step), out) in each.zip(grid.numbers.chunks_exact_mut(rows.wide)) {
                *step = row_to_grid(row, out);
            }
        },
    );
}

/// What the sums of an integer product stand for.
pub(super) fn from_sums(sums: &QuantizedSums<'_>, out: &mut Vec<f32>, arch: Arch) {
    out.resize(sums.numbers.len(), 0.0);
    arch.dispatch(
        #[inline(always)]
        move || {
            let out = out;
            let wide = sums.scales.len();
            let rows = sums.numbers.chunks_exact(wide).zip(sums.steps);
            for (out, (row, step)) in out.chunks_exact_mut(wide).zip(rows) {
                for ((out, sum), scale) in out.iter_mut().zip(row).zip(sums.scales) {
                    *out = number(*sum) * (step * scale);
                }
            }
        },
    );
}

/// What the sums stand for, with the bias, bent, and on a grid again.
pub(super) fn bend_sums(
    sums: &QuantizedSums<'_>,
    bias: &[f32],
    grid: &mut QuantizedInput,
    arch: Arch,
) {
    let wide = sums.scales.len();
    grid.fit(sums.numbers.len(), wide);
    let bent = vec![0.0; wide];
    arch.dispatch(
        #[inline(always)]
        move || {
            let (grid, mut bent) = (grid, bent);
            let rows = sums.numbers.chunks_exact(wide).zip(sums.steps).zip(&mut grid.steps);
            for (((row, from), to), out) in rows.zip(grid.numbers.chunks_exact_mut(wide)) {
                let each = row.iter().zip(sums.scales).zip(bias);
                for (bent, ((sum, scale), bias)) in bent.iter_mut().zip(each) {
                    *bent = rough_gelu(number(*sum).mul_add(from * scale, *bias));
                }
                *to = row_to_grid(&bent, out);
            }
        },
    );
}

/// A sum as a float: fewer than 2048 products of 63 and 127 fit its 24 bits.
#[inline(always)]
#[expect(clippy::cast_precision_loss, reason = "it fits")]
fn number(sum: i32) -> f32 {
    sum as f32
}

/// Puts a row on its grid and gives the grid's step.
#[inline(always)]
fn row_to_grid(row: &[f32], out: &mut [u8]) -> f32 {
    let most = largest(row);
    let scale = if 0.0 < most { GRID / most } else { 0.0 };
    for (value, out) in row.iter().zip(out) {
        *out = nearest(value * scale).wrapping_add(ZERO);
    }
    most / GRID
}

/// Adds the bias and bends, in place.
pub(super) fn bias_gelu(rows: &mut [f32], bias: &[f32], arch: Arch) {
    arch.dispatch(
        #[inline(always)]
        move || {
            let rows = rows;
            for row in rows.chunks_exact_mut(bias.len()) {
                for (value, bias) in row.iter_mut().zip(bias) {
                    *value = gelu(*value + bias);
                }
            }
        },
    );
}

/// Adds rows and the bias to `x`, then normalises each row of it.
pub(super) fn add_norm(rows: &[f32], x: &mut [f32], norm: &LayerNorm, arch: Arch) {
    arch.dispatch(
        #[inline(always)]
        move || {
            let x = x;
            let wide = norm.bias.len();
            for (x, row) in x.chunks_exact_mut(wide).zip(rows.chunks_exact(wide)) {
                for ((x, value), bias) in x.iter_mut().zip(row).zip(&norm.bias) {
                    *x += value + bias;
                }
                normalise(x, norm);
            }
        },
    );
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
pub(super) fn normalise(row: &mut [f32], norm: &LayerNorm) {
    #[expect(clippy::cast_precision_loss, reason = "rows are some hundred wide")]
    let count = row.len() as f32;
    let mean = sum(row, |value| value) / count;
    let variance = sum(row, |value| (value - mean) * (value - mean)) / count;
    let scale = 1.0 / (variance + norm.epsilon).sqrt();
    for ((value, gain), shift) in row.iter_mut().zip(&norm.gain).zip(&norm.shift) {
        *value = ((*value - mean) * scale).mul_add(*gain, *shift);
    }
}

/// Numbers that are computed side by side; heads are a multiple as wide.
pub(super) const LANES: usize = 16;

/// A sum in sixteen lanes: the compiler may not reorder a plain one.
#[inline(always)]
pub(super) fn sum(row: &[f32], of: impl Fn(f32) -> f32) -> f32 {
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
    lanes
        .iter()
        .chain(rest)
        .fold(0.0, |most, value| most.max(value.abs()))
}
