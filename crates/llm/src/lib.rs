//! Model servers and weights. Knows no law.

pub mod weights;

mod embedder;
mod index;
#[cfg(feature = "minilm")]
mod minilm;

pub use embedder::{EmbedError, Embedder};
pub use index::{PipEnvironment, PipSettings};
#[cfg(feature = "minilm")]
pub use minilm::{MiniLm, MiniLmOptions};
