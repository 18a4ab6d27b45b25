//! exp and erf on whole slices, written so that the compiler can do many at once.
#![expect(
    clippy::inline_always,
    reason = "what is not inlined is compiled for the narrowest registers"
)]

const LOG2_E: f32 = std::f32::consts::LOG2_E;
/// ln 2 in two parts: the first has few bits, so its multiples are exact.
const LN_2_HIGH: f32 = 0.693_359_4;
const LN_2_LOW: f32 = -2.121_944_4e-4;
/// Adding it rounds to an integer, which then stands in the low bits.
const ROUND: f32 = 12_582_912.0;

/// The nearest integer of a number between -127 and 127, in the eight bits of its complement.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the low bits are the integer")]
pub(super) fn nearest(x: f32) -> u8 {
    (x + ROUND).to_bits() as u8
}

/// e to the power of x, for x between -87 and 88; beyond, the value at the border.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 88.0);
    let shifted = x.mul_add(LOG2_E, ROUND);
    let whole = shifted - ROUND;
    let r = whole.mul_add(-LN_2_LOW, whole.mul_add(-LN_2_HIGH, x));
    // The series; |r| is below 0.35, so what is left out is below 1e-8.
    let series = series(
        r,
        [1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0],
    );
    let power = shifted.to_bits().wrapping_add(127) << 23;
    series * f32::from_bits(power)
}

/// x times the share of the normal distribution below x, by formula 7.1.26 of Abramowitz and
/// Stegun, whose error is below 1.5e-7.
#[inline(always)]
pub(super) fn gelu(x: f32) -> f32 {
    let z = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / 0.327_591_1_f32.mul_add(z, 1.0);
    let series =
        t * series(t, [1.061_405_4, -1.453_152, 1.421_413_8, -0.284_496_72, 0.254_829_6]);
    let erf = series.mul_add(-exp(-z * z), 1.0);
    0.5 * x.abs().mul_add(erf, x)
}

/// The same to 2e-4, for values that go onto a grid of 127 places: between -4 and 4 the share is
/// an odd polynomial, fitted to the least largest error.
#[inline(always)]
pub(super) fn rough_gelu(x: f32) -> f32 {
    let z = x.clamp(-4.0, 4.0);
    let t = z * z;
    let series = series(
        t,
        [
            2.278_109_3e-8,
            -1.598_583_9e-6,
            4.795_514e-5,
            -8.140_116e-4,
            0.008_772_369,
            -0.064_573_07,
            0.397_883_32,
        ],
    );
    x * z.mul_add(series, 0.5)
}

/// A polynomial, its coefficients from the highest power down.
#[inline(always)]
fn series<const N: usize>(x: f32, coefficients: [f32; N]) -> f32 {
    coefficients
        .into_iter()
        .reduce(|sum, coefficient| sum.mul_add(x, coefficient))
        .unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::cast_possible_truncation, reason = "the reference is computed in f64")]
    use super::*;

    fn points() -> impl Iterator<Item = f64> {
        (-2000..=2000).map(|step| f64::from(step) / 100.0)
    }

    #[test]
    fn the_nearest_integer_is_found() {
        for (x, expected) in
            [(0.0, 0), (0.4, 0), (0.6, 1), (63.0, 63), (-0.6, -1), (-63.0, -63)]
        {
            assert_eq!(nearest(x).cast_signed(), expected, "{x}");
        }
    }

    #[test]
    fn exp_is_right_to_the_last_digits() {
        for x in points() {
            let expected = x.exp();
            let found = f64::from(exp(x as f32));
            // The argument itself is rounded, which costs |x| parts in 2^24.
            let most = expected * (2e-7 + x.abs() * 6e-8);
            assert!((found - expected).abs() <= most, "{x}: {found} {expected}");
        }
        assert!(exp(-1000.0) < 1e-37 && 1e38 < exp(1000.0));
    }

    #[test]
    fn gelu_is_right_to_six_digits() {
        for x in points() {
            let expected = x * normal_below(x);
            let found = f64::from(gelu(x as f32));
            assert!(
                (found - expected).abs() <= 4e-7 * x.abs().max(1.0),
                "{x}: {found} {expected}"
            );
        }
    }

    #[test]
    fn a_rough_gelu_is_right_to_a_step_of_the_grid() {
        for x in points().filter(|x| x.abs() <= 8.0) {
            let expected = x * normal_below(x);
            let found = f64::from(rough_gelu(x as f32));
            assert!((found - expected).abs() <= 4e-4, "{x}: {found} {expected}");
        }
    }

    /// The share of the normal distribution below x, by its series.
    fn normal_below(x: f64) -> f64 {
        if 7.0 < x.abs() {
            return if x < 0.0 { 0.0 } else { 1.0 };
        }
        let (mut sum, mut term, mut n) = (x, x, 1.0);
        while 1e-18 < term.abs() {
            n += 2.0;
            term *= x * x / n;
            sum += term;
        }
        0.5 + sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
    }
}
