//! Products with a layer's matrix: in integers for weights of a byte, in floats for others.
//!
//! The sums of the integer product are exact, so neither the order of additions nor the registers
//! that hold them can change one.

use pulp::Arch;
use rten_gemm::{
    GemmError, GemmExecutor, GemmInputA, GemmInputB, GemmOptions, PackedBMatrix, QuantParams,
};
use rten_tensor::NdTensorView;

use super::{
    kernels,
    quantized_rows::{MatrixRows, QuantizedInput, QuantizedSums, ZERO},
};

/// Room that products use again and again.
#[derive(Default)]
pub(super) struct ProductScratch {
    grid: QuantizedInput,
    bent: QuantizedInput,
    sums: Vec<i32>,
    wide: Vec<f32>,
}

/// One matrix, laid out for products.
pub(super) enum WeightMatrix {
    /// Weights of a byte.
    Bytes(QuantizedMatrix),
    Floats(FloatMatrix),
}

/// Weights of a byte, each column with its scale.
pub(super) struct QuantizedMatrix {
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

pub(super) struct FloatMatrix {
    packed: PackedBMatrix<f32>,
    columns: usize,
}

impl WeightMatrix {
    /// Of rows of weights, a scale each; a row gives one number of the output.
    pub(super) fn of_bytes(weights: &[i8], scales: Vec<f32>) -> Self {
        let wide = weights.len() / scales.len();
        let rows = NdTensorView::from_data([scales.len(), wide], weights);
        let packed = GemmExecutor::<u8, i8, i32>::default().prepack_b(rows.transposed());
        Self::Bytes(QuantizedMatrix { product: IntegerProduct::Fast(packed), scales })
    }

    /// The same by plain multiplication.
    #[cfg(test)]
    pub(super) fn of_bytes_plainly(weights: &[i8], scales: Vec<f32>) -> Self {
        let wide = weights.len() / scales.len();
        let product = IntegerProduct::Plain { weights: weights.to_vec(), wide };
        Self::Bytes(QuantizedMatrix { product, scales })
    }

    /// Of rows of weights; a row gives one number of the output.
    pub(super) fn of_floats(weights: &[f32], wide: usize) -> Self {
        let columns = weights.len() / wide;
        let rows = NdTensorView::from_data([columns, wide], weights);
        let packed = GemmExecutor::<f32, f32, f32>::default().prepack_b(rows.transposed());
        Self::Floats(FloatMatrix { packed, columns })
    }

    /// How many numbers a row of the output has.
    pub(super) fn columns(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.scales.len(),
            Self::Floats(floats) => floats.columns,
        }
    }

    /// Each row times the matrix.
    pub(super) fn product(
        &self,
        rows: &MatrixRows<'_>,
        room: &mut ProductScratch,
        out: &mut Vec<f32>,
        arch: Arch,
    ) -> Result<(), GemmError> {
        match self {
            Self::Bytes(bytes) => {
                kernels::to_grid(rows, &mut room.grid, arch);
                let sums = bytes.sums(&room.grid, rows.wide, &mut room.sums)?;
                kernels::from_sums(&sums, out, arch);
                Ok(())
            }
            Self::Floats(floats) => floats.product(rows, out),
        }
    }
}

/// Each row times one matrix, with its bias, bent, and times another.
pub(super) fn bent_product(
    [up, down]: [&WeightMatrix; 2],
    bias: &[f32],
    rows: &MatrixRows<'_>,
    room: &mut ProductScratch,
    out: &mut Vec<f32>,
    arch: Arch,
) -> Result<(), GemmError> {
    if let (WeightMatrix::Bytes(up), WeightMatrix::Bytes(down)) = (up, down) {
        kernels::to_grid(rows, &mut room.grid, arch);
        let sums = up.sums(&room.grid, rows.wide, &mut room.sums)?;
        kernels::bend_sums(&sums, bias, &mut room.bent, arch);
        let sums = down.sums(&room.bent, bias.len(), &mut room.sums)?;
        kernels::from_sums(&sums, out, arch);
        return Ok(());
    }
    let mut wide = std::mem::take(&mut room.wide);
    up.product(rows, room, &mut wide, arch)?;
    kernels::bias_gelu(&mut wide, bias, arch);
    down.product(&MatrixRows { numbers: &wide, wide: bias.len() }, room, out, arch)?;
    room.wide = wide;
    Ok(())
}

impl QuantizedMatrix {
    fn sums<'a>(
        &'a self,
        grid: &'a QuantizedInput,
        wide: usize,
        sums: &'a mut Vec<i32>,
    ) -> Result<QuantizedSums<'a>, GemmError> {
        let rows = grid.steps.len();
        let count = rows * self.scales.len();
        // Room is never given back: what grows again is written anew each time.
        if sums.len() < count {
            sums.resize(count, 0);
        }
        let sums = &mut sums[..count];
        match &self.product {
            IntegerProduct::Fast(packed) => {
                let zero = vec![ZERO; rows];
                let input = NdTensorView::from_data([rows, wide], grid.numbers.as_slice());
                let options = GemmOptions {
                    a_quant: Some(QuantParams { zero_point: &zero }),
                    ..GemmOptions::default()
                };
                let (input, weights) =
                    (GemmInputA::Unpacked(input), GemmInputB::Packed(packed));
                GemmExecutor::<u8, i8, i32>::default().gemm(sums, input, weights, options)?;
            }
            #[cfg(test)]
            IntegerProduct::Plain { weights, wide } => {
                plainly(&grid.numbers, weights, *wide, sums);
            }
        }
        Ok(QuantizedSums {
            numbers: sums,
            steps: &grid.steps,
            scales: &self.scales,
        })
    }
}

impl FloatMatrix {
    fn product(&self, rows: &MatrixRows<'_>, out: &mut Vec<f32>) -> Result<(), GemmError> {
        let count = rows.numbers.len() / rows.wide;
        out.resize(count * self.columns, 0.0);
        let input = NdTensorView::from_data([count, rows.wide], rows.numbers);
        let (input, weights) = (GemmInputA::Unpacked(input), GemmInputB::Packed(&self.packed));
        let executor = GemmExecutor::<f32, f32, f32>::default();
        executor.gemm(out, input, weights, GemmOptions::default())
    }
}

#[cfg(test)]
fn plainly(grid: &[u8], weights: &[i8], wide: usize, out: &mut [i32]) {
    let columns = weights.len() / wide;
    for (row, out) in grid.chunks_exact(wide).zip(out.chunks_exact_mut(columns)) {
        for (weights, out) in weights.chunks_exact(wide).zip(out) {
            let products = row.iter().zip(weights);
            *out = products
                .map(|(input, weight)| {
                    (i32::from(*input) - i32::from(ZERO)) * i32::from(*weight)
                })
                .sum();
        }
    }
}
