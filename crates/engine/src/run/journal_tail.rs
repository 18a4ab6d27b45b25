//! The one way of an event to the store: sealed onto its run's chain, kept until it is taken, committed.

use std::{collections::BTreeSet, sync::Arc};

use jurat_canon::{Blob, Hash};

use super::error::EngineError;
use crate::{
    ChainHead, Event, EventCause, FencingToken, InboxMessage, NewRun, RunAppend, RunId,
    RunStore, RunSummary, SealedEvent, StateOperation, StoredValueError, journal::StageStart,
    stored_value::json_blob,
};

/// The end of a run's journal: its chain, and what is decided and not yet handed to the store.
pub(crate) struct JournalTail {
    run: RunId,
    fence: FencingToken,
    chain: ChainHead,
    pending: PendingAppend,
    /// Inbox messages folded in, so that none is folded twice before it has left the inbox.
    folded: BTreeSet<u64>,
    /// Where events are written before their length is known.
    scratch: Vec<u8>,
    /// The writer has this run on its list.
    listed: bool,
    snapshot: SnapshotPace,
}

#[derive(Default)]
struct PendingAppend {
    new_run: Option<NewRun>,
    events: Vec<SealedEvent>,
    blobs: Vec<Blob>,
    refs: Vec<Hash>,
    snapshot: Option<(u64, Hash)>,
    taken: Vec<u64>,
}

/// When the next snapshot is worth its cost: where and how long the last one was, and the bytes
/// journaled since.
#[derive(Default)]
struct SnapshotPace {
    seq: u64,
    size: u64,
    since: u64,
}

/// Whether what follows waits for the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CommitUrgency {
    Soon,
    Now,
}

/// Commits for several runs. Nothing else of the engine writes events.
pub(crate) fn commit(
    store: &dyn RunStore,
    appends: &[RunAppend],
) -> Vec<Result<(), EngineError>> {
    match store.commit(appends) {
        Ok(results) => results.into_iter().map(|result| Ok(result?)).collect(),
        // What one run cannot have written must not cost the others their work.
        Err(_) if 1 < appends.len() => {
            appends.chunks(1).flat_map(|append| commit(store, append)).collect()
        }
        Err(error) => vec![Err(error.into())],
    }
}

impl JournalTail {
    pub(crate) fn new(run: RunId, fence: FencingToken, chain: ChainHead) -> Self {
        Self {
            run,
            fence,
            chain,
            pending: PendingAppend::default(),
            folded: BTreeSet::new(),
            scratch: Vec::new(),
            listed: false,
            snapshot: SnapshotPace { seq: chain.seq, ..SnapshotPace::default() },
        }
    }

    pub(crate) fn seq(&self) -> u64 {
        self.chain.seq
    }

    pub(crate) fn fence(&self) -> FencingToken {
        self.fence
    }

    /// The next event is the first of this run.
    pub(crate) fn open(&mut self, new_run: NewRun) {
        self.pending.new_run = Some(new_run);
    }

    pub(crate) fn add(&mut self, blobs: impl IntoIterator<Item = Blob>, refs: Vec<Hash>) {
        self.pending.blobs.extend(blobs);
        self.pending.refs.extend(refs);
    }

    /// The next event folds in this message; says whether it is the first to do so.
    pub(crate) fn fold(&mut self, number: u64) -> bool {
        let first = self.folded.insert(number);
        self.pending.taken.extend(first.then_some(number));
        first
    }

    /// What has left the inbox cannot be met there again.
    pub(super) fn forget_folded(&mut self, inbox: &[(u64, InboxMessage)]) {
        self.folded
            .retain(|number| inbox.iter().any(|(listed, _)| listed == number));
    }

    pub(crate) fn seal(&mut self, mut event: Event, at_ms: i64) -> Result<(), EngineError> {
        let unwritable = |error: &dyn ToString| EngineError::Unwritable(error.to_string());
        for op in &event.ops {
            let blob = items_blob(op).map_err(|error| unwritable(&error))?;
            self.pending.blobs.extend(blob);
        }
        self.pending.refs.extend(event.refs());
        self.scratch.clear();
        serde_json::to_writer(&mut self.scratch, &event).map_err(|error| unwritable(&error))?;
        let payload: Arc<[u8]> = self.scratch.as_slice().into();
        self.snapshot.since += payload.len() as u64;
        let names = (event.cause.kind_name(), event.cause.subject().into());
        let sealed = self.chain.seal(self.run, names, at_ms, payload);
        self.pending.events.push(sealed);
        Ok(())
    }

    /// Growing states are saved ever more rarely, so the cost per event stays the same.
    pub(super) fn wants_snapshot(&self, every: u64) -> bool {
        let events = self.chain.seq - self.snapshot.seq;
        every <= events && 4 * self.snapshot.size <= self.snapshot.since
    }

    pub(super) fn seal_snapshot(
        &mut self,
        (bytes, refs): (Vec<u8>, Vec<Hash>),
        at_ms: i64,
    ) -> Result<(), EngineError> {
        let blob = Blob::encode(&bytes);
        let state = blob.hash;
        self.add([blob], refs);
        self.seal(
            Event {
                cause: EventCause::Snapshot { state },
                ops: Vec::new(),
            },
            at_ms,
        )?;
        self.pending.snapshot = Some((self.chain.seq, state));
        self.snapshot_at(self.chain.seq);
        (self.snapshot.size, self.snapshot.since) = (bytes.len() as u64, 0);
        Ok(())
    }

    pub(super) fn snapshot_at(&mut self, seq: u64) {
        self.snapshot.seq = seq;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pending.events.is_empty() && self.pending.taken.is_empty()
    }

    pub(super) fn waiting(&self) -> usize {
        self.pending.events.len()
    }

    /// Notes that the writer has this run on its list; says whether that is new.
    pub(super) fn list(&mut self) -> bool {
        !std::mem::replace(&mut self.listed, true)
    }

    pub(crate) fn take(&mut self, summary: RunSummary) -> RunAppend {
        let pending = std::mem::take(&mut self.pending);
        self.listed = false;
        RunAppend {
            run: self.run,
            fence: self.fence,
            new_run: pending.new_run,
            events: pending.events,
            blobs: pending.blobs,
            refs: pending.refs,
            snapshot: pending.snapshot,
            summary,
            taken: pending.taken,
        }
    }
}

/// The blob of a fan-out's elements, if they are many.
fn items_blob(op: &StateOperation) -> Result<Option<Blob>, StoredValueError> {
    match op {
        StateOperation::Start(StageStart { items: Some(items), .. })
            if items.blob().is_some() =>
        {
            json_blob(&items.json()).map(Some)
        }
        _ => Ok(None),
    }
}
