//! A finished run executed again from its journal: nothing is paid, read or written.
//!
//! Each attempt sees what the journal says it saw, and what it comes to is compared with what the
//! journal says it came to. So one change shows once, where it is, and not in everything behind
//! it. If every attempt gives its recorded patch and every decision is the recorded one, the whole
//! run gives the same bytes.

mod attempt;
mod compare;
mod words;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use serde::Serialize;
use serde_json::Value as Json;

use jurat_canon::Hash;

pub use compare::Differs;
pub(super) use words::words;

use super::{
    EngineError, RunCell,
    cell::Asked,
    load::{Decider, Reader, Step},
    shared::Shared,
};
use crate::{
    Cause, Chain, Event, FixedClock, MemoryStore, Op, Outcome, RunId, RunStatus, RunStore,
    Start, StoreError, Workflow, state::RunState,
};

const PAGE: usize = 512;
/// Most instances that the stages of one journal may start.
const MAX_INSTANCES: u64 = 1_000_000;

/// What executing a run again came to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replay {
    /// The run.
    pub run: RunId,
    /// How it ended, by its journal.
    pub outcome: Outcome,
    /// The attempts that the journal tells of, in its order.
    pub instances: Vec<Attempt>,
    /// Paid calls that the journal answered. None was made.
    pub paid_calls_answered: u64,
    /// Attempts that were not made again: the journal stood in for them.
    pub stood_in: usize,
    /// Where it came out otherwise, in the order of the journal.
    pub differences: Vec<Difference>,
    /// The event from which on decisions were taken from the journal and not decided again.
    pub decisions_read_from: Option<u64>,
    /// The merged state, from the patches as they came out now.
    #[serde(skip)]
    pub state: Json,
    /// Hash of that state.
    pub state_hash: Hash,
    /// Hash of the state that the journal records.
    pub recorded_hash: Hash,
    /// Whether all of it came out the same, byte for byte.
    pub same: bool,
}

/// One attempt of one instance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Attempt {
    /// `stage@epoch#index`.
    pub at: String,
    /// What became of it.
    pub again: Again,
}

/// What became of an attempt in a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    /// It was made again and came to the same.
    Same,
    /// The journal stood in for it.
    StoodIn,
    /// It was made again and came to something else.
    Differs,
}

/// One thing that came out otherwise.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// The instance, or what else the event is about.
    pub at: String,
    /// The event of the journal.
    pub seq: u64,
    /// What is different.
    #[serde(flatten)]
    pub what: Differs,
}

/// Executes a finished run again. `workflow` is bound to the definition that the run is pinned to.
///
/// Stages that are `pure` or `paid` are executed; the journal answers their paid calls, and a call
/// that it does not know is not made. For stages that are `read` or `external`, for people and for
/// whoever did stages from outside, the journal stands in, and so it does for attempts that ran out
/// of time, crashed, met a budget, or failed in a stage that pays. Time limits are not kept. Of a
/// fork only its own events are executed; of results that came too late, nothing.
pub fn replay(
    store: &dyn RunStore,
    run: RunId,
    workflow: &Arc<Workflow>,
) -> Result<Replay, EngineError> {
    let row = store.run(run)?.ok_or(StoreError::UnknownRun(run))?;
    if row.new_run.definition != workflow.plan.hash {
        let (workflow, pinned) = (row.new_run.workflow, row.new_run.definition);
        return Err(EngineError::OtherDefinition { run, workflow, pinned });
    }
    if row.summary.status != RunStatus::Ended {
        return Err(EngineError::Unfinished(run));
    }
    // A forged journal may break what the engine keeps true of its own: that must not end us.
    let replayed = catch_unwind(AssertUnwindSafe(|| {
        Replaying::begin(store, run, workflow)?.walk(row.head_seq)
    }));
    let absurd = |_| {
        let what = "its events contradict each other".to_owned();
        Err(EngineError::Journal { run, seq: row.head_seq, what })
    };
    replayed.unwrap_or_else(absurd)
}

/// A replay under way.
struct Replaying<'a> {
    reader: Reader<'a>,
    chain: Chain,
    /// The run as the journal tells it, up to the event that comes next.
    cell: Arc<RunCell>,
    /// The same with the patches as they came out now, from the first that differs.
    now: Option<RunState>,
    decider: Option<Decider>,
    started: u64,
    found: Replay,
}

impl<'a> Replaying<'a> {
    fn begin(
        store: &'a dyn RunStore,
        run: RunId,
        workflow: &'a Arc<Workflow>,
    ) -> Result<Self, EngineError> {
        let mut reader = Reader::new(store, run, &workflow.plan);
        let first = reader.sealed(1)?;
        let event = reader.event(&first, &mut Chain::START.clone())?;
        let mut state = match &event.cause {
            Cause::Forked(forked) => reader.state(forked.state)?,
            _ => RunState::new(Arc::clone(&workflow.plan)),
        };
        if let Cause::RunStarted(started) = &event.cause {
            state.params.clone_from(&started.params);
            state.preset(&event.cause);
        }
        for reply in state.paid.values_mut() {
            reader.fetch(reply)?;
        }
        let memory: Arc<dyn RunStore> = Arc::new(MemoryStore::default());
        let lease = memory.claim(run, true)?;
        let shared = Arc::new(Shared::new(memory, Arc::new(FixedClock(0)), u64::MAX));
        let cell = RunCell::new(&shared, run, workflow, (state, Chain::START), lease);
        cell.lock().asked = Some(Asked::default());
        Ok(Self {
            reader,
            chain: Chain::START,
            cell,
            now: None,
            decider: Some(Decider::new(&workflow.plan)),
            started: 0,
            found: nothing_yet(run),
        })
    }

