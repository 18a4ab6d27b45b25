//! Model servers and weights. Knows no law.

mod embedder;

pub use embedder::{EmbedError, Embedder};
