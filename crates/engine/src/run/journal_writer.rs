//! The writer: one thread that appends what was decided, many runs to a commit. Decides nothing.

use std::{
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
    time::Duration,
};

use super::{
    RunCell,
    engine_shared::EngineShared,
    error::EngineError,
    journal_tail::{CommitUrgency, commit},
    plain_lock::locked,
};
use crate::RunAppend;

/// How long events may stay in memory when nobody waits for them.
const LINGER: Duration = Duration::from_millis(2);

#[derive(Default)]
pub(crate) struct JournalWriter {
    queue: Mutex<WriterQueue>,
    wake: Condvar,
}

#[derive(Default)]
struct WriterQueue {
    cells: Vec<Arc<RunCell>>,
    hasty: bool,
    /// The thread is waiting and must be told.
    asleep: bool,
}

impl JournalWriter {
    /// Puts a run on the list (unless it is on it), and says whether someone waits.
    pub(super) fn enqueue(&self, cell: Option<Arc<RunCell>>, haste: CommitUrgency) {
        let mut queue = locked(&self.queue);
        let first = queue.cells.is_empty() && cell.is_some();
        let hastens = haste == CommitUrgency::Now && !queue.hasty;
        queue.cells.extend(cell);
        queue.hasty |= haste == CommitUrgency::Now;
        let wake = queue.asleep && (first || hastens);
        drop(queue);
        if wake {
            self.wake.notify_one();
        }
    }

    pub(crate) fn close(&self) {
        drop(locked(&self.queue));
        self.wake.notify_one();
    }

    fn next(&self, shared: &EngineShared) -> Vec<Arc<RunCell>> {
        let mut queue = locked(&self.queue);
        while queue.cells.is_empty() && !shared.is_closed() {
            queue.asleep = true;
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        if !queue.hasty && !shared.is_closed() {
            queue.asleep = true;
            let waited = self.wake.wait_timeout_while(queue, LINGER, |queue| !queue.hasty);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        queue.asleep = false;
        queue.hasty = false;
        std::mem::take(&mut queue.cells)
    }
}

pub(crate) fn spawn(shared: &Arc<EngineShared>) -> Result<thread::JoinHandle<()>, EngineError> {
    let shared = Arc::clone(shared);
    let serve = move || {
        loop {
            let cells = shared.writer.next(&shared);
            if cells.is_empty() {
                return;
            }
            write(&shared, &cells);
        }
    };
    let thread = thread::Builder::new().name("jurat-writer".into());
    thread
        .spawn(serve)
        .map_err(|error| EngineError::Thread(error.to_string()))
}

fn write(shared: &EngineShared, cells: &[Arc<RunCell>]) {
    let appends: Vec<RunAppend> = cells.iter().map(|cell| cell.lock().append()).collect();
    if appends
        .iter()
        .all(|append| append.events.is_empty() && append.taken.is_empty())
    {
        return;
    }
    let results = commit(&*shared.store, &appends);
    for ((cell, append), result) in cells.iter().zip(appends).zip(results) {
        let work = cell.settle(&mut cell.lock(), append, result);
        shared.pool.push(work);
    }
}
