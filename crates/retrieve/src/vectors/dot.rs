//! Products of two vectors, in lanes of a fixed order, so that every machine gets the same bits.
#![expect(
    clippy::inline_always,
    reason = "what is not inlined is compiled for the narrowest registers"
)]

const LANES: usize = 16;

/// The product by which rows are ranked: summed in f64, rounded once.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "rounding once is the definition")]
pub(super) fn exact(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0_f64; LANES];
    let (a_chunks, a_rest) = a.as_chunks::<LANES>();
    let (b_chunks, b_rest) = b.as_chunks::<LANES>();
    for (a, b) in a_chunks.iter().zip(b_chunks) {
        for ((lane, a), b) in lanes.iter_mut().zip(a).zip(b) {
            *lane += f64::from(*a) * f64::from(*b);
        }
    }
    let rest = a_rest.iter().zip(b_rest);
    let rest: f64 = rest.map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
    // Adding zero turns -0 into 0: the two would be ranked apart.
    (lanes.iter().sum::<f64>() + rest) as f32 + 0.0
}
