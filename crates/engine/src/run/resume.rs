//! Taking a run over from an owner that let go or died, and forking one.

use std::{sync::Arc, time::Duration};

use jurat_canon::Blob;

use super::{
    Engine, EngineError, RunCell, RunHandle, engine::refuse_outside, journal_reader::load_run,
    run_cell::RunCellState, timer::AlarmAction,
};
use crate::{
    EventCause, FailureClass, InboxMessage, RunForked, RunId, RunMode, RunOutcome, RunResumed,
    RunStatus, StageError, Workflow,
    instance::InstanceKey,
    journal::FORMAT,
    state::{RunState, WALL_MS},
};

/// Deaths in a row with the same instance in flight before it is given up.
const CRASH_LIMIT: u32 = 3;

impl Engine {
    /// Takes over a run. One that failed is tried again where it failed; one that ended otherwise
    /// is only looked at.
    pub fn resume(
        &self,
        run: RunId,
        workflow: &Arc<Workflow>,
    ) -> Result<RunHandle, EngineError> {
        let lease = self.shared.store.claim(run, false)?;
        let loaded = load_run(&*self.shared.store, run, &workflow.plan, None)?;
        let last_ms = loaded.last_ms;
        if loaded.state.mode == RunMode::Push {
            refuse_outside(workflow)?;
        }
        let cell = self.cell(run, workflow, loaded.state, loaded.chain, lease);
        cell.lock().tail.snapshot_at(loaded.snapshot_seq);
        self.take_over(&cell, last_ms);
        Ok(RunHandle::new(cell))
    }

    /// Starts a new run from any event of another. `fresh` forgets its paid calls.
    pub fn fork(
        &self,
        parent: RunId,
        at_seq: u64,
        workflow: &Arc<Workflow>,
        (run, fresh): (RunId, bool),
    ) -> Result<RunHandle, EngineError> {
        refuse_outside(workflow)?;
        let store = &self.shared.store;
        let loaded = load_run(&**store, parent, &workflow.plan, Some(at_seq))?;
        let mut state = loaded.state;
        if state.ended.is_some_and(|outcome| outcome != RunOutcome::Failed) {
            return Err(EngineError::Over { run: parent, seq: at_seq });
        }
        if fresh {
            state.paid.clear();
        }
        state.mode = RunMode::Push;
        let (bytes, refs) = state
            .save()
            .map_err(|error| EngineError::Unwritable(error.to_string()))?;
        let blob = Blob::encode(&bytes);
        let forked = RunForked {
            format: FORMAT,
            parent,
            at_seq,
            at_hash: loaded.chain.head,
            fresh,
            definition: workflow.plan.hash,
            state: blob.hash,
        };
        let lease = store.claim(run, true)?;
        let cell = self.cell(run, workflow, state, crate::ChainHead::START, lease);
        let mut inner = cell.lock();
        inner
            .tail
            .open(workflow.plan.new_run(RunMode::Push, Some((parent, at_seq))));
        inner.tail.add([blob, workflow.plan.blob.clone()], refs);
        let event = crate::Event {
            cause: EventCause::Forked(Box::new(forked)),
            ops: Vec::new(),
        };
        cell.record(&mut inner, event)?;
        inner.state.released = true;
        drop(inner);
        self.take_over(&cell, loaded.last_ms);
        Ok(RunHandle::new(cell))
    }

    fn take_over(&self, cell: &Arc<RunCell>, last_ms: i64) {
        let inbox = match self.shared.store.inbox(cell.run) {
            Ok(inbox) => inbox,
            Err(error) => return cell.fail(error.into()),
        };
        let mut inner = cell.lock();
        let over = inner.state.ended.is_some_and(|outcome| outcome != RunOutcome::Failed);
        let waits = inner.state.status() == RunStatus::Waiting;
        if over || (waits && inbox.is_empty() && inner.tail.seq() == cell.barrier.durable()) {
            // Looking at a run changes nothing; the new owner shows when it does something.
            inner.owner.put_off(waits.then_some(last_ms));
            inner.state.wake();
            return cell.tell(&inner);
        }
        // Words that came while nobody owned the run count before anything starts.
        if catch_up(cell, &mut inner, inbox, last_ms).is_err() {
            return;
        }
        let tasks = inner.state.wake();
        let (work, haste) = cell.dispatch(&mut inner, tasks);
        let work = cell.hand_over(&mut inner, work, haste);
        cell.tell(&inner);
        drop(inner);
        self.set_off(cell, work);
    }
}

/// What is due then, `wake` says; so the tasks of the single events are not begun.
fn catch_up(
    cell: &Arc<RunCell>,
    inner: &mut RunCellState,
    inbox: Vec<(u64, InboxMessage)>,
    last_ms: i64,
) -> Result<(), EngineError> {
    inner.state.wake();
    cell.announce(inner, last_ms)?;
    for (number, message) in inbox {
        if let Some(cause) = cell.heard(inner, number, message) {
            cell.decide(inner, cause)?;
        }
    }
    for key in crashed(&inner.state) {
        let message = format!("the process died in it {CRASH_LIMIT} times in a row");
        let error = StageError::of(FailureClass::Crashed, message);
        let cause = cell.failure(&inner.state, key, error);
        cell.decide(inner, cause)?;
    }
    Ok(())
}

impl RunCell {
    /// Says in the journal that the run has a new owner.
    fn announce(&self, inner: &mut RunCellState, last_ms: i64) -> Result<(), EngineError> {
        let at_ms = self.shared.clock.now_ms();
        let resumed = resumed(&inner.state, inner.tail.fence(), (at_ms, last_ms));
        self.decide(inner, EventCause::Resumed(resumed)).map(drop)
    }

    /// The same, if it was put off until there is something to do.
    pub(super) fn announce_now(self: &Arc<Self>, inner: &mut RunCellState) {
        let Some(last_ms) = inner.owner.take_put_off() else { return };
        if self.announce(inner, last_ms).is_ok() {
            self.set_alarms(inner);
        }
    }

    pub(super) fn set_alarms(self: &Arc<Self>, inner: &RunCellState) {
        for (ix, plan) in self.workflow.plan.budgets.iter().enumerate() {
            if plan.unit == WALL_MS && inner.state.ended.is_none() {
                let left = inner.state.budgets[ix].limit.saturating_sub(inner.state.worked_ms);
                let alarm = AlarmAction::Wall { cell: Arc::downgrade(self), budget: ix };
                self.shared.timer.after(Duration::from_millis(left), alarm);
            }
        }
    }
}

fn resumed(state: &RunState, fence: u64, (at_ms, last_ms): (i64, i64)) -> RunResumed {
    let open = || state.open.iter().filter(|(_, open)| !open.asks);
    let clean = state.released || state.ended.is_some() || open().next().is_none();
    let careful = state.is_careful();
    let in_flight = open().filter(|(_, open)| !clean && (open.started || !careful));
    let in_flight = in_flight.map(|(key, open)| (state.plan.text(*key), open.crashes + 1));
    let worked = u64::try_from(last_ms.saturating_sub(state.owned_at_ms)).unwrap_or(0);
    let retried = if state.ended.is_some() { state.retriable() } else { Vec::new() };
    RunResumed {
        fence,
        at_ms,
        worked_ms: state.worked_ms.saturating_add(worked),
        clean,
        in_flight: in_flight.collect(),
        retried,
    }
}

fn crashed(state: &RunState) -> Vec<InstanceKey> {
    let open = state.open.iter().filter(|(_, open)| CRASH_LIMIT <= open.crashes);
    open.map(|(key, _)| *key).collect()
}
