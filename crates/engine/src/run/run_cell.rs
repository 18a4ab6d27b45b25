//! One owned run: its state behind a lock that is held for decisions only, never for work.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc},
    time::{Duration, Instant},
};

use serde_json::Value as Json;
use tokio::{sync::oneshot, task::AbortHandle};

use jurat_canon::Hash;

use super::{
    dispatch::ReadyAttempt,
    engine_shared::{EngineShared, locked},
    error::EngineError,
    heard_event::HeardEvent,
    idle_flag::RunIdleFlag,
    journal_tail::JournalTail,
};
use crate::{
    ChainHead, RunId, RunLease, RunStatus, StageError, Workflow,
    ancestor_view::InitialChannels, instance::InstanceKey, state::RunState,
};

pub(crate) struct RunCell {
    pub(crate) run: RunId,
    pub(crate) shared: Arc<EngineShared>,
    pub(crate) workflow: Arc<Workflow>,
    /// Fixed for the run's life, so readable without the lock.
    pub(crate) params: BTreeMap<String, Json>,
    pub(crate) start: Arc<InitialChannels>,
    pub(super) inner: Mutex<RunCellState>,
    pub(super) changed: Condvar,
    pub(super) rest: RunIdleFlag,
}

/// What the lock protects.
pub(super) struct RunCellState {
    pub(super) state: RunState,
    pub(super) tail: JournalTail,
    pub(super) lease: Option<Box<dyn RunLease>>,
    /// Everything up to this event survives a crash.
    pub(super) durable: u64,
    /// Work that may begin once an event is durable.
    pub(super) barred: Vec<(u64, ReadyAttempt)>,
    /// An instance that may kill its process, and others that wait until it is through.
    pub(super) alone: Option<(InstanceKey, u32)>,
    pub(super) shy: VecDeque<(InstanceKey, u32)>,
    pub(super) sleepers: Vec<(u64, oneshot::Sender<()>)>,
    pub(super) listeners: Vec<mpsc::Sender<HeardEvent>>,
    pub(super) waits: BTreeMap<InstanceKey, AbortHandle>,
    /// The run cannot go on here; what is not durable is lost, the store has the rest.
    pub(super) fault: Option<EngineError>,
    /// Taken over while it waits for a person, and not said so yet: when the last event was.
    pub(super) unannounced: Option<i64>,
    /// Set in a replay: paid calls are answered from the journal or not at all.
    pub(super) asked: Option<ReplayedCalls>,
    /// What `rest` says, and how many threads wait on `changed`.
    pub(super) rests: bool,
    pub(super) watchers: usize,
    /// The owner has let go.
    pub(super) closed: bool,
    pub(super) owned_since: Instant,
}

/// What stages of a replay ask of the journal instead of paying.
#[derive(Debug, Default)]
pub(super) struct ReplayedCalls {
    /// Calls that it answered.
    pub(super) answered: u64,
    /// Calls that it does not know; they are never made.
    pub(super) unknown: Vec<Hash>,
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
            changed: Condvar::new(),
            rest: RunIdleFlag::default(),
            inner: Mutex::new(RunCellState {
                state,
                tail: JournalTail::new(run, lease.fence(), chain),
                lease: Some(lease),
                durable: chain.seq,
                barred: Vec::new(),
                alone: None,
                shy: VecDeque::new(),
                sleepers: Vec::new(),
                listeners: Vec::new(),
                waits: BTreeMap::new(),
                fault: None,
                unannounced: None,
                asked: None,
                rests: false,
                watchers: 0,
                closed: false,
                owned_since: Instant::now(),
            }),
        })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, RunCellState> {
        locked(&self.inner)
    }

    pub(crate) fn wants(&self, key: InstanceKey, attempt: u32) -> bool {
        let inner = self.lock();
        inner.is_alive() && inner.state.wants(key, attempt)
    }

    /// Waits until an event is durable.
    pub(crate) fn wait_durable(&self, seq: u64) -> Result<(), StageError> {
        let mut inner = self.lock();
        inner.watchers += 1;
        while inner.durable < seq && inner.is_alive() {
            inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
        inner.watchers -= 1;
        if inner.durable < seq { Err(inner.lost()) } else { Ok(()) }
    }

    /// The same for a stage that waits.
    pub(crate) async fn wait_durable_async(&self, seq: u64) -> Result<(), StageError> {
        let woken = {
            let mut inner = self.lock();
            if seq <= inner.durable {
                return Ok(());
            }
            if !inner.is_alive() {
                return Err(inner.lost());
            }
            let (wake, woken) = oneshot::channel();
            inner.sleepers.push((seq, wake));
            woken
        };
        woken.await.map_err(|_| self.lock().lost())
    }

    /// Waits until the run ends, needs a person, is let go or cannot go on, for `limit` at most.
    pub(super) fn wait_rest(&self, limit: Duration) -> bool {
        self.rest.wait(limit)
    }

    /// Tells those who wait that something has become durable, or the run has come to rest.
    pub(super) fn tell(&self, inner: &mut RunCellState) {
        let still = inner.state.status() != RunStatus::Running;
        let rests = !inner.is_alive() || (still && inner.durable == inner.tail.seq());
        if rests != inner.rests {
            inner.rests = rests;
            self.rest.set(rests);
        }
        // A wake-up costs a system call even if nobody sleeps.
        if 0 < inner.watchers {
            self.changed.notify_all();
        }
    }

    /// The run cannot go on here.
    pub(super) fn fault(&self, inner: &mut RunCellState, error: EngineError) {
        inner.fault.get_or_insert(error);
        self.unlist();
        inner.let_go();
        self.tell(inner);
    }

    /// The store has refused us or failed: nobody may rely on what is only in memory.
    pub(super) fn fail(&self, error: EngineError) {
        self.fault(&mut self.lock(), error);
    }

    /// Before the lease is free, so that the next owner's entry is not the one that goes.
    fn unlist(&self) {
        locked(&self.shared.cells).remove(&self.run);
    }

    pub(super) fn close(&self) {
        self.unlist();
        let mut inner = self.lock();
        inner.closed = true;
        inner.let_go();
        self.tell(&mut inner);
    }
}

impl RunCellState {
    pub(super) fn is_alive(&self) -> bool {
        self.fault.is_none() && !self.closed
    }

    /// Ends the waiting of stages whose result nobody wants any more.
    pub(super) fn abort_unwanted(&mut self) {
        if self.waits.is_empty() {
            return;
        }
        let open = &self.state.open;
        for (_, wait) in self.waits.extract_if(.., |key, _| !open.contains_key(key)) {
            wait.abort();
        }
    }

    /// Whether an instance that may kill its process is at work.
    pub(super) fn alone_at_work(&self) -> bool {
        self.alone
            .is_some_and(|(key, attempt)| self.state.wants(key, attempt))
    }

    fn lost(&self) -> StageError {
        let why = self
            .fault
            .as_ref()
            .map_or("the run was let go".into(), ToString::to_string);
        StageError::permanent(why)
    }

    fn let_go(&mut self) {
        self.lease = None;
        self.barred.clear();
        self.sleepers.clear();
        std::mem::take(&mut self.waits).values().for_each(AbortHandle::abort);
    }
}
