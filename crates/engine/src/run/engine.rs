//! The engine: starts runs, takes them over, forks them.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::Ordering},
    thread::JoinHandle,
    time::Duration,
};

use serde_json::Value as Json;

use super::{
    RunCell, RunHandle, WaitResult,
    engine_shared::EngineShared,
    error::EngineError,
    journal_writer,
    plain_lock::locked,
    ready_attempt::ReadyAttempt,
    thread_pool,
    timer::{self, AlarmAction},
};
use crate::{
    ChainHead, Clock, EventCause, RunId, RunLease, RunMode, RunStore, Workflow,
    state::{RunState, start_run},
};

pub struct EngineOptions {
    pub workers: usize,
    pub clock: Arc<dyn Clock>,
    /// Least number of events between two snapshots of a run.
    pub snapshot_every: u64,
}

pub struct RunRequest {
    pub run: RunId,
    pub params: BTreeMap<String, Json>,
    /// Values for channels before any stage.
    pub input: BTreeMap<String, Json>,
}

pub struct Engine {
    pub(super) shared: Arc<EngineShared>,
    writer: Option<JoinHandle<()>>,
}

impl Engine {
    pub fn new(store: Arc<dyn RunStore>, options: EngineOptions) -> Result<Self, EngineError> {
        let shared = EngineShared::new(store, options.clock, options.snapshot_every);
        let shared = Arc::new(shared);
        for _ in 0..options.workers.max(1) {
            thread_pool::spawn(&shared)?;
        }
        timer::spawn(&shared)?;
        let writer = if shared.instant { None } else { Some(journal_writer::spawn(&shared)?) };
        shared.timer.after(Duration::from_millis(100), AlarmAction::Inboxes);
        Ok(Self { shared, writer })
    }

    pub fn start(
        &self,
        workflow: &Arc<Workflow>,
        request: RunRequest,
    ) -> Result<RunHandle, EngineError> {
        let (cell, work) = self.begin(workflow, request)?;
        self.set_off(&cell, work);
        Ok(RunHandle::new(cell))
    }

    /// Starts a run and waits until it rests. The caller's thread computes stages too, so a short
    /// run needs no other.
    pub fn run(
        &self,
        workflow: &Arc<Workflow>,
        request: RunRequest,
    ) -> Result<(RunHandle, WaitResult), EngineError> {
        let (cell, work) = self.begin(workflow, request)?;
        cell.set_alarms(&cell.lock());
        thread_pool::lend(&self.shared, work);
        let handle = RunHandle::new(cell);
        let stopped = handle.wait();
        Ok((handle, stopped))
    }

    fn begin(
        &self,
        workflow: &Arc<Workflow>,
        request: RunRequest,
    ) -> Result<(Arc<RunCell>, Vec<ReadyAttempt>), EngineError> {
        refuse_outside(workflow)?;
        let plan = &workflow.plan;
        let at_ms = self.shared.clock.now_ms();
        let RunRequest { run, params, input } = request;
        let (started, mut blobs) = start_run(plan, (RunMode::Push, at_ms), params, input)?;
        blobs.push(plan.blob.clone());
        let lease = self.shared.store.claim(run, true)?;
        let mut state = RunState::new(Arc::clone(plan));
        state.params.clone_from(&started.params);
        let cause = EventCause::RunStarted(Box::new(started));
        state.preset(&cause);
        let cell = self.cell(run, workflow, state, ChainHead::START, lease);
        let mut inner = cell.lock();
        inner.tail.open(plan.new_run(RunMode::Push, None));
        let work = cell.post(&mut inner, cause, blobs);
        drop(inner);
        Ok((cell, work))
    }

    pub(super) fn cell(
        &self,
        run: RunId,
        workflow: &Arc<Workflow>,
        state: RunState,
        chain: ChainHead,
        lease: Box<dyn RunLease>,
    ) -> Arc<RunCell> {
        let cell = RunCell::new(&self.shared, run, workflow, (state, chain), lease);
        locked(&self.shared.cells).insert(run, Arc::downgrade(&cell));
        cell
    }

    /// Begins the first work of a run that was just started or taken over.
    pub(super) fn set_off(&self, cell: &Arc<RunCell>, work: Vec<ReadyAttempt>) {
        cell.set_alarms(&cell.lock());
        self.shared.pool.push(work);
    }
}

pub(super) fn refuse_outside(workflow: &Workflow) -> Result<(), EngineError> {
    let Some(stage) = workflow.done_outside() else { return Ok(()) };
    let workflow = workflow.plan.definition.name.clone();
    Err(EngineError::DoneOutside { workflow, stage: stage.to_owned() })
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.shared.closed.store(true, Ordering::Release);
        self.shared.pool.close();
        self.shared.timer.close();
        self.shared.writer.close();
        self.shared.pool.wait_closed(Duration::from_secs(1));
        if let Some(writer) = self.writer.take() {
            // What was decided is written before the engine goes.
            let _ = writer.join();
        }
        // A handle that outlives the engine must not wait for what nobody will do.
        self.shared.living().iter().for_each(|cell| cell.close());
    }
}
