//! The port for reranking: how well texts fit a query.

/// Scores texts against a query.
pub trait Reranker: Send + Sync {
    /// Names the model: scores of two names are never compared.
    fn name(&self) -> &str;

    /// One score a text, in the order of the texts. Higher fits better; the scale is the model's.
    fn rerank(&self, query: &str, texts: &[&str]) -> Result<Vec<f32>, RerankError>;
}

#[derive(Debug, thiserror::Error)]
#[error("cannot rerank with {model}: {message}")]
pub struct RerankError {
    pub model: String,
    pub message: String,
}
