//! From a cause to an event that is durable. Who wants something decided begins here.

use std::sync::{Arc, MutexGuard};

use jurat_canon::Blob;

use super::{
    error::EngineError,
    journal_tail::{CommitUrgency, commit},
    ready_attempt::ReadyAttempt,
    run_cell::{RunCell, RunCellState},
};
use crate::{
    Event, EventCause, RunAppend, RunStatus,
    state::{ExecutorTask, RunDecision},
};

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
        inner.tail.add(blobs, Vec::new());
        let Ok(tasks) = self.decide(inner, cause) else { return Vec::new() };
        self.waiting.end_if(|key| !inner.state.open.contains_key(key));
        self.tell(inner);
        self.snapshot_if_due(inner);
        let (work, haste) = self.dispatch(inner, tasks);
        self.hand_over(inner, work, haste)
    }

    /// The same for what starts and ends no stage and must be durable soon. Says which event it is.
    pub(super) fn post_aside(
        self: &Arc<Self>,
        mut inner: MutexGuard<'_, RunCellState>,
        cause: EventCause,
        blob: Option<Blob>,
    ) -> Result<u64, EngineError> {
        inner.tail.add(blob, Vec::new());
        self.decide(&mut inner, cause)?;
        let seq = inner.tail.seq();
        let work = self.hand_over(&mut inner, Vec::new(), CommitUrgency::Now);
        drop(inner);
        self.shared.pool.push(work);
        Ok(seq)
    }

    /// Decides on a cause and records the event, no more.
    pub(super) fn decide(
        &self,
        inner: &mut RunCellState,
        cause: EventCause,
    ) -> Result<Vec<ExecutorTask>, EngineError> {
        let RunDecision { event, tasks } = inner.state.decide(cause);
        self.record(inner, event).map(|()| tasks)
    }

    /// A run that has changed and cannot say so is given up.
    pub(super) fn record(
        &self,
        inner: &mut RunCellState,
        event: Event,
    ) -> Result<(), EngineError> {
        let sealed = inner.tail.seal(event, self.shared.clock.now_ms());
        sealed.inspect_err(|error| self.fault(inner, error.clone()))
    }

    /// Gives pending events to the store: in place if that costs nothing, else to the writer.
    pub(super) fn hand_over(
        self: &Arc<Self>,
        inner: &mut RunCellState,
        mut work: Vec<ReadyAttempt>,
        haste: CommitUrgency,
    ) -> Vec<ReadyAttempt> {
        if inner.tail.is_empty() {
            return work;
        }
        let rests = inner.state.status() != RunStatus::Running;
        let haste = if rests { CommitUrgency::Now } else { haste };
        let now = haste == CommitUrgency::Now;
        if self.shared.instant {
            if now || work.is_empty() || MANY <= inner.tail.waiting() {
                work.extend(self.commit_in_place(inner));
            }
            return work;
        }
        let first = inner.tail.list();
        if first || now {
            let cell = first.then(|| Arc::clone(self));
            self.shared.writer.enqueue(cell, haste);
        }
        work
    }

    /// Gives a store that commits in place what it was spared so far: a run at long work can then
    /// be seen and spoken to.
    pub(super) fn flush(&self) -> Vec<ReadyAttempt> {
        let mut inner = self.lock();
        if !self.shared.instant || !inner.owner.is_alive() || inner.tail.waiting() == 0 {
            return Vec::new();
        }
        self.commit_in_place(&mut inner)
    }

    fn commit_in_place(&self, inner: &mut RunCellState) -> Vec<ReadyAttempt> {
        let append = inner.append();
        let results = commit(&*self.shared.store, std::slice::from_ref(&append));
        self.settle(inner, append, results.into_iter().collect())
    }

    /// Takes what the store said. If it has refused us or failed, nobody may rely on what is only
    /// in memory; else what waited for the events may begin, and listeners hear of them.
    pub(super) fn settle(
        &self,
        inner: &mut RunCellState,
        append: RunAppend,
        committed: Result<(), EngineError>,
    ) -> Vec<ReadyAttempt> {
        if let Err(error) = committed {
            self.fault(inner, error);
            return Vec::new();
        }
        let Some(seq) = append.events.last().map(|event| event.seq) else { return Vec::new() };
        self.listeners.tell(append.events, || inner.state.progress());
        let work = self.barrier.lift(seq);
        self.tell(inner);
        work
    }

    fn snapshot_if_due(&self, inner: &mut RunCellState) {
        if !inner.tail.wants_snapshot(self.shared.snapshot_every) {
            return;
        }
        let Ok(saved) = inner.state.save() else { return };
        // The journal alone suffices.
        let _ = inner.tail.seal_snapshot(saved, self.shared.clock.now_ms());
    }
}
