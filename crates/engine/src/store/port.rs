//! The run store port: what the engine asks of a database, and nothing more.
//!
//! An adapter appends what was decided; it evaluates nothing. Contract, held by the conformance
//! suite: a commit of several runs is one transaction; a run whose fence is stale is left out of
//! it and reported, the others go in; what `commit` returned `Ok` for survives the death of the
//! process (and of the machine, where the adapter says so).

use std::{path::PathBuf, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use jurat_canon::{Blob, Hash};

use crate::{RunId, RunOutcome};

/// A number that rises each time a run changes owner; a commit under an older one is refused.
pub type FencingToken = u64;

/// One event as it is stored. `hash` = BLAKE3(previous hash, header, payload hash).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedEvent {
    /// Place in the run, from 1 without gaps.
    pub seq: u64,
    /// Kind, as in the payload, for lists that need no payload.
    pub kind: Arc<str>,
    /// The instance it is about, for lists that need no payload.
    pub subject: Arc<str>,
    /// Wall clock, milliseconds since 1970; informational.
    pub at_ms: i64,
    pub payload_hash: Hash,
    pub hash: Hash,
    /// JSON; `None` once erased.
    pub payload: Option<Arc<[u8]>>,
}

/// What a run looks like from outside, kept beside its journal in the same transaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSummary {
    pub status: RunStatus,
    /// How it ended or will end, as far as known.
    pub outcome: RunOutcome,
    /// Stages completed, as pull mode counts them.
    pub completed: u32,
    pub total: u32,
    /// What it is at or waits for, for people.
    pub at: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    Running,
    /// Nothing is due but answers from people.
    Waiting,
    /// It has ended; the outcome says how.
    Ended,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunMode {
    /// The engine runs stage functions.
    Push,
    /// Someone outside asks for the next stage and reports it complete.
    Pull,
}

/// What is written once, with the first event of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRun {
    pub workflow: String,
    /// Hash of the canonical definition; the definition itself is a blob under it.
    pub definition: Hash,
    pub mode: RunMode,
    /// Run and sequence number it was forked from.
    pub parent: Option<(RunId, u64)>,
}

/// What one run adds in one commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunAppend {
    pub run: RunId,
    pub fence: FencingToken,
    /// Set with the run's first event.
    pub new_run: Option<NewRun>,
    /// Events in order; the first follows the stored head.
    pub events: Vec<SealedEvent>,
    /// Blobs not known to be stored; storing one twice is no error.
    pub blobs: Vec<Blob>,
    /// Every blob that these events or this snapshot refer to (retention counts them).
    pub refs: Vec<Hash>,
    /// A snapshot after event `seq`, kept as the blob `hash`.
    pub snapshot: Option<(u64, Hash)>,
    /// The run's face after these events.
    pub summary: RunSummary,
    /// Inbox messages that these events fold in; they leave the inbox in the same transaction.
    pub taken: Vec<u64>,
}

impl RunAppend {
    /// Whether the events follow each other and the stored head; `Gap` otherwise.
    pub fn follows(&self, head_seq: u64) -> Result<(), AppendError> {
        for (event, expected) in self.events.iter().zip(head_seq + 1..) {
            if event.seq != expected {
                return Err(AppendError::Gap { run: self.run, given: event.seq, expected });
            }
        }
        Ok(())
    }

    /// Every blob that the run holds on to because of this commit.
    pub fn held_blobs(&self) -> impl Iterator<Item = Hash> + '_ {
        let definition = self.new_run.iter().map(|new_run| new_run.definition);
        let stored = self.blobs.iter().map(|blob| blob.hash);
        let snapshot = self.snapshot.iter().map(|(_, hash)| *hash);
        self.refs
            .iter()
            .copied()
            .chain(stored)
            .chain(snapshot)
            .chain(definition)
    }
}

/// Why one run was left out of a commit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// Another process owns the run now, or the run is gone (`current` is 0 then).
    #[error("run {run} has a new owner (fence {current}, ours is {ours})")]
    Fenced { run: RunId, ours: FencingToken, current: FencingToken },
    #[error("run {run} cannot continue at event {given}: the store expects {expected}")]
    Gap { run: RunId, given: u64, expected: u64 },
    #[error("run {0} exists already")]
    Exists(RunId),
}

