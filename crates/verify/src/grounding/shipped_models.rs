//! The models with the weights that the library is built with.

use std::borrow::Cow;

use super::{
    model::{ClaimLinearModel, LogOddsCalibration, NeighbourModel, TreeEnsemble},
    weights,
};

impl TreeEnsemble {
    pub const fn shipped() -> Self {
        Self {
            base: weights::FOREST_BASE,
            trees: Cow::Borrowed(&weights::FOREST),
        }
    }
}

impl ClaimLinearModel {
    pub const fn shipped() -> Self {
        weights::CLAIM
    }
}

impl NeighbourModel {
    pub const fn shipped() -> Self {
        weights::AROUND
    }
}

impl LogOddsCalibration {
    /// The shipped calibration of answers to questions.
    pub const fn answers() -> Self {
        weights::ANSWER
    }

    /// The shipped calibration of texts made of statements.
    pub const fn statements() -> Self {
        weights::STATEMENTS
    }
}
