//! Alarms on the monotonic clock: pauses, timeouts, joins, wall budgets, the inbox.

use std::{
    collections::BTreeMap,
    sync::{Arc, Condvar, Mutex, PoisonError, Weak, atomic::AtomicBool},
    thread,
    time::{Duration, Instant},
};

use super::{
    RunCell, engine_shared::EngineShared, error::EngineError, plain_lock::locked, thread_pool,
};
use crate::instance::{InstanceKey, StageIx};

/// How often owners look into the inboxes of their runs.
const INBOX_PAUSE: Duration = Duration::from_millis(100);

#[derive(Default)]
pub(crate) struct AlarmTimer {
    alarms: Mutex<AlarmQueue>,
    wake: Condvar,
}

#[derive(Default)]
struct AlarmQueue {
    by_time: BTreeMap<AlarmAt, AlarmAction>,
    number: u64,
}

/// The time of an alarm and its number.
pub(crate) type AlarmAt = (Instant, u64);

pub(crate) enum AlarmAction {
    Retry {
        cell: Weak<RunCell>,
        key: InstanceKey,
        attempt: u32,
    },
    Timeout {
        cell: Weak<RunCell>,
        key: InstanceKey,
        attempt: u32,
        computes: bool,
        abandoned: Arc<AtomicBool>,
    },
    Join {
        cell: Weak<RunCell>,
        stage: StageIx,
        epoch: u32,
    },
    Wall {
        cell: Weak<RunCell>,
        budget: usize,
    },
    Inboxes,
}

impl AlarmTimer {
    /// Sets an alarm; its name takes it back.
    pub(crate) fn after(&self, pause: Duration, alarm: AlarmAction) -> AlarmAt {
        let mut alarms = locked(&self.alarms);
        alarms.number += 1;
        let at = (Instant::now() + pause, alarms.number);
        let first = alarms.by_time.first_key_value().is_none_or(|(first, _)| at < *first);
        alarms.by_time.insert(at, alarm);
        drop(alarms);
        if first {
            self.wake.notify_one();
        }
        at
    }

    pub(crate) fn cancel(&self, alarm: Option<AlarmAt>) {
        if let Some(at) = alarm {
            locked(&self.alarms).by_time.remove(&at);
        }
    }

    pub(crate) fn close(&self) {
        locked(&self.alarms).by_time.clear();
        self.wake.notify_one();
    }

    fn next(&self, shared: &EngineShared) -> Option<AlarmAction> {
        let mut alarms = locked(&self.alarms);
        while !shared.is_closed() {
            let now = Instant::now();
            let due = alarms.by_time.first_entry().filter(|entry| entry.key().0 <= now);
            if let Some(entry) = due {
                return Some(entry.remove());
            }
            let pause = alarms.by_time.first_key_value().map(|((at, _), _)| *at - now);
            let pause = pause.unwrap_or(Duration::from_hours(1));
            let waited = self.wake.wait_timeout(alarms, pause);
            alarms = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }
}

pub(crate) fn spawn(shared: &Arc<EngineShared>) -> Result<(), EngineError> {
    let shared = Arc::clone(shared);
    let serve = move || {
        while let Some(alarm) = shared.timer.next(&shared) {
            ring(&shared, alarm);
        }
    };
    let thread = thread::Builder::new().name("jurat-timer".into());
    thread
        .spawn(serve)
        .map(drop)
        .map_err(|error| EngineError::Thread(error.to_string()))
}

fn ring(shared: &Arc<EngineShared>, alarm: AlarmAction) {
    let work = match alarm {
        AlarmAction::Retry { cell, key, attempt } => {
            cell.upgrade().map(|cell| cell.retry(key, attempt))
        }
        AlarmAction::Timeout { cell, key, attempt, computes, abandoned } => {
            cell.upgrade().and_then(|cell| {
                let follows = cell.give_up(key, attempt, &abandoned)?;
                if computes {
                    thread_pool::replace(shared, &abandoned);
                }
                Some(follows)
            })
        }
        AlarmAction::Join { cell, stage, epoch } => {
            cell.upgrade().map(|cell| cell.join_due(stage, epoch))
        }
        AlarmAction::Wall { cell, budget } => {
            cell.upgrade().map(|cell| cell.wall_spent(budget))
        }
        AlarmAction::Inboxes => {
            let mut work = Vec::new();
            for cell in shared.living() {
                work.extend(cell.flush());
                work.extend(cell.read_inbox());
            }
            shared.timer.after(INBOX_PAUSE, AlarmAction::Inboxes);
            Some(work)
        }
    };
    shared.pool.push(work.into_iter().flatten());
}
