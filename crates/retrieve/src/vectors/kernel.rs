//! Products of a query's codes with those of rows, eight rows at a time.
//!
//! Whole numbers all through: every machine gets the same.

/// Rows that are multiplied side by side.
pub(super) const SIDE: usize = 8;
/// Bytes of one row that lie together, so that they meet in one lane.
pub(super) const TOGETHER: usize = 4;
/// Four bytes of each of eight rows.
const STRIP: usize = SIDE * TOGETHER;
/// Strips whose sums fit an i16: 4 times 2 times 2 products of at most 15 · 127.
const FITTING: usize = 4;

/// How many bytes the codes of one row take.
pub(super) const fn width(dimensions: usize) -> usize {
    dimensions.div_ceil(2).next_multiple_of(FITTING * TOGETHER)
}

/// A query's codes for the low and the high halves of a row's bytes, padded with zeros.
pub(super) struct QueryCodes {
    pub(super) low: Vec<[i8; TOGETHER]>,
    pub(super) high: Vec<[i8; TOGETHER]>,
}

/// Writes the products of `query` with each row of blocks of eight.
pub(super) fn products(query: &QueryCodes, blocks: &[u8], out: &mut [[i32; SIDE]]) {
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = pulp::x86::V3::try_new() {
        return simd.vectorize(x86::CodeProductsKernel { simd, query, blocks, out });
    }
    for (block, out) in blocks.chunks_exact(query.low.len() * STRIP).zip(out) {
        *out = one_by_one(query, block);
    }
}

fn one_by_one(query: &QueryCodes, block: &[u8]) -> [i32; SIDE] {
    let mut sums = [0; SIDE];
    let strips = block.as_chunks::<STRIP>().0.iter();
    for (strip, (low, high)) in strips.zip(query.low.iter().zip(&query.high)) {
        for (sum, row) in sums.iter_mut().zip(strip.as_chunks::<TOGETHER>().0) {
            for (byte, (low, high)) in row.iter().zip(low.iter().zip(high)) {
                let (codes_low, codes_high) = (i32::from(byte & 15), i32::from(byte >> 4));
                *sum += codes_low * i32::from(*low) + codes_high * i32::from(*high);
            }
        }
    }
    sums
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use pulp::{NullaryFnOnce, cast, i8x32, i16x16, i32x8, u8x32, u16x16, x86::V3};

    use super::{FITTING, QueryCodes, SIDE, STRIP};

    pub(super) struct CodeProductsKernel<'a> {
        pub(super) simd: V3,
        pub(super) query: &'a QueryCodes,
        pub(super) blocks: &'a [u8],
        pub(super) out: &'a mut [[i32; SIDE]],
    }

    impl NullaryFnOnce for CodeProductsKernel<'_> {
        type Output = ();

        #[inline(always)]
        #[expect(clippy::inline_always, reason = "else compiled for the narrowest registers")]
        fn call(self) {
            let Self { simd, query, blocks, out } = self;
            let low = query.low.as_chunks::<FITTING>().0;
            let high = query.high.as_chunks::<FITTING>().0;
            let strips = blocks.as_chunks::<STRIP>().0.as_chunks::<FITTING>().0;
            for (block, out) in strips.chunks_exact(low.len()).zip(out) {
                let mut sums = simd.splat_i32x8(0);
                for (strips, (low, high)) in block.iter().zip(low.iter().zip(high)) {
                    let mut short = simd.splat_i16x16(0);
                    for n in 0..FITTING {
                        let products = strip(simd, &strips[n], low[n], high[n]);
                        short = simd.wrapping_add_i16x16(short, products);
                    }
                    let ones = simd.splat_i16x16(1);
                    let wide = simd.multiply_wrapping_add_adjacent_i16x16(short, ones);
                    sums = simd.wrapping_add_i32x8(sums, wide);
                }
                *out = cast::<i32x8, [i32; SIDE]>(sums);
            }
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as above")]
    fn strip(simd: V3, bytes: &[u8; STRIP], low: [i8; 4], high: [i8; 4]) -> i16x16 {
        let bytes: u8x32 = cast(*bytes);
        let halves = simd.splat_u8x32(15);
        let shifted = simd.shr_const_u16x16::<4>(cast::<u8x32, u16x16>(bytes));
        let splat = |codes: [i8; 4]| -> i8x32 {
            cast::<i32x8, i8x32>(simd.splat_i32x8(cast::<[i8; 4], i32>(codes)))
        };
        let times = |codes: u8x32, query: i8x32| {
            simd.multiply_saturating_add_adjacent_i8x32(cast::<u8x32, i8x32>(codes), query)
        };
        let first = times(simd.and_u8x32(bytes, halves), splat(low));
        let second = times(simd.and_u8x32(cast::<u16x16, u8x32>(shifted), halves), splat(high));
        simd.wrapping_add_i16x16(first, second)
    }

    #[cfg(test)]
    mod tests {
        use proptest::prelude::*;
        use pulp::x86::V3;

        use super::super::{FITTING, QueryCodes, SIDE, STRIP, one_by_one, products};

        proptest! {
            #[test]
            fn wide_registers_give_the_same(
                strips in 1_usize..5,
                bytes in prop::collection::vec(any::<u8>(), 20 * STRIP),
                codes in prop::collection::vec(-127_i8..=127, 160),
            ) {
                if V3::try_new().is_none() {
                    return Ok(());
                }
                let strips = strips * FITTING;
                let codes = codes.as_chunks::<4>().0;
                let (low, high) = (codes[..strips].to_vec(), codes[20..20 + strips].to_vec());
                let query = QueryCodes { low, high };
                let mut out = [[0; SIDE]];
                products(&query, &bytes[..strips * STRIP], &mut out);
                prop_assert_eq!(out[0], one_by_one(&query, &bytes[..strips * STRIP]));
            }
        }
    }
}
