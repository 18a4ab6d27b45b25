//! A run read back from its journal: newest snapshot, then the events after it.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use serde_json::Value as Json;

use jurat_canon::Hash;

use super::error::EngineError;
use crate::{
    ChainHead, Event, EventCause, RunId, RunRow, RunStore, RunSummary, SealedEvent,
    StateOperation, StoreError, WorkflowPlan, state::RunState, stored_value::StoredValue,
};

const PAGE: usize = 512;

/// A run as its journal tells it.
pub struct LoadedRun {
    pub(crate) state: RunState,
    pub chain: ChainHead,
    pub last_ms: i64,
    pub(crate) snapshot_seq: u64,
}

impl LoadedRun {
    pub fn summary(&self) -> RunSummary {
        self.state.summary()
    }
}

/// Reads a run back, up to event `until` (to the end without it).
pub fn load_run(
    store: &dyn RunStore,
    run: RunId,
    plan: &Arc<WorkflowPlan>,
    until: Option<u64>,
) -> Result<LoadedRun, EngineError> {
    let row = pinned_row(store, run, plan)?;
    let until = until.unwrap_or(row.head_seq);
    if until == 0 || row.head_seq < until {
        return Err(EngineError::NoEvent { run, seq: until, last: row.head_seq });
    }
    let reader = JournalReader::new(store, run, plan);
    reader.read(until)
}

/// The run as lists show it, if it is pinned to this definition.
pub(super) fn pinned_row(
    store: &dyn RunStore,
    run: RunId,
    plan: &WorkflowPlan,
) -> Result<RunRow, EngineError> {
    let row = store.run(run)?.ok_or(StoreError::UnknownRun(run))?;
    if row.new_run.definition != plan.hash {
        let (workflow, pinned) = (row.new_run.workflow, row.new_run.definition);
        return Err(EngineError::OtherDefinition { run, workflow, pinned });
    }
    Ok(row)
}

/// Does work on a journal that may be forged: one that breaks what the engine keeps true of its own must not end us.
pub(super) fn unless_absurd<T>(
    run: RunId,
    head_seq: u64,
    work: impl FnOnce() -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let what = "its events contradict each other".to_owned();
        Err(EngineError::Journal { run, seq: head_seq, what })
    })
}

/// What deciding a journal's events again came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedecideResult {
    /// Every event decides what its record says.
    Alike,
    /// This one would decide something else.
    Unlike(u64),
    /// From this one on the run was failing, stopped, taken over or done from outside: what follows
    /// rests on more than the journal's causes.
    Interrupted(u64),
}

/// Decides every event of a run again, from the causes alone. Unlike a replay it does not believe
/// the record: a forged route, join or ending shows.
pub fn redecide(
    store: &dyn RunStore,
    run: RunId,
    plan: &Arc<WorkflowPlan>,
) -> Result<RedecideResult, EngineError> {
    let mut reader = JournalReader::new(store, run, plan);
    let (mut decider, mut chain) = (EventRedecider::new(plan), ChainHead::START);
    loop {
        let page = store.events(run, chain.seq + 1, PAGE)?;
        if page.is_empty() {
            return Ok(RedecideResult::Alike);
        }
        for sealed in page {
            let event = reader.event(&sealed, &mut chain)?;
            match decider.step(&event) {
                RedecideStep::Alike => {}
                RedecideStep::Unlike(_) => return Ok(RedecideResult::Unlike(sealed.seq)),
                RedecideStep::Interrupted => {
                    return Ok(RedecideResult::Interrupted(sealed.seq));
                }
            }
        }
    }
}

pub(super) struct EventRedecider {
    state: RunState,
}

pub(super) enum RedecideStep {
    Alike,
    Unlike(Vec<StateOperation>),
    Interrupted,
}

impl EventRedecider {
    pub(super) fn new(plan: &Arc<WorkflowPlan>) -> Self {
        Self { state: RunState::new(Arc::clone(plan)) }
    }

