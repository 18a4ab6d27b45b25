//! The caller's side of a run it owns.

use std::{
    sync::{Arc, mpsc},
    time::Duration,
};

use serde_json::Value as Json;

use super::{EngineError, RunCell, heard_event::HeardEvent, journal_tail::CommitUrgency};
use crate::{EventCause, RunId, RunOutcome, RunProgress, RunStatus};

/// A run this process owns. Dropping it lets the run go.
pub struct RunHandle {
    cell: Arc<RunCell>,
}

#[derive(Debug)]
pub enum WaitResult {
    Ended(RunEnd),
    /// Only people can take it further.
    Waiting(Vec<OpenQuestion>),
    LetGo,
    /// We failed; what the store has can be resumed.
    Fault(EngineError),
}

#[derive(Debug, Clone, PartialEq)]
pub struct RunEnd {
    pub outcome: RunOutcome,
    pub reasons: Vec<String>,
    /// The declared outputs; an error names the one that could not be evaluated.
    pub outputs: Result<Json, String>,
    pub progress: RunProgress,
    /// Stages of the total that are not completed.
    pub unfinished: Vec<String>,
    /// Joins that failed because too few of their inputs came: those are over, and to resume the run brings no others.
    pub short_joins: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenQuestion {
    /// `stage@epoch#index`.
    pub at: String,
    pub prompt: String,
    /// The answers allowed; any without them.
    pub choices: Vec<String>,
}

impl RunHandle {
    pub(super) fn new(cell: Arc<RunCell>) -> Self {
        Self { cell }
    }

    pub fn run(&self) -> RunId {
        self.cell.run
    }

    /// Waits until the run rests; everything said then is durable.
    pub fn wait(&self) -> WaitResult {
        loop {
            // An answer may set the run going again between the two.
            if let Some(stopped) = self.wait_for(Duration::from_hours(1)) {
                return stopped;
            }
        }
    }

    /// Waits no longer than `limit`; `None` if the run is still at work.
    pub fn wait_for(&self, limit: Duration) -> Option<WaitResult> {
        if self.cell.wait_rest(limit) { self.stopped() } else { None }
    }

    fn stopped(&self) -> Option<WaitResult> {
        let inner = self.cell.lock();
        if let Some(fault) = inner.owner.fault() {
            return Some(WaitResult::Fault(fault.clone()));
        }
        let state = &inner.state;
        match state.status() {
            RunStatus::Ended => state.end().map(WaitResult::Ended),
            RunStatus::Waiting => Some(WaitResult::Waiting(state.questions())),
            RunStatus::Running if inner.owner.is_closed() => Some(WaitResult::LetGo),
            RunStatus::Running => None,
        }
    }

    /// How far the run is now, and events from now on, each once it is durable.
    pub fn listen(&self) -> (RunProgress, mpsc::Receiver<HeardEvent>) {
        // Under the lock, so that no event falls between the two.
        let inner = self.cell.lock();
        (inner.state.progress(), self.cell.listeners.add())
    }

    /// The merged state as it stands, by channel.
    pub fn state(&self) -> Json {
        self.cell.lock().state.final_state()
    }

    /// Lets the run go in order: what was decided becomes durable, what is in flight is left to
    /// the next owner.
    pub fn let_go(&self) {
        let mut inner = self.cell.lock();
        if !inner.owner.is_alive() {
            return;
        }
        if inner.state.status() == RunStatus::Running {
            // If it cannot be recorded the next owner counts this as a crash, which is true.
            let _ = self.cell.decide(&mut inner, EventCause::Released);
        }
        let seq = inner.tail.seq();
        self.cell.barrier.forget_work();
        self.cell.hand_over(&mut inner, Vec::new(), CommitUrgency::Now);
        drop(inner);
        // A failure is in the cell already, for whoever waits.
        let _ = self.cell.wait_durable(seq);
        self.cell.close();
    }
}

impl Drop for RunHandle {
    fn drop(&mut self) {
        self.let_go();
    }
}
