//! Rows as the products take them, and the sums that integer products give.

/// Inputs lie on a grid of -63..63. With weights of -127..127 the sum of two products fits
/// sixteen bits, which is all that some processors have for it.
pub(super) const GRID: f32 = 63.0;
/// What is added to an input to make it a number without sign.
pub(super) const ZERO: u8 = 64;

/// Rows of numbers as a product takes them.
pub(super) struct MatrixRows<'a> {
    pub(super) numbers: &'a [f32],
    pub(super) wide: usize,
}

/// Rows on grids, as the integer product takes them.
#[derive(Default)]
pub(super) struct QuantizedInput {
    pub(super) numbers: Vec<u8>,
    /// What one step of each row's grid is worth.
    pub(super) steps: Vec<f32>,
}

impl QuantizedInput {
    pub(super) fn fit(&mut self, numbers: usize, wide: usize) {
        self.numbers.resize(numbers, ZERO);
        self.steps.resize(numbers / wide, 0.0);
    }
}

/// What an integer product gives, and what turns it into numbers.
pub(super) struct QuantizedSums<'a> {
    pub(super) numbers: &'a [i32],
    /// A step a row.
    pub(super) steps: &'a [f32],
    /// A scale a column.
    pub(super) scales: &'a [f32],
}
