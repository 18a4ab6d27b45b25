//! What a run asks of whoever keeps answers: an earlier one that may be served, and a place for its own.

use serde_json::Value as Json;

use super::{MemoryQuestion, MemoryScope, RecalledAnswer, RememberedAnswer};
use crate::library::CorpusState;

/// Keeps answers, and serves one only where its sources stand as they stood, its run's proof holds and says what the
/// memory says.
pub trait AnswerKeeper: Send + Sync {
    /// The nearest earlier answer that may be served, with those that may not and why.
    fn recall(&self, asked: &KeeperQuestion<'_>) -> Result<RecallOutcome, String>;

    /// Keeps an answer, dated to this moment.
    fn remember(&self, answer: &RememberedAnswer) -> Result<KeepOutcome, String>;
}

/// What a keeper is asked.
pub struct KeeperQuestion<'a> {
    pub question: &'a MemoryQuestion,
    pub scope: &'a MemoryScope,
    /// What a run should have been remembered as, by whoever knows its channels; nothing where it should not.
    pub remembered_as: &'a dyn Fn(&ProvenRun) -> Option<RememberedAnswer>,
}

/// A finished run whose proof was made and checked a moment ago.
#[derive(Debug, Clone, PartialEq)]
pub struct ProvenRun {
    pub run: String,
    /// The root of the bundle that proves it.
    pub proof: String,
    pub params: Json,
    pub channels: Json,
}

/// What a look-up came to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RecallOutcome {
    pub served: Option<ServedAnswer>,
    /// Answers to the same question that were not served, and why.
    pub passed_over: Vec<String>,
}

/// An earlier answer that may be served.
#[derive(Debug, Clone, PartialEq)]
pub struct ServedAnswer {
    pub recalled: RecalledAnswer,
    pub proven: ProvenRun,
    pub age_ms: u64,
    /// How the corpus stands now.
    pub corpus: CorpusState,
}

/// What became of an answer that was to be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeepOutcome {
    Kept,
    /// Its corpus was made for one question, and nobody can ask it again.
    GoneCorpus,
    /// There is nowhere to keep it.
    NoMemory,
}

/// A place that remembers nothing.
pub struct NoAnswerKeeper;

impl AnswerKeeper for NoAnswerKeeper {
    fn recall(&self, _: &KeeperQuestion<'_>) -> Result<RecallOutcome, String> {
        Ok(RecallOutcome::default())
    }

    fn remember(&self, _: &RememberedAnswer) -> Result<KeepOutcome, String> {
        Ok(KeepOutcome::NoMemory)
    }
}
