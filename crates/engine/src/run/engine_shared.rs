//! What all runs of an engine share.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{
    RunCell, async_stages::AsyncStageRuntime, journal_writer::JournalWriter,
    plain_lock::locked, thread_pool::StageThreadPool, timer::AlarmTimer,
};
use crate::{Clock, RunId, RunStore};

pub(crate) struct EngineShared {
    pub(crate) store: Arc<dyn RunStore>,
    pub(crate) clock: Arc<dyn Clock>,
    /// The store's commits cost so little that they are done in place.
    pub(crate) instant: bool,
    pub(crate) snapshot_every: u64,
    pub(crate) pool: StageThreadPool,
    pub(crate) writer: JournalWriter,
    pub(crate) timer: AlarmTimer,
    pub(crate) waiting: AsyncStageRuntime,
    pub(crate) cells: Mutex<BTreeMap<RunId, Weak<RunCell>>>,
    pub(crate) closed: AtomicBool,
}

impl EngineShared {
    /// The parts of an engine on this store; its threads are started by whoever needs them.
    pub(crate) fn new(
        store: Arc<dyn RunStore>,
        clock: Arc<dyn Clock>,
        snapshot_every: u64,
    ) -> Self {
        Self {
            instant: store.is_instant(),
            store,
            clock,
            snapshot_every: snapshot_every.max(1),
            pool: StageThreadPool::default(),
            writer: JournalWriter::default(),
            timer: AlarmTimer::default(),
            waiting: AsyncStageRuntime::default(),
            cells: Mutex::default(),
            closed: AtomicBool::new(false),
        }
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    pub(crate) fn living(&self) -> Vec<Arc<RunCell>> {
        locked(&self.cells).values().filter_map(Weak::upgrade).collect()
    }
}
