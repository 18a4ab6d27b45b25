//! Taking a run over from an owner that let go or died, and forking one.

use std::{sync::Arc, time::Duration};

use jurat_canon::{Blob, Hash};

use super::{
    Engine, EngineError, RunCell, RunHandle, engine::refuse_outside, journal_reader::load_run,
    run_cell::RunCellState, timer::AlarmAction,
};
use crate::{
    Event, EventCause, FailureClass, InboxMessage, RunForked, RunId, RunMode, RunOutcome,
    RunResumed, RunStatus, RunStore, StageError, Workflow, WorkflowPlan,
    instance::InstanceKey,
    journal::FORMAT,
    state::{CRASH_LIMIT, RunState, WALL_MS},
};

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
        let plan = &workflow.plan;
        let forked = forked_run(&**store, plan, (parent, at_seq), fresh)?;
        let ForkedRun { state, event, blob, refs, last_ms } = forked;
        // A fork keeps the mode of its parent, and nothing here does stages of that kind.
        if state.mode == RunMode::Pull {
            return Err(EngineError::Pulled(parent));
        }
        let lease = store.claim(run, true)?;
        let cell = self.cell(run, workflow, state, crate::ChainHead::START, lease);
        let mut inner = cell.lock();
        inner.tail.open(plan.new_run(RunMode::Push, Some((parent, at_seq))));
        inner.tail.add([blob, plan.blob.clone()], refs);
        cell.record(&mut inner, event)?;
        inner.state.released = true;
        drop(inner);
        self.take_over(&cell, last_ms);
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

/// A run at the event where it parts from its parent, and the event that says so.
pub(crate) struct ForkedRun {
    pub(crate) state: RunState,
    pub(crate) event: Event,
    /// The state, as it is stored.
    pub(crate) blob: Blob,
    pub(crate) refs: Vec<Hash>,
    /// When the last event that both share was.
    pub(crate) last_ms: i64,
}

/// Reads a run up to the event where another is to part from it.
pub(crate) fn forked_run(
    store: &dyn RunStore,
    plan: &Arc<WorkflowPlan>,
    (parent, at_seq): (RunId, u64),
    fresh: bool,
) -> Result<ForkedRun, EngineError> {
    let loaded = load_run(store, parent, plan, Some(at_seq))?;
    let mut state = loaded.state;
    if state.ended.is_some_and(|outcome| outcome != RunOutcome::Failed) {
        return Err(EngineError::Over { run: parent, seq: at_seq });
    }
    if fresh {
        state.paid.clear();
    }
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
        definition: plan.hash,
        state: blob.hash,
    };
    let cause = EventCause::Forked(Box::new(forked));
    let event = Event { cause, ops: Vec::new() };
    Ok(ForkedRun { state, event, blob, refs, last_ms: loaded.last_ms })
}

/// What is due then, `wake` says; so the tasks of the single events are not begun.
fn catch_up(
    cell: &Arc<RunCell>,
    inner: &mut RunCellState,
    inbox: Vec<(u64, InboxMessage)>,
    last_ms: i64,
) -> Result<(), EngineError> {
    // Looked for before all that is open counts as due again.
    let in_flight = inner.state.in_flight();
    inner.state.wake();
    cell.announce(inner, &in_flight, last_ms)?;
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
    fn announce(
        &self,
        inner: &mut RunCellState,
        in_flight: &[InstanceKey],
        last_ms: i64,
    ) -> Result<(), EngineError> {
        let times = (self.shared.clock.now_ms(), last_ms);
        let resumed = resumed(&inner.state, inner.tail.fence(), in_flight, times);
        self.decide(inner, EventCause::Resumed(resumed)).map(drop)
    }

    /// The same, if it was put off until there is something to do.
    pub(super) fn announce_now(self: &Arc<Self>, inner: &mut RunCellState) {
        let Some(last_ms) = inner.owner.take_put_off() else { return };
        if self.announce(inner, &[], last_ms).is_ok() {
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

/// What a new owner says of itself and of how the last one left the run.
pub(crate) fn resumed(
    state: &RunState,
    fence: u64,
    in_flight: &[InstanceKey],
    (at_ms, last_ms): (i64, i64),
) -> RunResumed {
    let works = state.open.values().any(|open| !open.asks);
    let clean = state.released || state.ended.is_some() || !works;
    let in_flight: &[InstanceKey] = if clean { &[] } else { in_flight };
    let crashes = |key: &InstanceKey| (state.plan.text(*key), state.open[key].crashes + 1);
    let alone = match in_flight {
        [only] => Some((state.plan.text(*only), state.open[only].alone + 1)),
        _ => None,
    };
    let worked = u64::try_from(last_ms.saturating_sub(state.owned_at_ms)).unwrap_or(0);
    let retried = if state.ended.is_some() { state.retriable() } else { Vec::new() };
    RunResumed {
        fence,
        at_ms,
        worked_ms: state.worked_ms.saturating_add(worked),
        clean,
        in_flight: in_flight.iter().map(crashes).collect(),
        alone,
        retried,
    }
}

fn crashed(state: &RunState) -> Vec<InstanceKey> {
    let open = state.open.iter().filter(|(_, open)| CRASH_LIMIT <= open.alone);
    open.map(|(key, _)| *key).collect()
}
