//! A finished run executed again from its journal: nothing is paid, read or written.
//!
//! Each attempt sees what the journal says it saw, and what it comes to is compared with what the
//! journal says it came to. So one change shows once, where it is, and not in everything behind
//! it. If every attempt gives its recorded patch and every decision is the recorded one, the whole
//! run gives the same bytes.

mod attempt;
mod compare;
mod operation_text;

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value as Json;

use jurat_canon::Hash;

pub use compare::ReplayDifferenceKind;
pub(super) use operation_text::words;

use super::{
    EngineError, RunCell,
    engine_shared::EngineShared,
    journal_reader::{EventRedecider, JournalReader, RedecideStep, pinned_row, unless_absurd},
};
use crate::{
    ChainHead, Event, EventCause, FixedClock, MemoryStore, RunId, RunOutcome, RunStatus,
    RunStore, Workflow, journal::MAX_INSTANCES, state::RunState,
};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplayReport {
    pub run: RunId,
    pub outcome: RunOutcome,
    /// The attempts that the journal tells of, in its order.
    pub instances: Vec<ReplayedAttempt>,
    /// Paid calls that the journal answered. None was made.
    pub paid_calls_answered: u64,
    /// Attempts that were not made again: the journal stood in for them.
    pub stood_in: usize,
    /// Where it came out otherwise, in the order of the journal.
    pub differences: Vec<ReplayDifference>,
    /// The event from which on decisions were taken from the journal and not decided again.
    pub decisions_read_from: Option<u64>,
    /// The merged state, from the patches as they came out now.
    #[serde(skip)]
    pub state: Json,
    pub state_hash: Hash,
    /// Hash of the state that the journal records.
    pub recorded_hash: Hash,
    /// Whether all of it came out the same, byte for byte.
    pub same: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReplayedAttempt {
    /// `stage@epoch#index`.
    pub at: String,
    pub again: ReplayStatus,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplayStatus {
    /// It was made again and came to the same.
    Same,
    /// The journal stood in for it.
    StoodIn,
    /// It was made again and came to something else.
    Differs,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplayDifference {
    /// The instance, or what else the event is about.
    pub at: String,
    pub seq: u64,
    #[serde(flatten)]
    pub what: ReplayDifferenceKind,
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
) -> Result<ReplayReport, EngineError> {
    let row = pinned_row(store, run, &workflow.plan)?;
    if row.summary.status != RunStatus::Ended {
        return Err(EngineError::Unfinished(run));
    }
    unless_absurd(run, row.head_seq, || {
        ReplaySession::begin(store, run, workflow)?.walk(row.head_seq)
    })
}

struct ReplaySession<'a> {
    reader: JournalReader<'a>,
    chain: ChainHead,
    /// The run as the journal tells it, up to the event that comes next.
    cell: Arc<RunCell>,
    /// The same with the patches as they came out now, from the first that differs.
    now: Option<RunState>,
    decider: Option<EventRedecider>,
    started: u64,
    found: ReplayReport,
}

impl<'a> ReplaySession<'a> {
    fn begin(
        store: &'a dyn RunStore,
        run: RunId,
        workflow: &'a Arc<Workflow>,
    ) -> Result<Self, EngineError> {
        let mut reader = JournalReader::new(store, run, &workflow.plan);
        let first = reader.sealed(1)?;
        let event = reader.event(&first, &mut ChainHead::START.clone())?;
        let mut state = match &event.cause {
            EventCause::Forked(forked) => reader.state(forked.state)?,
            _ => RunState::new(Arc::clone(&workflow.plan)),
        };
        if let EventCause::RunStarted(started) = &event.cause {
            state.params.clone_from(&started.params);
            state.preset(&event.cause);
        }
        for reply in state.paid.values_mut() {
            reader.fetch(reply)?;
        }
        let memory: Arc<dyn RunStore> = Arc::new(MemoryStore::default());
        let lease = memory.claim(run, true)?;
        let shared = Arc::new(EngineShared::new(memory, Arc::new(FixedClock(0)), u64::MAX));
        let cell = RunCell::new(&shared, run, workflow, (state, ChainHead::START), lease);
        cell.replayed.begin();
        Ok(Self {
            reader,
            chain: ChainHead::START,
            cell,
            now: None,
            decider: Some(EventRedecider::new(&workflow.plan)),
            started: 0,
            found: nothing_yet(run),
        })
    }

    fn walk(mut self, until: u64) -> Result<ReplayReport, EngineError> {
        while self.chain.seq < until {
            for sealed in self.reader.page(self.chain.seq, until)? {
                let mut event = self.reader.event(&sealed, &mut self.chain)?;
                if let EventCause::PaidResult { result, .. } = &mut event.cause {
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
            EventCause::Completed(done) => self.completed(done, event)?,
            EventCause::Failed(failed) => {
                self.failed(failed)?;
                None
            }
            EventCause::Answered { at, .. } => {
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
        self.started = self.started.saturating_add(event.width());
        if self.started <= MAX_INSTANCES {
            return Ok(());
        }
        let what = "it starts more instances than can be followed";
        Err(self.reader.damaged(self.chain.seq, what))
    }

    /// Whether the event's cause still leads to what was decided then.
    fn decide_again(&mut self, event: &Event) {
        let Some(decider) = &mut self.decider else { return };
        match decider.step(event) {
            RedecideStep::Alike => return,
            RedecideStep::Interrupted => self.found.decisions_read_from = Some(self.chain.seq),
            RedecideStep::Unlike(now) => {
                let at = event.cause.subject().to_owned();
                self.differs(&at, [ReplayDifferenceKind::decision(&event.ops, &now)]);
                self.found.decisions_read_from = Some(self.chain.seq + 1);
            }
        }
        self.decider = None;
    }

    fn differs(&mut self, at: &str, what: impl IntoIterator<Item = ReplayDifferenceKind>) {
        let seq = self.chain.seq;
        let named = |what| ReplayDifference { at: at.to_owned(), seq, what };
        self.found.differences.extend(what.into_iter().map(named));
    }

    fn note(&mut self, at: &str, again: ReplayStatus) {
        self.found
            .instances
            .push(ReplayedAttempt { at: at.to_owned(), again });
    }

    fn stand_in(&mut self, at: &str) {
        self.found.stood_in += 1;
        self.note(at, ReplayStatus::StoodIn);
    }

    fn end(self) -> Result<ReplayReport, EngineError> {
        let inner = self.cell.lock();
        let outcome = inner.state.ended.ok_or(EngineError::Unfinished(self.cell.run))?;
        let recorded = inner.state.final_state();
        let state = self.now.map_or_else(|| recorded.clone(), |now| now.final_state());
        let (recorded_hash, state_hash) = (hash(&recorded)?, hash(&state)?);
        let same = self.found.differences.is_empty() && recorded_hash == state_hash;
        let answered = self.cell.replayed.answered();
        drop(inner);
        Ok(ReplayReport {
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

fn nothing_yet(run: RunId) -> ReplayReport {
    ReplayReport {
        run,
        outcome: RunOutcome::Completed,
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
