//! What a model doubts in an answer. It counts only where it points at a sentence and at sources.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One doubt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelFlag {
    /// The sentence of the answer, word for word.
    pub sentence: String,
    /// What is wrong with it.
    pub defect: SentenceDefect,
    /// The sources that it was compared with, such as hit#2.
    pub sources: Vec<String>,
    /// Why, in one short sentence.
    pub why: String,
}

/// What a model may find wrong with a sentence.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SentenceDefect {
    /// No source says it.
    Unsupported,
    /// A source says otherwise.
    Contradicted,
    /// It does not help to answer the question.
    OffTopic,
    /// A reader could not act on it.
    Unclear,
}

impl SentenceDefect {
    /// For people.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Unsupported => "no source says this",
            Self::Contradicted => "a source says otherwise",
            Self::OffTopic => "this does not help to answer the question",
            Self::Unclear => "a reader could not act on this",
        }
    }
}
