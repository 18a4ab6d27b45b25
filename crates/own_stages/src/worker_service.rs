//! A worker: takes tasks of a name one after the other, says that it is still there, and hands in replies.

use std::{
    thread,
    time::{Duration, Instant},
};

use jurat_engine::{ClaimAnswer, ClaimedTask, Clock as _, StoreError, SystemClock, TaskQueue};
use serde_json::Value as Json;

/// Between two looks for a task: at first, and at last.
const LOOKS: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(500));
/// How often a claim is kept within its time.
const KEEPS: u32 = 3;

pub struct WorkerService<'a> {
    pub queue: &'a dyn TaskQueue,
    /// The tasks that it serves.
    pub name: &'a str,
    /// Who it is, for people.
    pub by: &'a str,
    /// How long a claim holds without a word.
    pub lease: Duration,
    /// Ends when there was nothing to do for so long; serves for ever without it.
    pub idle: Option<Duration>,
    /// Whether it is to end.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

/// How a task is done.
pub trait WorkerAct {
    /// Does a task. `wanted` is to be asked now and then: once it says no, the task is ended.
    fn act(
        &mut self,
        task: &ClaimedTask,
        wanted: &mut dyn FnMut() -> bool,
    ) -> Result<TaskDone, String>;
}

/// What came of a task.
#[derive(Debug, Clone, PartialEq)]
pub enum TaskDone {
    Replied(Json),
    /// It was ended on demand.
    Ended,
}

impl WorkerService<'_> {
    /// Serves until it is stopped or idle. What became of each task is told.
    pub fn serve(&self, act: &mut dyn WorkerAct, told: &dyn Fn(&str)) -> Result<(), String> {
        let (first, most) = LOOKS;
        let (mut pause, mut busy_at) = (first, Instant::now());
        while !(self.stopped)() {
            let now_ms = SystemClock.now_ms();
            let term = (now_ms, now_ms + self.lease_ms());
            if let Some(task) = self
                .queue
                .take(self.name, self.by, term)
                .map_err(|error| words(&error))?
            {
                told(&self.one(act, &task)?);
                (pause, busy_at) = (first, Instant::now());
                continue;
            }
            if self.idle.is_some_and(|idle| idle < busy_at.elapsed()) {
                return Ok(());
            }
            thread::sleep(pause);
            pause = most.min(pause * 2);
        }
        Ok(())
    }

    fn one(&self, act: &mut dyn WorkerAct, task: &ClaimedTask) -> Result<String, String> {
        let place = format!("{} of run {}", task.id.instance, task.id.run);
        let (mut kept_at, mut lost) = (Instant::now(), false);
        let mut wanted = || {
            if self.lease / KEEPS < kept_at.elapsed() {
                kept_at = Instant::now();
                let until = SystemClock.now_ms() + self.lease_ms();
                // A store that cannot be asked for a moment is no loss yet.
                lost |= matches!(self.queue.keep(&task.token, until), Ok(ClaimAnswer::Lost));
            }
            !lost && !(self.stopped)()
        };
        let done = act.act(task, &mut wanted)?;
        let (answer, did) = match done {
            TaskDone::Replied(reply) => {
                let did = if reply.get("error").is_some() { "failed" } else { "done" };
                (
                    self.queue
                        .reply(&task.token, &reply.to_string())
                        .map_err(|error| words(&error))?,
                    did,
                )
            }
            TaskDone::Ended => (
                self.queue.give_back(&task.token).map_err(|error| words(&error))?,
                "given back",
            ),
        };
        Ok(match answer {
            ClaimAnswer::Lost => format!("{place}: not wanted any more"),
            ClaimAnswer::Accepted | ClaimAnswer::Repeated => format!("{place}: {did}"),
        })
    }

    fn lease_ms(&self) -> i64 {
        i64::try_from(self.lease.as_millis()).unwrap_or(i64::MAX / 2)
    }
}

fn words(error: &StoreError) -> String {
    error.to_string()
}
