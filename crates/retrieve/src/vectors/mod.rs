//! Vectors kept in a file under the hash of their text, and searched exactly.
//!
//! There is no approximate index: a scan over half a byte a dimension rules out all rows that cannot
//! be among the best, and the rest are scored in full.

mod codes;
mod dot;
mod error;
mod file;
mod kernel;
mod scan;
mod store;

pub use error::VectorError;
pub use store::VectorStore;
