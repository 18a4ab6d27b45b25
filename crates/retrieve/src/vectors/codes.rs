//! One byte a dimension, with a bound on what that loses.
//!
//! For a row a and a query q with codes â and q̂: a·q = â·q̂ + â·(q-q̂) + (a-â)·q, and by
//! Cauchy and Schwarz the last two are at most |â||q-q̂| + |a-â||q|.

/// What is known of a coded vector. The three lengths are rounded up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Coded {
    /// What one step of a code stands for.
    pub(super) scale: f32,
    /// The length of the vector.
    pub(super) length: f32,
    /// The length of the coded vector.
    pub(super) kept: f32,
    /// The length of what the codes leave out.
    pub(super) lost: f32,
}

/// Products of f64 in a row of at most 65,536 are off by less than this part of the lengths.
const ROUNDING: f64 = 1e-10;

/// Writes the codes of a vector to the end of `codes`.
pub(super) fn encode(vector: &[f32], codes: &mut Vec<i8>) -> Coded {
    let most = vector.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
    let scale = most / 127.0;
    // A vector so near zero that its step would be lost is coded as zero: all of it is loss.
    let scale = if scale.is_normal() { scale } else { 0.0 };
    let inverse = if 0.0 < scale { 1.0 / f64::from(scale) } else { 0.0 };
    let (mut length, mut kept, mut lost) = (0.0, 0.0, 0.0);
    for value in vector {
        let value = f64::from(*value);
        #[expect(clippy::cast_possible_truncation, reason = "clamped to the codes")]
        let code = (value * inverse).round().clamp(-127.0, 127.0) as i8;
        let coded = f64::from(code) * f64::from(scale);
        codes.push(code);
        length += value * value;
        kept += coded * coded;
        lost += (value - coded) * (value - coded);
    }
    Coded {
        scale,
        length: above(length),
        kept: above(kept),
        lost: above(lost),
    }
}

/// The root of a sum of squares as an f32 that is not below it.
#[expect(clippy::cast_possible_truncation, reason = "rounded up afterwards")]
fn above(squares: f64) -> f32 {
    ((squares.sqrt() * (1.0 + ROUNDING)) as f32).next_up()
}

impl Coded {
    /// Between what the product with `query` lies, given the product of the codes.
    #[inline]
    pub(super) fn range(&self, query: &Self, product: i32) -> (f64, f64) {
        let wide = |value: f32| f64::from(value);
        let middle = wide(self.scale) * wide(query.scale) * f64::from(product);
        let slack = wide(self.kept) * (wide(query.lost) + ROUNDING * wide(query.length))
            + wide(self.lost) * wide(query.length) * (1.0 + ROUNDING);
        (middle - slack, middle + slack)
    }
}
