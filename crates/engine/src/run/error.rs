//! Why the engine could not do its work.

use jurat_canon::Hash;

use crate::{AppendError, RunId, SnapshotError, StartError, StoreError};

#[derive(Debug, Clone, thiserror::Error)]
pub enum EngineError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Refused(#[from] AppendError),
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    #[error("run {run} was started under another definition of `{workflow}` ({pinned})")]
    OtherDefinition { run: RunId, workflow: String, pinned: Hash },
    #[error("blob {0} is missing from the store")]
    MissingBlob(Hash),
    #[error("the journal of run {run} is damaged at event {seq}: {what}")]
    Journal { run: RunId, seq: u64, what: String },
    /// Payloads were erased: the run can be listed and its chain checked, not resumed.
    #[error("run {0} was pruned: its payloads are gone")]
    Pruned(RunId),
    #[error("run {run} has no event {seq}; its last is {last}")]
    NoEvent { run: RunId, seq: u64, last: u64 },
    #[error("run {run} is over at event {seq}: nothing is left to run")]
    Over { run: RunId, seq: u64 },
    /// The run has not ended: there is no whole of it to execute again.
    #[error("run {0} has not ended")]
    Unfinished(RunId),
    #[error(
        "stage `{stage}` of workflow `{workflow}` has no `run`: it must be done from outside"
    )]
    DoneOutside { workflow: String, stage: String },
    /// A run in pull mode: someone outside does its stages.
    #[error("run {0} is done from outside: nothing runs by itself")]
    Pulled(RunId),
    #[error("cannot write an event: {0}")]
    Unwritable(String),
    #[error("cannot start a thread: {0}")]
    Thread(String),
}
