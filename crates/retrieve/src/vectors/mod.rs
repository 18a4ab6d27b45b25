//! Vectors kept in a file under the hash of their text, and searched exactly.
//!
//! There is no approximate index: a scan over half a byte a dimension rules out all rows that cannot
//! be among the best, and the rest are scored in full.

mod dot;
mod error;
mod kernel;
mod quantization;
mod scan;
mod store;
mod vector_file;

pub use error::VectorError;
pub use store::VectorStore;