    pub(super) fn step(&mut self, event: &Event) -> RedecideStep {
        // A snapshot is taken, not decided.
        if matches!(event.cause, EventCause::Snapshot { .. }) && event.ops.is_empty() {
            return RedecideStep::Alike;
        }
        let again = self.state.decide(event.cause.clone()).event;
        if self.state.failing.is_some() || !is_plain(&event.cause) {
            return RedecideStep::Interrupted;
        }
        if again.ops == event.ops {
            RedecideStep::Alike
        } else {
            RedecideStep::Unlike(again.ops)
        }
    }
}

/// Whether what follows from it is in the state alone.
fn is_plain(cause: &EventCause) -> bool {
    match cause {
        EventCause::RunStarted(started) => started.mode == crate::RunMode::Push,
        EventCause::Forked(_)
        | EventCause::CancelAsked { .. }
        | EventCause::WallSpent { .. }
        | EventCause::Released
        | EventCause::Resumed(_) => false,
        _ => true,
    }
}

/// The definition that a run is pinned to, as JSON text.
pub fn pinned_definition(store: &dyn RunStore, hash: Hash) -> Result<String, EngineError> {
    let bytes = store.blob(hash)?.ok_or(EngineError::MissingBlob(hash))?;
    String::from_utf8(bytes).map_err(|_| StoreError::Damaged(format!("blob {hash}")).into())
}

fn fetch_json(store: &dyn RunStore, hash: Hash) -> Result<Arc<Json>, EngineError> {
    let bytes = store.blob(hash)?.ok_or(EngineError::MissingBlob(hash))?;
    let damaged = |error| StoreError::Damaged(format!("blob {hash} is no JSON: {error}"));
    Ok(Arc::new(serde_json::from_slice(&bytes).map_err(damaged)?))
}

/// A value, fetched where only its name is here.
pub(crate) fn stored_json(
    store: &dyn RunStore,
    value: &StoredValue,
) -> Result<Arc<Json>, EngineError> {
    value
        .missing()
        .map_or_else(|| Ok(value.json()), |hash| fetch_json(store, hash))
}

/// Reads the events of one run, each checked against the chain.
pub(super) struct JournalReader<'a> {
    store: &'a dyn RunStore,
    run: RunId,
    plan: &'a Arc<WorkflowPlan>,
    blobs: BTreeMap<Hash, Arc<Json>>,
}

impl<'a> JournalReader<'a> {
    pub(super) fn new(
        store: &'a dyn RunStore,
        run: RunId,
        plan: &'a Arc<WorkflowPlan>,
    ) -> Self {
        Self { store, run, plan, blobs: BTreeMap::new() }
    }

    fn read(mut self, until: u64) -> Result<LoadedRun, EngineError> {
        let mut loaded = self.begin(until)?;
        while loaded.chain.seq < until {
            for sealed in self.page(loaded.chain.seq, until)? {
                let event = self.event(&sealed, &mut loaded.chain)?;
                loaded.last_ms = sealed.at_ms;
                loaded.state.replay(&event);
            }
        }
        Ok(loaded)
    }

    /// The state that the events to be read build on.
    fn begin(&mut self, until: u64) -> Result<LoadedRun, EngineError> {
        if let Some((seq, hash)) = self.store.snapshot(self.run, until)? {
            return self.begin_at(seq, hash);
        }
        let first = self.sealed(1)?;
        let mut chain = ChainHead::START;
        let event = self.event(&first, &mut chain)?;
        let (state, chain, snapshot_seq) = match &event.cause {
            EventCause::Forked(forked) => (self.state(forked.state)?, chain, 1),
            _ => (RunState::new(Arc::clone(self.plan)), ChainHead::START, 0),
        };
        Ok(LoadedRun { state, chain, last_ms: first.at_ms, snapshot_seq })
    }