#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    #[error("run {0} is at work in another process")]
    Owned(RunId),
    #[error("there is no run {0}")]
    UnknownRun(RunId),
    #[error("the store {path} has format {found}, this jurat knows up to {known}")]
    Newer { path: PathBuf, found: u32, known: u32 },
    /// The database is damaged; the text names the place.
    #[error("the store is damaged: {0}")]
    Damaged(String),
    /// The disk has no room left, or a quota is used up; the text names the place.
    #[error("the disk is full: {0}")]
    Full(String),
    /// The disk is read-only or gone, the database is locked, and the like.
    #[error("the store cannot be used: {0}")]
    Unavailable(String),
}

/// A run as lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunRow {
    pub run: RunId,
    pub new_run: NewRun,
    pub summary: RunSummary,
    pub created_ms: i64,
    pub updated_ms: i64,
    pub head_seq: u64,
    pub head_hash: Hash,
    pub fence: FencingToken,
    pub owned: bool,
    /// Something was said to it that is not in its journal yet, such as an answer.
    pub unheard: bool,
}

/// A word from outside to the owner of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum InboxMessage {
    Answer {
        /// The instance, as `stage@epoch#index` or the stage alone.
        to: String,
        answer: Json,
        author: String,
        reason: Option<String>,
    },
    /// A word that this version does not understand; the owner notes that it came.
    Unreadable {
        why: String,
    },
    Cancel {
        author: String,
        reason: Option<String>,
    },
}

/// Ownership of a run, for as long as this value lives.
///
/// Dropping it gives the run back; the death of the process does too.
pub trait RunLease: Send + Sync {
    /// The fence under which the owner commits.
    fn fence(&self) -> FencingToken;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForgetScope {
    /// Payloads, snapshots, blobs and the words of the summary; headers stay and the chain still
    /// verifies.
    Payloads,
    Everything,
}

/// A database of runs.
pub trait RunStore: Send + Sync {
    /// Takes ownership. `new` says that the run does not exist yet: its fence is then 1, and
    /// nothing is written. For a stored run the fence rises, durably.
    fn claim(&self, run: RunId, new: bool) -> Result<Box<dyn RunLease>, StoreError>;

    /// Appends for several runs in one transaction. The outer error means that nothing was
    /// written for anyone; the inner ones say who was left out.
    fn commit(&self, batch: &[RunAppend]) -> Result<Vec<Result<(), AppendError>>, StoreError>;

    /// Whether `commit` costs so little that the engine should call it inline.
    fn is_instant(&self) -> bool {
        false
    }

    fn run(&self, run: RunId) -> Result<Option<RunRow>, StoreError>;

    /// All runs, newest first.
    fn runs(&self) -> Result<Vec<RunRow>, StoreError>;

    /// Events from `from` (inclusive), at most `limit`, with their payloads.
    fn events(
        &self,
        run: RunId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<SealedEvent>, StoreError>;

    /// The same without payloads (`payload` is `None`): for lists.
    fn headers(
        &self,
        run: RunId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<SealedEvent>, StoreError>;

    /// The plain bytes of a blob, checked against its hash.
    fn blob(&self, hash: Hash) -> Result<Option<Vec<u8>>, StoreError>;

    /// The newest snapshot at or before `at`.
    fn snapshot(&self, run: RunId, at: u64) -> Result<Option<(u64, Hash)>, StoreError>;

    /// Puts a word into a run's inbox.
    fn send(&self, run: RunId, message: &InboxMessage) -> Result<u64, StoreError>;

    /// The words not yet folded in, oldest first.
    fn inbox(&self, run: RunId) -> Result<Vec<(u64, InboxMessage)>, StoreError>;

    /// Retention: forgets a run that nobody owns, and every blob that no other run refers to.
    fn forget(&self, run: RunId, what: ForgetScope) -> Result<(), StoreError>;

    /// Where the data lies, for people.
    fn place(&self) -> String;
}