    fn walk(mut self, until: u64) -> Result<Replay, EngineError> {
        while self.chain.seq < until {
            let limit = usize::try_from(until - self.chain.seq).unwrap_or(PAGE).min(PAGE);
            let page = self.reader.events(self.chain.seq + 1, limit)?;
            if page.is_empty() {
                return Err(self.reader.damaged(self.chain.seq + 1, "it is missing"));
            }
            for sealed in page {
                let mut event = self.reader.event(&sealed, &mut self.chain)?;
                if let Cause::PaidResult { result, .. } = &mut event.cause {
                    self.reader.fetch(result)?;
                }
                self.step(&event)?;
            }
        }
        self.end()
    }

    fn step(&mut self, event: &Event) -> Result<(), EngineError> {
        self.bound(event)?;
        let changed = match &event.cause {
            Cause::Completed(done) => self.completed(done, event)?,
            Cause::Failed(failed) => {
                self.failed(failed)?;
                None
            }
            Cause::Answered { at, .. } => {
                self.stand_in(at);
                None
            }
            _ => None,
        };
        self.decide_again(event);
        let mut inner = self.cell.lock();
        if changed.is_some() && self.now.is_none() {
            self.now = Some(inner.state.clone());
        }
        if let Some(now) = &mut self.now {
            let cause = changed.unwrap_or_else(|| event.cause.clone());
            now.replay(&Event { cause, ops: event.ops.clone() });
        }
        inner.state.replay(event);
        Ok(())
    }

    /// A forged width must not fill the memory.
    fn bound(&mut self, event: &Event) -> Result<(), EngineError> {
        let widths = event.ops.iter().map(|op| match op {
            Op::Start(Start { width, .. }) => u64::from(*width),
            _ => 0,
        });
        self.started = self.started.saturating_add(widths.sum());
        if self.started <= MAX_INSTANCES {
            return Ok(());
        }
        Err(self
            .reader
            .damaged(self.chain.seq, "it starts more instances than can be followed"))
    }

    /// Whether the event's cause still leads to what was decided then.
    fn decide_again(&mut self, event: &Event) {
        let Some(decider) = &mut self.decider else { return };
        match decider.step(event) {
            Step::Alike => return,
            Step::Interrupted => self.found.decisions_read_from = Some(self.chain.seq),
            Step::Unlike(now) => {
                let at = event.cause.subject().to_owned();
                self.differs(&at, [Differs::decision(&event.ops, &now)]);
                self.found.decisions_read_from = Some(self.chain.seq + 1);
            }
        }
        self.decider = None;
    }

    fn differs(&mut self, at: &str, what: impl IntoIterator<Item = Differs>) {
        let seq = self.chain.seq;
        let named = |what| Difference { at: at.to_owned(), seq, what };
        self.found.differences.extend(what.into_iter().map(named));
    }

    fn note(&mut self, at: &str, again: Again) {
        self.found.instances.push(Attempt { at: at.to_owned(), again });
    }

    fn stand_in(&mut self, at: &str) {
        self.found.stood_in += 1;
        self.note(at, Again::StoodIn);
    }

    fn end(self) -> Result<Replay, EngineError> {
        let inner = self.cell.lock();
        let outcome = inner.state.ended.ok_or(EngineError::Unfinished(self.cell.run))?;
        let recorded = inner.state.final_state();
        let state = self.now.map_or_else(|| recorded.clone(), |now| now.final_state());
        let (recorded_hash, state_hash) = (hash(&recorded)?, hash(&state)?);
        let same = self.found.differences.is_empty() && recorded_hash == state_hash;
        let answered = inner.asked.as_ref().map_or(0, |asked| asked.answered);
        drop(inner);
        Ok(Replay {
            outcome,
            paid_calls_answered: answered,
            state,
            state_hash,
            recorded_hash,
            same,
            ..self.found
        })
    }
}

fn nothing_yet(run: RunId) -> Replay {
    Replay {
        run,
        outcome: Outcome::Completed,
        instances: Vec::new(),
        paid_calls_answered: 0,
        stood_in: 0,
        differences: Vec::new(),
        decisions_read_from: None,
        state: Json::Null,
        state_hash: Hash::ZERO,
        recorded_hash: Hash::ZERO,
        same: true,
    }
}

/// Keys are sorted in this JSON type, so equal states give equal bytes.
fn hash(state: &Json) -> Result<Hash, EngineError> {
    let bytes = serde_json::to_vec(state);
    let bytes = bytes.map_err(|error| EngineError::Unwritable(error.to_string()))?;
    Ok(Hash::of(&bytes))
}
