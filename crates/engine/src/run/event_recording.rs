//! From a cause to sealed events on their way to the store.

use std::sync::Arc;

use jurat_canon::{Blob, Hash};

use super::{
    dispatch::ReadyAttempt,
    error::EngineError,
    heard_event::HeardEvent,
    run_cell::{RunCell, RunCellState},
};
use crate::{
    Event, EventCause, NewRun, RunAppend, RunStatus, SealedEvent, StateOperation,
    StoredValueError, journal::StageStart, state::RunDecision, stored_value::json_blob,
};

/// What is decided and not yet handed to the store.
#[derive(Default)]
pub(super) struct PendingAppend {
    pub(super) new_run: Option<NewRun>,
    pub(super) events: Vec<SealedEvent>,
    pub(super) blobs: Vec<Blob>,
    pub(super) refs: Vec<Hash>,
    pub(super) snapshot: Option<(u64, Hash)>,
    pub(super) taken: Vec<u64>,
}

impl PendingAppend {
    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty() && self.taken.is_empty()
    }
}

/// Whether what follows waits for the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CommitUrgency {
    Soon,
    Now,
}

/// Events kept in memory before an instant store is given them.
const MANY: usize = 64;

impl RunCell {
    /// Decides on a cause and records the event. The work that may begin at once comes back; what
    /// must wait for the disk begins by itself.
    pub(super) fn post(
        self: &Arc<Self>,
        inner: &mut RunCellState,
        cause: EventCause,
        blobs: Vec<Blob>,
    ) -> Vec<ReadyAttempt> {
        inner.pending.blobs.extend(blobs);
        let RunDecision { event, tasks } = inner.state.decide(cause);
        if let Err(error) = self.record(inner, event) {
            self.fault(inner, error);
            return Vec::new();
        }
        inner.abort_unwanted();
        self.tell(inner);
        self.snapshot_if_due(inner);
        let (work, haste) = self.dispatch(inner, tasks);
        self.hand_over(inner, work, haste)
    }

    pub(super) fn record(
        &self,
        inner: &mut RunCellState,
        mut event: Event,
    ) -> Result<(), EngineError> {
        let unwritable = |error: &dyn ToString| EngineError::Unwritable(error.to_string());
        for op in &event.ops {
            inner
                .pending
                .blobs
                .extend(items_blob(op).map_err(|error| unwritable(&error))?);
        }
        inner.pending.refs.extend(event.refs());
        inner.scratch.clear();
        serde_json::to_writer(&mut inner.scratch, &event)
            .map_err(|error| unwritable(&error))?;
        let payload: Arc<[u8]> = inner.scratch.as_slice().into();
        inner.snapshot.since += payload.len() as u64;
        let at_ms = self.shared.clock.now_ms();
        let names = (event.cause.kind_name(), event.cause.subject().into());
        let sealed = inner.chain.seal(self.run, names, at_ms, payload);
        inner.pending.events.push(sealed);
        Ok(())
    }

    /// Gives pending events to the store: in place if that costs nothing, else to the writer.
    pub(super) fn hand_over(
        self: &Arc<Self>,
        inner: &mut RunCellState,
        mut work: Vec<ReadyAttempt>,
        haste: CommitUrgency,
    ) -> Vec<ReadyAttempt> {
        if inner.pending.is_empty() {
            return work;
        }
        let rests = inner.state.status() != RunStatus::Running;
        if self.shared.instant {
            if haste == CommitUrgency::Now
                || rests
                || work.is_empty()
                || MANY <= inner.pending.events.len()
            {
                work.extend(self.commit_in_place(inner));
            }
            return work;
        }
        let haste = if rests { CommitUrgency::Now } else { haste };
        if !inner.queued || haste == CommitUrgency::Now {
            let cell = (!inner.queued).then(|| Arc::clone(self));
            inner.queued = true;
            self.shared.writer.enqueue(cell, haste);
        }
        work
    }

    /// Gives a store that commits in place what it was spared so far: a run at long work can then
    /// be seen and spoken to.
    pub(super) fn flush(self: &Arc<Self>) -> Vec<ReadyAttempt> {
        let mut inner = self.lock();
        if !self.shared.instant || !inner.is_alive() || inner.pending.events.is_empty() {
            return Vec::new();
        }
        self.commit_in_place(&mut inner)
    }

    fn commit_in_place(self: &Arc<Self>, inner: &mut RunCellState) -> Vec<ReadyAttempt> {
        let append = self.append(inner);
        let committed = self.shared.store.commit(std::slice::from_ref(&append));
        let refused = match committed {
            Ok(results) => results.into_iter().find_map(Result::err).map(EngineError::from),
            Err(error) => Some(error.into()),
        };
        if let Some(error) = refused {
            self.fault(inner, error);
            return Vec::new();
        }
        self.made_durable(inner, append)
    }

    /// Takes what is pending, as the store wants it.
    pub(super) fn append(&self, inner: &mut RunCellState) -> RunAppend {
        let pending = std::mem::take(&mut inner.pending);
        inner.queued = false;
        RunAppend {
            run: self.run,
            fence: inner.fence,
            new_run: pending.new_run,
            events: pending.events,
            blobs: pending.blobs,
            refs: pending.refs,
            snapshot: pending.snapshot,
            summary: inner.state.summary(),
            taken: pending.taken,
        }
    }

    /// The store has it: what waited for it may begin, listeners hear of it.
    pub(super) fn made_durable(
        &self,
        inner: &mut RunCellState,
        append: RunAppend,
    ) -> Vec<ReadyAttempt> {
        let Some(seq) = append.events.last().map(|event| event.seq) else { return Vec::new() };
        inner.durable = inner.durable.max(seq);
        if !inner.listeners.is_empty() {
            let progress = inner.state.progress();
            for event in append.events {
                let heard = HeardEvent { event, progress };
                inner
                    .listeners
                    .retain(|listener| listener.send(heard.clone()).is_ok());
            }
        }
        for (_, wake) in inner.sleepers.extract_if(.., |(wanted, _)| *wanted <= seq) {
            // A stage that gave up waiting needs no waking.
            let _ = wake.send(());
        }
        self.tell(inner);
        inner
            .barred
            .extract_if(.., |(wanted, _)| *wanted <= seq)
            .map(|(_, work)| work)
            .collect()
    }

    fn snapshot_if_due(&self, inner: &mut RunCellState) {
        let events = inner.chain.seq - inner.snapshot.seq;
        let every = self.shared.snapshot_every;
        // Growing states are saved ever more rarely, so the cost per event stays the same.
        if events < every || inner.snapshot.since < 4 * inner.snapshot.size {
            return;
        }
        let Ok((bytes, refs)) = inner.state.save() else { return };
        let blob = Blob::encode(&bytes);
        let hash = blob.hash;
        inner.pending.blobs.push(blob);
        inner.pending.refs.extend(refs);
        let event = Event {
            cause: EventCause::Snapshot { state: hash },
            ops: Vec::new(),
        };
        if self.record(inner, event).is_ok() {
            let seq = inner.chain.seq;
            inner.pending.snapshot = Some((seq, hash));
            inner.snapshot =
                super::run_cell::SnapshotPace { seq, size: bytes.len() as u64, since: 0 };
        }
    }
}

/// The blob of a fan-out's elements, if they are many.
pub(crate) fn items_blob(op: &StateOperation) -> Result<Option<Blob>, StoredValueError> {
    match op {
        StateOperation::Start(StageStart { items: Some(items), .. })
            if items.blob().is_some() =>
        {
            json_blob(&items.json()).map(Some)
        }
        _ => Ok(None),
    }
}
