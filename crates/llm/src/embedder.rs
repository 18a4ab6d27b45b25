//! The port for sentence embeddings.

/// Turns texts into vectors of length one.
pub trait Embedder: Send + Sync {
    /// Names the model and the sum of its weights: vectors of two names are never mixed.
    fn name(&self) -> &str;

    /// The length of its vectors.
    fn dimensions(&self) -> usize;

    /// One vector a text, in order.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;

    /// How well each text meets a question piece by piece (late interaction): the mean, over the question's word
    /// pieces, of the cosine with the nearest piece of the text. None where a model gives no vectors of pieces.
    fn late_interaction(
        &self,
        _question: &str,
        _texts: &[&str],
    ) -> Result<Option<Vec<f32>>, EmbedError> {
        Ok(None)
    }
}

#[derive(Debug, thiserror::Error)]
#[error("cannot embed with {model}: {message}")]
pub struct EmbedError {
    pub model: String,
    pub message: String,
}
