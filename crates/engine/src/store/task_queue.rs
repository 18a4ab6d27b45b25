//! The task queue: what a run leaves to other processes, from when it is offered until its reply is taken.
//!
//! It is no part of the journal. A reply counts once the owner of the run has committed it; until then an offer that is
//! made again finds what there is, be it a claim or a reply.

use jurat_canon::Hash;

use super::port::StoreError;
use crate::RunId;

/// Workers that may lose one task, by their death or their silence, before nobody gets it any more.
pub const CLAIM_LIMIT: u32 = 3;

/// One attempt of an instance.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TaskId {
    pub run: RunId,
    /// `stage@epoch#index`.
    pub instance: String,
    pub attempt: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedTask {
    pub id: TaskId,
    /// The name that workers serve.
    pub worker: String,
    /// The same for every attempt of the same act: an offer with another one is another act.
    pub key: Hash,
    /// JSON.
    pub request: String,
}

/// A task that a worker has to itself, as long as it says in time that it is still there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedTask {
    pub id: TaskId,
    /// Nobody but the holder knows it, and the next holder gets another.
    pub token: String,
    /// From 1: one more than the workers that lost it before. Those that gave it back do not count.
    pub delivery: u32,
    pub request: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TaskStatus {
    /// It was never offered, or it was withdrawn.
    Absent,
    /// Nobody is at it.
    Offered,
    /// Somebody is.
    Claimed { by: String },
    /// As many workers as may have lost it.
    Abandoned,
    /// JSON.
    Done { reply: String },
}

/// What became of a word of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimAnswer {
    Accepted,
    /// The same reply came before.
    Repeated,
    /// The claim is another's by now, or the task is not wanted any more: whatever was done for it, end it.
    Lost,
}

/// Times are those of the machine that the queue is on, in milliseconds since 1970.
pub trait TaskQueue: Send + Sync {
    /// Puts up a task. One that is there already stays as it is, unless it is another act.
    fn offer(&self, task: &OfferedTask) -> Result<(), StoreError>;

    fn status(&self, id: &TaskId, now_ms: i64) -> Result<TaskStatus, StoreError>;

    /// Takes a task away, and with it the claim on it.
    fn withdraw(&self, id: &TaskId) -> Result<(), StoreError>;

    /// The oldest task for a worker that nobody holds. It is held for a term: from now, until then.
    fn take(
        &self,
        worker: &str,
        by: &str,
        term: (i64, i64),
    ) -> Result<Option<ClaimedTask>, StoreError>;

    /// Holds a claim on until `until_ms`.
    fn keep(&self, token: &str, until_ms: i64) -> Result<ClaimAnswer, StoreError>;

    /// Hands in the reply. A claim whose time is up holds as long as nobody else has taken it.
    fn reply(&self, token: &str, reply: &str) -> Result<ClaimAnswer, StoreError>;

    /// Gives a task back undone, for another worker; that is no loss.
    fn give_back(&self, token: &str) -> Result<ClaimAnswer, StoreError>;
}
