//! The bounded pool of plain threads on which stages compute.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use super::{
    engine_shared::EngineShared,
    error::EngineError,
    plain_lock::locked,
    ready_attempt::{ReadyAttempt, panicked},
};
use crate::StageFn;

#[derive(Default)]
pub(crate) struct StageThreadPool {
    queue: Mutex<ThreadPoolQueue>,
    wake: Condvar,
    gone: Condvar,
}

#[derive(Default)]
struct ThreadPoolQueue {
    work: VecDeque<ReadyAttempt>,
    /// Threads of the pool, and those of them that wait for work.
    threads: usize,
    idle: usize,
    closed: bool,
}

impl StageThreadPool {
    pub(crate) fn push(&self, work: impl IntoIterator<Item = ReadyAttempt>) {
        let mut queue = locked(&self.queue);
        let before = queue.work.len();
        queue.work.extend(work);
        let wake = (queue.work.len() - before).min(queue.idle);
        drop(queue);
        (0..wake).for_each(|_| self.wake.notify_one());
    }

    pub(crate) fn close(&self) {
        let mut queue = locked(&self.queue);
        queue.closed = true;
        queue.work.clear();
        drop(queue);
        self.wake.notify_all();
    }

    /// Waits for the threads to go, so that the store is closed in order; one that is stuck in a
    /// stage is left behind.
    pub(crate) fn wait_closed(&self, limit: Duration) {
        let queue = locked(&self.queue);
        drop(self.gone.wait_timeout_while(queue, limit, |queue| 0 < queue.threads));
    }

    fn leave(&self) {
        locked(&self.queue).threads -= 1;
        self.gone.notify_all();
    }

    fn pop(&self) -> Option<ReadyAttempt> {
        let mut queue = locked(&self.queue);
        loop {
            if queue.closed {
                return None;
            }
            if let Some(work) = queue.work.pop_front() {
                return Some(work);
            }
            queue.idle += 1;
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.idle -= 1;
        }
    }
}

pub(crate) fn spawn(shared: &Arc<EngineShared>) -> Result<(), EngineError> {
    let served = Arc::clone(shared);
    let thread = thread::Builder::new().name("jurat-stage".into());
    locked(&shared.pool.queue).threads += 1;
    let spawned = thread.spawn(move || {
        serve(&served);
        served.pool.leave();
    });
    spawned.map(drop).map_err(|error| {
        shared.pool.leave();
        EngineError::Thread(error.to_string())
    })
}

/// An attempt ran out of time and still holds its thread: another takes the thread's place.
pub(crate) fn replace(shared: &Arc<EngineShared>, abandoned: &AtomicBool) {
    if spawn(shared).is_err() {
        abandoned.store(false, Ordering::Release);
    }
}

fn serve(shared: &Arc<EngineShared>) {
    while let Some(work) = shared.pool.pop() {
        if !work.ctx.is_cancelled() && !run_on(shared, work) {
            return;
        }
    }
}

/// Runs an attempt, and what follows from it as long as that is one thing after another.
fn run_on(shared: &Arc<EngineShared>, work: ReadyAttempt) -> bool {
    let mut next = Some(work);
    while let Some(work) = next {
        if !work.ctx.cell.announce_attempt(&work.ctx) {
            return true;
        }
        let Some(computed) = compute(shared, &work) else {
            shared.waiting.start(shared, work);
            return true;
        };
        let mut follows = computed.into_iter();
        next = follows.next();
        if 0 < follows.len() {
            shared.pool.push(follows);
        }
        if work.is_abandoned() {
            shared.pool.push(next);
            return false;
        }
    }
    true
}

/// Lends the caller's thread to a run as long as one thing follows from another. What has a time
/// limit goes to the pool, since the caller cannot be replaced.
pub(crate) fn lend(shared: &Arc<EngineShared>, mut work: Vec<ReadyAttempt>) {
    let lendable = |work: &ReadyAttempt| {
        matches!(work.function, StageFn::Compute(_)) && work.limit.is_none()
    };
    while let Some(place) = work.iter().position(lendable) {
        let mine = work.swap_remove(place);
        if !work.is_empty() {
            shared.pool.push(work);
        }
        work = compute(shared, &mine).unwrap_or_default();
    }
    shared.pool.push(work);
}

/// Computes, and says what may begin then; `None` if the stage waits instead.
fn compute(shared: &EngineShared, work: &ReadyAttempt) -> Option<Vec<ReadyAttempt>> {
    let StageFn::Compute(function) = &work.function else { return None };
    let alarm = work.set_alarm(shared);
    let result = catch_unwind(AssertUnwindSafe(|| function(&work.ctx)));
    shared.timer.cancel(alarm);
    let result = result.unwrap_or_else(|panic| Err(panicked(&*panic)));
    Some(work.ctx.cell.finished(&work.ctx, result))
}
