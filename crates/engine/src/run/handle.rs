//! The caller's side of a run it owns.

use std::{
    sync::{Arc, mpsc},
    time::Duration,
};

use serde_json::Value as Json;

use super::{EngineError, RunCell, record::Haste};
use crate::{Cause, Outcome, Progress, RunId, RunStatus, SealedEvent};

/// A run this process owns. Dropping it lets the run go.
pub struct RunHandle {
    cell: Arc<RunCell>,
}

/// Why waiting came to an end.
#[derive(Debug)]
pub enum Stopped {
    /// The run ended.
    Ended(RunEnd),
    /// Only people can take it further.
    Waiting(Vec<Question>),
    /// It was let go.
    LetGo,
    /// We failed; what the store has can be resumed.
    Fault(EngineError),
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq)]
pub struct RunEnd {
    /// How.
    pub outcome: Outcome,
    /// Why, where there is something to say.
    pub reasons: Vec<String>,
    /// The declared outputs; an error names the one that could not be evaluated.
    pub outputs: Result<Json, String>,
    /// Stages completed.
    pub progress: Progress,
}

/// A question that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// `stage@epoch#index`.
    pub at: String,
    /// The words.
    pub prompt: String,
    /// The answers allowed; any without them.
    pub choices: Vec<String>,
}

impl RunHandle {
    pub(super) fn new(cell: Arc<RunCell>) -> Self {
        Self { cell }
    }

    /// The run.
    pub fn run(&self) -> RunId {
        self.cell.run
    }

    /// Waits until the run rests; everything said then is durable.
    pub fn wait(&self) -> Stopped {
        loop {
            // An answer may set the run going again between the two.
            if let Some(stopped) = self.wait_for(Duration::from_hours(1)) {
                return stopped;
            }
        }
    }

    /// Waits no longer than `limit`; `None` if the run is still at work.
    pub fn wait_for(&self, limit: Duration) -> Option<Stopped> {
        if self.cell.wait_rest(limit) { self.stopped() } else { None }
    }

    fn stopped(&self) -> Option<Stopped> {
        let inner = self.cell.lock();
        if let Some(fault) = &inner.fault {
            return Some(Stopped::Fault(fault.clone()));
        }
        let state = &inner.state;
        match state.status() {
            RunStatus::Ended => Some(Stopped::Ended(RunEnd {
                outcome: state.ended.unwrap_or_default(),
                reasons: state.reasons.clone(),
                outputs: state.outputs(),
                progress: state.progress(),
            })),
            RunStatus::Waiting => Some(Stopped::Waiting(state.questions())),
            RunStatus::Running if inner.closed => Some(Stopped::LetGo),
            RunStatus::Running => None,
        }
    }

    /// Events from now on, each once it is durable.
    pub fn listen(&self) -> mpsc::Receiver<SealedEvent> {
        let (sender, receiver) = mpsc::channel();
        self.cell.lock().listeners.push(sender);
        receiver
    }

    /// The merged state as it stands, by channel.
    pub fn state(&self) -> Json {
        self.cell.lock().state.final_state()
    }

    /// Lets the run go in order: what was decided becomes durable, what is in flight is left to
    /// the next owner.
    pub fn let_go(&self) {
        let mut inner = self.cell.lock();
        if !inner.is_alive() {
            return;
        }
        if inner.state.status() == RunStatus::Running {
            let event = inner.state.decide(Cause::Released);
            // If it cannot be recorded the next owner counts this as a crash, which is true.
            let _ = self.cell.record(&mut inner, event);
        }
        let seq = inner.chain.seq;
        inner.barred.clear();
        self.cell.hand_over(&mut inner, Vec::new(), Haste::Now);
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
