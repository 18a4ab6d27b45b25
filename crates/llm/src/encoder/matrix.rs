//! Products with a layer's matrix: in integers for weights of a byte, in floats for others.
//!
//! The sums of the integer product are exact, so neither the order of additions nor the registers
//! that hold them can change one.

use pulp::Arch;
use rten_gemm::{
    GemmError, GemmExecutor, GemmInputA, GemmInputB, GemmOptions, PackedBMatrix, QuantParams,
};
use rten_tensor::NdTensorView;

use super::kernels;

/// Inputs lie on a grid of -63..63. With weights of -127..127 the sum of two products fits
/// sixteen bits, which is all that some processors have for it.
pub(super) const GRID: f32 = 63.0;
/// What is added to an input to make it a number without sign.
pub(super) const ZERO: u8 = 64;

/// Rows of numbers as a product takes them.
pub(super) struct Rows<'a> {
    pub(super) numbers: &'a [f32],
    pub(super) wide: usize,
}

/// One matrix, laid out for products.
pub(super) enum Matrix {
    /// Weights of a byte.
    Bytes(Bytes),
    /// Weights in full.
    Floats(Floats),
}

/// Weights of a byte, each column with its scale.
pub(super) struct Bytes {
    product: IntegerProduct,
    scales: Vec<f32>,
}

enum IntegerProduct {
    /// Packed for the kernel that an executor picks on this machine; one is made for each product,
    /// since it cannot be shared among threads.
    Fast(PackedBMatrix<i8>),
    /// One multiplication after the other: what the fast one is held against.
    #[cfg(test)]
    Plain { weights: Vec<i8>, wide: usize },
}

/// Weights in full.
pub(super) struct Floats {
    packed: PackedBMatrix<f32>,
    columns: usize,
}

impl Matrix {
    /// Of rows of weights, a scale each; a row gives one number of the output.
    pub(super) fn of_bytes(weights: &[i8], scales: Vec<f32>) -> Self {
        let wide = weights.len() / scales.len();
        let rows = NdTensorView::from_data([scales.len(), wide], weights);
        let packed = GemmExecutor::<u8, i8, i32>::default().prepack_b(rows.transposed());
        Self::Bytes(Bytes { product: IntegerProduct::Fast(packed), scales })
    }

    /// The same by plain multiplication.
    #[cfg(test)]
    pub(super) fn of_bytes_plainly(weights: &[i8], scales: Vec<f32>) -> Self {
        let wide = weights.len() / scales.len();
        let product = IntegerProduct::Plain { weights: weights.to_vec(), wide };
        Self::Bytes(Bytes { product, scales })
    }

    /// Of rows of weights; a row gives one number of the output.
    pub(super) fn of_floats(weights: &[f32], wide: usize) -> Self {
        let columns = weights.len() / wide;
        let rows = NdTensorView::from_data([columns, wide], weights);
        let packed = GemmExecutor::<f32, f32, f32>::default().prepack_b(rows.transposed());
        Self::Floats(Floats { packed, columns })
    }

    /// How many numbers a row of the output has.
    pub(super) fn columns(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.scales.len(),
            Self::Floats(floats) => floats.columns,
        }
    }

    /// Each row times the matrix.
    pub(super) fn product(&self, rows: &Rows<'_>, arch: Arch) -> Result<Vec<f32>, GemmError> {
        match self {
            Self::Bytes(bytes) => bytes.product(rows, arch),
            Self::Floats(floats) => floats.product(rows),
        }
    }
}

impl Bytes {
    fn product(&self, rows: &Rows<'_>, arch: Arch) -> Result<Vec<f32>, GemmError> {
        let (grid, steps) = kernels::to_grid(rows, arch);
        let sums = self.sums(&grid, rows.wide)?;
        Ok(kernels::from_sums(&sums, &steps, &self.scales, arch))
    }

    fn sums(&self, grid: &[u8], wide: usize) -> Result<Vec<i32>, GemmError> {
        let rows = grid.len() / wide;
        let mut sums = vec![0; rows * self.scales.len()];
        match &self.product {
            IntegerProduct::Fast(packed) => {
                let zero = vec![ZERO; rows];
                let input = GemmInputA::Unpacked(NdTensorView::from_data([rows, wide], grid));
                let options = GemmOptions {
                    a_quant: Some(QuantParams { zero_point: &zero }),
                    ..GemmOptions::default()
                };
                let executor = GemmExecutor::<u8, i8, i32>::default();
                executor.gemm(&mut sums, input, GemmInputB::Packed(packed), options)?;
            }
            #[cfg(test)]
            IntegerProduct::Plain { weights, wide } => plainly(grid, weights, *wide, &mut sums),
        }
        Ok(sums)
    }
}

impl Floats {
    fn product(&self, rows: &Rows<'_>) -> Result<Vec<f32>, GemmError> {
        let count = rows.numbers.len() / rows.wide;
        let mut out = vec![0.0; count * self.columns];
        let input = NdTensorView::from_data([count, rows.wide], rows.numbers);
        let (input, weights) =
            (GemmInputA::Unpacked(input), GemmInputB::Packed(&self.packed));
        let executor = GemmExecutor::<f32, f32, f32>::default();
        executor.gemm(&mut out, input, weights, GemmOptions::default())?;
        Ok(out)
    }
}

#[cfg(test)]
fn plainly(grid: &[u8], weights: &[i8], wide: usize, out: &mut [i32]) {
    let columns = weights.len() / wide;
    for (row, out) in grid.chunks_exact(wide).zip(out.chunks_exact_mut(columns)) {
        for (weights, out) in weights.chunks_exact(wide).zip(out) {
            let products = row.iter().zip(weights);
            *out = products
                .map(|(input, weight)| (i32::from(*input) - i32::from(ZERO)) * i32::from(*weight))
                .sum();
        }
    }
}
