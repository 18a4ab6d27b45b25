//! One owned run: its state behind a lock that is held for decisions only, never for work.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use serde_json::Value as Json;

use super::{
    durability_barrier::DurabilityBarrier, engine_shared::EngineShared, error::EngineError,
    heard_event::EventListeners, idle_flag::RunIdleFlag, journal_tail::JournalTail,
    plain_lock::locked, replayed_calls::ReplayedCalls, run_ownership::RunOwnership,
    suspect_queue::SuspectQueue, waiting_attempts::WaitingAttempts,
};
use crate::{
    ChainHead, RunAppend, RunId, RunLease, RunStatus, StageError, Workflow,
    ancestor_view::InitialChannels, instance::InstanceKey, state::RunState,
};

/// The lock of `inner` is taken first. Every other part has a lock of its own, which only its file
/// takes and none holds while it takes another; so they may be called with `inner` locked or not.
pub(crate) struct RunCell {
    pub(crate) run: RunId,
    pub(crate) shared: Arc<EngineShared>,
    pub(crate) workflow: Arc<Workflow>,
    /// Fixed for the run's life, so readable without the lock.
    pub(crate) params: BTreeMap<String, Json>,
    pub(crate) start: Arc<InitialChannels>,
    inner: Mutex<RunCellState>,
    pub(super) barrier: DurabilityBarrier,
    pub(super) listeners: EventListeners,
    pub(super) waiting: WaitingAttempts,
    pub(super) replayed: ReplayedCalls,
    rest: RunIdleFlag,
}

/// What must change together, since the order of decisions is the order of the journal.
pub(super) struct RunCellState {
    pub(super) state: RunState,
    pub(super) tail: JournalTail,
    pub(super) owner: RunOwnership,
    pub(super) suspects: SuspectQueue,
}

impl RunCellState {
    pub(super) fn append(&mut self) -> RunAppend {
        self.tail.take(self.state.summary())
    }
}

impl RunCell {
    pub(super) fn new(
        shared: &Arc<EngineShared>,
        run: RunId,
        workflow: &Arc<Workflow>,
        (state, chain): (RunState, ChainHead),
        lease: Box<dyn RunLease>,
    ) -> Arc<Self> {
        Arc::new(Self {
            run,
            shared: Arc::clone(shared),
            workflow: Arc::clone(workflow),
            params: state.params.clone(),
            start: Arc::new(state.start.clone()),
            inner: Mutex::new(RunCellState {
                state,
                tail: JournalTail::new(run, lease.fence(), chain),
                owner: RunOwnership::new(lease),
                suspects: SuspectQueue::default(),
            }),
            barrier: DurabilityBarrier::new(chain.seq),
            listeners: EventListeners::default(),
            waiting: WaitingAttempts::default(),
            replayed: ReplayedCalls::default(),
            rest: RunIdleFlag::default(),
        })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, RunCellState> {
        locked(&self.inner)
    }

    pub(crate) fn wants(&self, key: InstanceKey, attempt: u32) -> bool {
        let inner = self.lock();
        inner.owner.is_alive() && inner.state.wants(key, attempt)
    }

    /// Whether an attempt is over, whoever owns the run.
    pub(crate) fn has_settled(&self, key: InstanceKey, attempt: u32) -> bool {
        !self.lock().state.wants(key, attempt)
    }

    pub(crate) fn wait_durable(&self, seq: u64) -> Result<(), StageError> {
        if self.barrier.wait(seq) { Ok(()) } else { Err(self.lock().owner.lost()) }
    }

    /// The same for a stage that waits.
    pub(crate) async fn wait_durable_async(&self, seq: u64) -> Result<(), StageError> {
        let woken = self.barrier.sleep(seq).await;
        woken.map_err(|_| self.lock().owner.lost())
    }

    /// Waits until the run ends, needs a person, is let go or cannot go on, for `limit` at most.
    pub(super) fn wait_rest(&self, limit: Duration) -> bool {
        self.rest.wait(limit)
    }

    /// Tells those who wait that something has become durable, or the run has come to rest.
    pub(super) fn tell(&self, inner: &RunCellState) {
        let still = inner.state.status() != RunStatus::Running;
        let settled = still && self.barrier.durable() == inner.tail.seq();
        self.rest.set(settled || !inner.owner.is_alive());
        self.barrier.wake();
    }

    pub(super) fn fault(&self, inner: &mut RunCellState, error: EngineError) {
        self.unlist();
        inner.owner.fail(error);
        self.let_go(inner);
    }

    pub(super) fn fail(&self, error: EngineError) {
        self.fault(&mut self.lock(), error);
    }

    pub(super) fn close(&self) {
        self.unlist();
        let mut inner = self.lock();
        inner.owner.close();
        self.let_go(&inner);
    }

    /// Before the lease is free, so that the next owner's entry is not the one that goes.
    fn unlist(&self) {
        locked(&self.shared.cells).remove(&self.run);
    }

    fn let_go(&self, inner: &RunCellState) {
        self.barrier.give_up();
        self.waiting.end_if(|_| true);
        self.tell(inner);
    }
}
