//! The durability barrier: what waits until an event is durable, be it work, a stage or a thread.

use std::{
    sync::{Condvar, Mutex, PoisonError},
    time::Duration,
};

use tokio::sync::oneshot;

use super::{plain_lock::locked, ready_attempt::ReadyAttempt};

#[derive(Default)]
pub(super) struct DurabilityBarrier {
    waiting: Mutex<BarrierState>,
    changed: Condvar,
}

#[derive(Default)]
struct BarrierState {
    /// Everything up to this event survives a crash.
    durable: u64,
    /// Nothing more becomes durable here.
    given_up: bool,
    /// Work that may begin once an event is durable.
    barred: Vec<(u64, ReadyAttempt)>,
    sleepers: Vec<(u64, oneshot::Sender<()>)>,
    /// Threads that wait, and how often there was something to look at.
    watchers: usize,
    turn: u64,
}

impl DurabilityBarrier {
    pub(super) fn new(durable: u64) -> Self {
        let waiting = Mutex::new(BarrierState { durable, ..BarrierState::default() });
        Self { waiting, changed: Condvar::new() }
    }

    pub(super) fn durable(&self) -> u64 {
        locked(&self.waiting).durable
    }

    /// Keeps work back until an event is durable.
    pub(super) fn bar(&self, seq: u64, work: ReadyAttempt) {
        locked(&self.waiting).barred.push((seq, work));
    }

    pub(super) fn barred(&self) -> usize {
        locked(&self.waiting).barred.len()
    }

    pub(super) fn forget_work(&self) {
        let barred = std::mem::take(&mut locked(&self.waiting).barred);
        drop(barred);
    }

    /// Everything up to an event is durable: says what may begin.
    pub(super) fn lift(&self, seq: u64) -> Vec<ReadyAttempt> {
        let mut waiting = locked(&self.waiting);
        waiting.durable = waiting.durable.max(seq);
        for (_, wake) in waiting.sleepers.extract_if(.., |(wanted, _)| *wanted <= seq) {
            // A stage that gave up waiting needs no waking.
            let _ = wake.send(());
        }
        let freed = waiting.barred.extract_if(.., |(wanted, _)| *wanted <= seq);
        freed.map(|(_, work)| work).collect()
    }

    /// Nothing more becomes durable here.
    pub(super) fn give_up(&self) {
        self.forget_work();
        let mut waiting = locked(&self.waiting);
        waiting.given_up = true;
        waiting.sleepers.clear();
    }

    /// Lets the threads that wait look again.
    pub(super) fn wake(&self) {
        let mut waiting = locked(&self.waiting);
        waiting.turn += 1;
        // A wake-up costs a system call even if nobody sleeps.
        if 0 < waiting.watchers {
            self.changed.notify_all();
        }
    }

    /// Waits until an event is durable; says whether it is.
    pub(super) fn wait(&self, seq: u64) -> bool {
        let mut waiting = locked(&self.waiting);
        waiting.watchers += 1;
        while waiting.durable < seq && !waiting.given_up {
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        waiting.watchers -= 1;
        seq <= waiting.durable
    }

    /// The same for a stage that waits: an error if it never will be, here.
    pub(super) fn sleep(&self, seq: u64) -> oneshot::Receiver<()> {
        let (wake, woken) = oneshot::channel();
        let mut waiting = locked(&self.waiting);
        if seq <= waiting.durable {
            let _ = wake.send(());
        } else if !waiting.given_up {
            waiting.sleepers.push((seq, wake));
        }
        woken
    }

    /// A number to look with before `wait_turn`, so that nothing is missed in between.
    pub(super) fn turn(&self) -> u64 {
        locked(&self.waiting).turn
    }

    /// Waits until there is something to look at since that turn, for `limit` at most.
    pub(super) fn wait_turn(&self, turn: u64, limit: Duration) {
        let mut waiting = locked(&self.waiting);
        waiting.watchers += 1;
        let same = |waiting: &mut BarrierState| waiting.turn == turn;
        let waited = self.changed.wait_timeout_while(waiting, limit, same);
        waited.unwrap_or_else(PoisonError::into_inner).0.watchers -= 1;
    }
}
