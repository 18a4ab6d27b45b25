//! Why the engine could not do its work.

use jurat_canon::Hash;

use crate::{AppendError, RunId, SnapshotError, StartError, StoreError};

/// A failure of ours, or of what we rest on.
#[derive(Debug, Clone, thiserror::Error)]
pub enum EngineError {
    /// What was given does not fit the definition.
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A commit was refused.
    #[error(transparent)]
    Refused(#[from] AppendError),
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The run was started under another definition.
    #[error("run {run} was started under another definition of `{workflow}` ({pinned})")]
    OtherDefinition {
        run: RunId,
        workflow: String,
        /// The hash it is pinned to.
        pinned: Hash,
    },
    /// A blob is gone.
    #[error("blob {0} is missing from the store")]
    MissingBlob(Hash),
    /// The journal does not hold.
    #[error("the journal of run {run} is damaged at event {seq}: {what}")]
    Journal { run: RunId, seq: u64, what: String },
    /// Payloads were erased: the run can be listed and its chain checked, not resumed.
    #[error("run {0} was pruned: its payloads are gone")]
    Pruned(RunId),
    #[error("run {run} has no event {seq}; its last is {last}")]
    NoEvent {
        run: RunId,
        /// What was asked for.
        seq: u64,
        last: u64,
    },
    /// The run is over at that point.
    #[error("run {run} is over at event {seq}: nothing is left to run")]
    Over { run: RunId, seq: u64 },
    /// The run has not ended: there is no whole of it to execute again.
    #[error("run {0} has not ended")]
    Unfinished(RunId),
    /// A stage has no function to run it.
    #[error(
        "stage `{stage}` of workflow `{workflow}` has no `run`: it must be done from outside"
    )]
    DoneOutside { workflow: String, stage: String },
    /// An event cannot be written.
    #[error("cannot write an event: {0}")]
    Unwritable(String),
    /// A thread or runtime of ours could not be started.
    #[error("cannot start a thread: {0}")]
    Thread(String),
}
