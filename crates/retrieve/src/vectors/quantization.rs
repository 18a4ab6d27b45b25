//! Half a byte a dimension, with a bound on what that loses.
//!
//! For a row a and a query q with codes â and q̂: a·q = â·q̂ + â·(q-q̂) + (a-â)·q, and by
//! Cauchy and Schwarz the last two are at most |â||q-q̂| + |a-â||q|.

use super::kernel::{self, SIDE, TOGETHER, width};

/// Rows coded. Eight of them share a block, four bytes of each in turn; the first half of the
/// dimensions is in the low halves of the bytes, the second in the high ones.
#[derive(Default)]
pub(super) struct QuantizedRows {
    pub(super) blocks: Vec<u8>,
    pub(super) coded: Vec<QuantizationBounds>,
}

/// What is known of a coded vector. Lengths are rounded up.
#[derive(Debug, Clone, Copy)]
pub(super) struct QuantizationBounds {
    step: f32,
    kept: f32,
    /// The length of what the codes leave out.
    lost: f32,
}

/// A query, coded finer than rows are: it is coded once and meets all of them.
pub(super) struct QuantizedQuery {
    pub(super) codes: kernel::QueryCodes,
    coded: QuantizationBounds,
    length: f32,
    sum: i32,
}

/// Products of f64 in a row of at most 65,536 are off by less than this part of the lengths.
const ROUNDING: f64 = 1e-10;
/// A row's codes are 0 to 15 and stand for steps from -7.5 to 7.5.
const MIDDLE: f64 = 7.5;
/// The step, in standard deviations, that loses least of a bell curve cut into sixteen.
const BELL_STEP: f64 = 0.335;

impl QuantizedRows {
    pub(super) fn push(&mut self, vector: &[f32]) {
        let width = width(vector.len());
        let beside = self.coded.len() % SIDE;
        if beside == 0 {
            self.blocks.resize(self.blocks.len() + SIDE * width, 0);
        }
        let block = self.blocks.len() - SIDE * width;
        let step = step(vector);
        let inverse = if 0.0 < step { 1.0 / step } else { 0.0 };
        let (mut kept, mut lost) = (0.0, 0.0);
        for (n, value) in vector.iter().enumerate() {
            let value = f64::from(*value);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "clamped to the codes"
            )]
            let code = (value * inverse + 8.0).clamp(0.0, 15.0) as u8;
            let coded = (f64::from(code) - MIDDLE) * step;
            kept += coded * coded;
            lost += (value - coded) * (value - coded);
            let (byte, half) = if n < width { (n, 0) } else { (n - width, 4) };
            let strip = byte / TOGETHER * TOGETHER * SIDE;
            let place = strip + beside * TOGETHER + byte % TOGETHER;
            self.blocks[block + place] |= code << half;
        }
        #[expect(clippy::cast_possible_truncation, reason = "the step was an f32 before")]
        let step = step as f32;
        self.coded
            .push(QuantizationBounds { step, kept: above(kept), lost: above(lost) });
    }
}

/// The step that suits a bell curve, or a finer one where that reaches all: numbers beyond its
/// reach are cut, and what that loses is in the bound.
fn step(vector: &[f32]) -> f64 {
    let squares: f64 = vector.iter().map(|value| f64::from(*value).powi(2)).sum();
    let most = vector.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
    #[expect(clippy::cast_precision_loss, reason = "at most 65,536 dimensions")]
    let bell = (squares / vector.len().max(1) as f64).sqrt() * BELL_STEP;
    let whole = f64::from(most) / MIDDLE;
    // A vector so near zero that its step would be lost is coded as zero: all of it is loss.
    #[expect(clippy::cast_possible_truncation, reason = "steps are kept as f32")]
    let step = bell.min(whole) as f32;
    if step.is_normal() { f64::from(step) } else { 0.0 }
}

impl QuantizedQuery {
    pub(super) fn of(vector: &[f32]) -> Self {
        let most = vector.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
        let step = most / 127.0;
        let step = if step.is_normal() { step } else { 0.0 };
        let inverse = if 0.0 < step { 1.0 / f64::from(step) } else { 0.0 };
        let mut codes = vec![0; 2 * width(vector.len())];
        let (mut length, mut kept, mut lost, mut sum) = (0.0, 0.0, 0.0, 0);
        for (value, place) in vector.iter().zip(&mut codes) {
            let value = f64::from(*value);
            #[expect(clippy::cast_possible_truncation, reason = "clamped to the codes")]
            let code = (value * inverse).round().clamp(-127.0, 127.0) as i8;
            let coded = f64::from(code) * f64::from(step);
            length += value * value;
            kept += coded * coded;
            lost += (value - coded) * (value - coded);
            sum += i32::from(code);
            *place = code;
        }
        let strips = codes.as_chunks::<TOGETHER>().0;
        let (low, high) = strips.split_at(strips.len() / 2);
        Self {
            codes: kernel::QueryCodes { low: low.to_vec(), high: high.to_vec() },
            coded: QuantizationBounds { step, kept: above(kept), lost: above(lost) },
            length: above(length),
            sum,
        }
    }

    /// The most that a row can score, given the product of the codes; an f32 that is not below
    /// it.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "else compiled for the narrowest registers")]
    pub(super) fn most(&self, row: &QuantizationBounds, product: i32) -> f32 {
        let wide = |value: f32| f64::from(value);
        // Twice the product, so that the middle between two codes is a whole number.
        let twice = 2 * product - 15 * self.sum;
        let middle = wide(row.step) * wide(self.coded.step) * 0.5 * f64::from(twice);
        let slack = wide(row.kept) * (wide(self.coded.lost) + ROUNDING * wide(self.length))
            + wide(row.lost) * wide(self.length) * (1.0 + ROUNDING);
        let most = middle + slack;
        // More than the rounding to an f32 can take away.
        #[expect(clippy::cast_possible_truncation, reason = "rounded up before")]
        let above = (most + most.abs() * 1e-7 + f64::from(f32::MIN_POSITIVE)) as f32;
        above
    }
}

/// The root of a sum of squares as an f32 that is not below it.
#[expect(clippy::cast_possible_truncation, reason = "rounded up afterwards")]
fn above(squares: f64) -> f32 {
    ((squares.sqrt() * (1.0 + ROUNDING)) as f32).next_up()
}
