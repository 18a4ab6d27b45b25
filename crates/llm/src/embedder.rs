//! The port for sentence embeddings.

/// Turns texts into vectors of length one.
pub trait Embedder: Send + Sync {
    /// Names the model and the sum of its weights: vectors of two names are never mixed.
    fn name(&self) -> &str;

    /// The length of its vectors.
    fn dimensions(&self) -> usize;

    /// One vector a text, in order.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// Texts that could not be embedded.
#[derive(Debug, thiserror::Error)]
#[error("cannot embed with {model}: {message}")]
pub struct EmbedError {
    pub model: String,
    pub message: String,
}