    /// A snapshot counts only if the journal vouches for it.
    fn begin_at(&mut self, seq: u64, hash: Hash) -> Result<LoadedRun, EngineError> {
        let sealed = self.sealed(seq)?;
        let event = parse(self.run, &sealed)?;
        let intact = sealed.payload.as_ref().map(|payload| Hash::of(payload));
        if intact != Some(sealed.payload_hash)
            || event.cause != (EventCause::Snapshot { state: hash })
        {
            return Err(self.damaged(seq, "it does not vouch for the snapshot stored under it"));
        }
        let chain = ChainHead { seq, head: sealed.hash };
        let state = self.state(hash)?;
        Ok(LoadedRun {
            state,
            chain,
            last_ms: sealed.at_ms,
            snapshot_seq: seq,
        })
    }

    /// Some events after `seq`, up to `until`; there must be one.
    pub(super) fn page(&self, seq: u64, until: u64) -> Result<Vec<SealedEvent>, EngineError> {
        let limit = usize::try_from(until - seq).unwrap_or(PAGE).min(PAGE);
        let page = self.store.events(self.run, seq + 1, limit)?;
        if page.is_empty() {
            return Err(self.damaged(seq + 1, "it is missing"));
        }
        Ok(page)
    }

    pub(super) fn sealed(&self, seq: u64) -> Result<SealedEvent, EngineError> {
        let page = self.store.events(self.run, seq, 1)?;
        let found = page.into_iter().find(|event| event.seq == seq);
        found.ok_or_else(|| self.damaged(seq, "it is missing"))
    }

    pub(super) fn state(&mut self, hash: Hash) -> Result<RunState, EngineError> {
        let bytes = self.store.blob(hash)?.ok_or(EngineError::MissingBlob(hash))?;
        let plan = Arc::clone(self.plan);
        RunState::load(plan, &bytes, &mut |datum| self.fetch(datum))
    }

    /// Checks an event against the chain, then supplies its blobs.
    pub(super) fn event(
        &mut self,
        sealed: &SealedEvent,
        chain: &mut ChainHead,
    ) -> Result<Event, EngineError> {
        let mut event = self.checked(sealed, chain)?;
        let mut fetched = Ok(());
        event.each(&mut |datum| {
            if fetched.is_ok() {
                fetched = self.fetch(datum);
            }
        });
        fetched.map(|()| event)
    }

    /// Checks an event against the chain; its blobs stay where they are.
    pub(super) fn checked(
        &self,
        sealed: &SealedEvent,
        chain: &mut ChainHead,
    ) -> Result<Event, EngineError> {
        let payload = sealed.payload.clone().ok_or(EngineError::Pruned(self.run))?;
        let names = (Arc::clone(&sealed.kind), Arc::clone(&sealed.subject));
        let again = chain.seal(self.run, names, sealed.at_ms, payload);
        if again.hash != sealed.hash {
            return Err(self.damaged(sealed.seq, "it does not fit the chain"));
        }
        parse(self.run, sealed)
    }

    pub(super) fn fetch(&mut self, datum: &mut StoredValue) -> Result<(), EngineError> {
        let Some(hash) = datum.missing() else { return Ok(()) };
        let json = match self.blobs.get(&hash) {
            Some(json) => Arc::clone(json),
            None => fetch_json(self.store, hash)?,
        };
        self.blobs.insert(hash, Arc::clone(&json));
        datum.resolve(json);
        Ok(())
    }

    pub(super) fn damaged(&self, seq: u64, what: &str) -> EngineError {
        EngineError::Journal { run: self.run, seq, what: what.to_owned() }
    }
}

pub(crate) fn parse(run: RunId, sealed: &SealedEvent) -> Result<Event, EngineError> {
    let payload = sealed.payload.as_ref().ok_or(EngineError::Pruned(run))?;
    serde_json::from_slice(payload).map_err(|error| {
        let what = format!("its payload cannot be read: {error}");
        EngineError::Journal { run, seq: sealed.seq, what }
    })
}
