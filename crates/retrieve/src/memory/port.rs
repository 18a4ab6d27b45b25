//! What is asked of a place that keeps answers.

use jurat_canon::Hash;
use jurat_text::Language;

use super::{MemoryQuestion, MemoryScope, RememberedAnswer};

/// A place that keeps answers. It finds and keeps; it decides nothing.
pub trait AnswerMemory: Send + Sync {
    /// Answers of the scope and language whose questions share the key's terms: few, those that share the rarest first.
    fn candidates(&self, asked: &MemoryKey) -> Result<Vec<RememberedAnswer>, MemoryError>;

    /// Keeps an answer, in the place of one to the same question in the same scope.
    fn remember(&self, answer: &RememberedAnswer) -> Result<(), MemoryError>;

    /// All of them, the newest first.
    fn list(&self) -> Result<Vec<RememberedAnswer>, MemoryError>;

    fn answer(&self, id: Hash) -> Result<Option<RememberedAnswer>, MemoryError>;

    /// Whether there was one to forget.
    fn forget(&self, id: Hash) -> Result<bool, MemoryError>;

    /// How many there were.
    fn forget_all(&self) -> Result<u64, MemoryError>;
}

/// What candidates are looked up by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryKey {
    pub scope: MemoryScope,
    pub language: Language,
    /// The terms that carry the question, each once.
    pub terms: Vec<String>,
}

impl MemoryKey {
    /// The key under which a question is asked, and its answer kept.
    pub fn of(question: &MemoryQuestion, scope: &MemoryScope) -> Self {
        Self {
            scope: scope.clone(),
            language: question.language,
            terms: question.key_terms(),
        }
    }
}

/// Why a memory could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum MemoryError {
    /// The disk or the database refused.
    #[error("the answer memory cannot be used: {0}")]
    Unavailable(String),
    /// What is kept cannot be read.
    #[error("the answer memory is damaged: {0}")]
    Damaged(String),
}
