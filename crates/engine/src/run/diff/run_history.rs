//! What a run did, point by point, as its journal tells it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde_json::Value as Json;

use jurat_canon::Hash;

use super::super::{
    EngineError,
    journal_reader::{JournalReader, unless_absurd},
    pinned_definition,
    replay::words,
};
use crate::{
    ChainHead, ChannelWrites, EffectClass, Event, EventCause, RunId, RunOutcome, RunRow,
    RunStore, SealedEvent, StateOperation, StoreError, StoredValue, WorkflowPlan,
    journal::MAX_INSTANCES, load, plan::StageKind, state::RunState,
};

const PAGE: usize = 512;
/// Most forks of forks that are followed.
const MAX_FORKS: usize = 64;

pub(super) struct RunHistory {
    pub(super) row: RunRow,
    pub(super) params: BTreeMap<String, Json>,
    pub(super) input: ChannelWrites,
    pub(super) points: BTreeMap<HistoryPoint, PointRecord>,
    /// Every paid call, and its reply if it came to one.
    pub(super) calls: BTreeMap<Hash, Option<StoredValue>>,
    /// The run's payloads are gone.
    pub(super) erased: bool,
}

/// A point of a run that another run may have too.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct HistoryPoint {
    /// `stage@epoch#index`, `stage@epoch`, or empty for the run itself.
    pub(super) at: String,
    pub(super) part: PointAspect,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PointAspect {
    /// How a stage began or was left out.
    Begins,
    /// What an instance came to.
    Instance,
    /// Where the run went from there.
    GoesOn,
    Ends,
}

/// Causes before effects, the rest by name.
pub(super) type CausalOrder = (u32, u32, u32, PointAspect, u32);

pub(super) struct PointRecord {
    pub(super) order: CausalOrder,
    pub(super) how: PointResult,
    pub(super) calls: BTreeSet<Hash>,
    pub(super) by: PointActor,
    /// Hash of the event's payload; equal ones say the same.
    pub(super) payload: Hash,
}

pub(super) enum PointResult {
    Decided(String),
    Done {
        writes: ChannelWrites,
        outcome: Option<(RunOutcome, String)>,
    },
    Failed(String),
    GivenUp,
    Open,
    /// Its payload is gone; this is its kind.
    Erased(Arc<str>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PointActor {
    Function(EffectClass),
    Person,
    Outside,
    Engine,
}

impl RunHistory {
    pub(super) fn of(store: &dyn RunStore, run: RunId) -> Result<Self, EngineError> {
        let row = store.run(run)?.ok_or(StoreError::UnknownRun(run))?;
        if is_erased(store, run)? {
            return headers(store, row);
        }
        let text = pinned_definition(store, row.new_run.definition)?;
        let checked = load(&text).map_err(|wrong| {
            let what = format!("the definition it names cannot be used: {wrong}");
            EngineError::Journal { run, seq: 1, what }
        })?;
        let plan = Arc::new(WorkflowPlan::new(checked));
        let head = row.head_seq;
        unless_absurd(run, head, || HistoryReader::new(store, row, &plan).tell())
    }

    fn new(row: RunRow, erased: bool) -> Self {
        Self {
            row,
            params: BTreeMap::new(),
            input: Vec::new(),
            points: BTreeMap::new(),
            calls: BTreeMap::new(),
            erased,
        }
    }
}

fn is_erased(store: &dyn RunStore, run: RunId) -> Result<bool, EngineError> {
    let first = store.events(run, 1, 1)?;
    Ok(first.first().is_none_or(|event| event.payload.is_none()))
}

/// What is left of a run whose payloads are gone.
fn headers(store: &dyn RunStore, row: RunRow) -> Result<RunHistory, EngineError> {
    let (run, mut seq) = (row.run, 0);
    let mut account = RunHistory::new(row, true);
    loop {
        let page = store.headers(run, seq + 1, PAGE)?;
        let Some(last) = page.last() else { return Ok(account) };
        seq = last.seq;
        for header in page {
            if !["completed", "failed", "answered"].contains(&&*header.kind) {
                continue;
            }
            let at = header.subject.to_string();
            let place = u32::try_from(header.seq).unwrap_or(u32::MAX);
            let did = PointRecord {
                order: (place, 0, 0, PointAspect::Instance, 0),
                how: PointResult::Erased(header.kind),
                calls: BTreeSet::new(),
                by: PointActor::Engine,
                payload: header.payload_hash,
            };
            account
                .points
                .insert(HistoryPoint { at, part: PointAspect::Instance }, did);
        }
    }
}

/// Reads a journal, and those of the runs it was forked from.
struct HistoryReader<'a> {
    store: &'a dyn RunStore,
    plan: &'a Arc<WorkflowPlan>,
    state: RunState,
    started: u64,
    account: RunHistory,
}

impl<'a> HistoryReader<'a> {
    fn new(store: &'a dyn RunStore, row: RunRow, plan: &'a Arc<WorkflowPlan>) -> Self {
        let state = RunState::new(Arc::clone(plan));
        Self {
            store,
            plan,
            state,
            started: 0,
            account: RunHistory::new(row, false),
        }
    }

    fn tell(mut self) -> Result<RunHistory, EngineError> {
        let line = self.line()?;
        for (place, (run, until)) in line.into_iter().rev().enumerate() {
            self.read(run, until, place == 0)?;
        }
        self.account.params = self.state.params;
        let channels = self.plan.channels.iter().zip(self.state.start);
        let input = channels.filter_map(|(plan, value)| Some((Arc::clone(&plan.name), value?)));
        self.account.input = input.collect();
        Ok(self.account)
    }

    /// The run and those it was forked from, each with the last event that counts.
    fn line(&self) -> Result<Vec<(RunId, u64)>, EngineError> {
        let row = &self.account.row;
        let mut line = vec![(row.run, row.head_seq)];
        let mut parent = row.new_run.parent;
        while let Some((run, at)) = parent
            && line.len() < MAX_FORKS
        {
            let Some(row) = self.store.run(run)? else { break };
            let other = row.new_run.definition != self.plan.hash;
            if other || is_erased(self.store, run)? {
                break;
            }
            line.push((run, at.min(row.head_seq)));
            parent = row.new_run.parent;
        }
        Ok(line)
    }

    fn read(&mut self, run: RunId, until: u64, eldest: bool) -> Result<(), EngineError> {
        let reader = JournalReader::new(self.store, run, self.plan);
        let mut chain = ChainHead::START;
        while chain.seq < until {
            for sealed in reader.page(chain.seq, until)? {
                let event = reader.checked(&sealed, &mut chain)?;
                if let (true, EventCause::Forked(forked)) = (eldest, &event.cause) {
                    self.state = self.saved(forked.state)?;
                }
                self.bound(&event).map_err(|what| reader.damaged(sealed.seq, what))?;
                self.event(&sealed, event);
            }
        }
        Ok(())
    }

    /// A state without its values: only where stages stand is of interest.
    fn saved(&self, hash: Hash) -> Result<RunState, EngineError> {
        let bytes = self.store.blob(hash)?.ok_or(EngineError::MissingBlob(hash))?;
        RunState::load(Arc::clone(self.plan), &bytes, &mut |_| Ok::<(), EngineError>(()))
    }

    fn bound(&mut self, event: &Event) -> Result<(), &'static str> {
        self.started = self.started.saturating_add(event.width());
        let few = self.started <= MAX_INSTANCES;
        if few { Ok(()) } else { Err("it starts more instances than can be followed") }
    }

    fn event(&mut self, sealed: &SealedEvent, event: Event) {
        let Event { cause, ops } = event;
        self.cause(sealed, &cause);
        self.state.replay(&Event { cause, ops: Vec::new() });
        for op in &ops {
            self.op(sealed, op);
        }
    }

    fn cause(&mut self, sealed: &SealedEvent, cause: &EventCause) {
        let done = |writes: &ChannelWrites| PointResult::Done {
            writes: writes.clone(),
            outcome: None,
        };
        match cause {
            EventCause::Completed(finished) => {
                let (writes, outcome) = (finished.writes.clone(), finished.outcome.clone());
                self.instance(sealed, &finished.at, PointResult::Done { writes, outcome });
            }
            EventCause::Answered { at, writes, .. } => self.instance(sealed, at, done(writes)),
            EventCause::Failed(failed) if failed.retry_in_ms.is_none() => {
                self.instance(sealed, &failed.at, PointResult::Failed(failed.message.clone()));
            }
            EventCause::PaidIntent { at, call, .. } => self.call(sealed, at, *call, None),
            EventCause::PaidResult { at, call, result, .. } => {
                self.call(sealed, at, *call, Some(result.clone()));
            }
            _ => {}
        }
    }

    fn call(&mut self, sealed: &SealedEvent, at: &str, call: Hash, reply: Option<StoredValue>) {
        let known = self.account.calls.entry(call).or_default();
        if reply.is_some() {
            *known = reply;
        }
        let point = HistoryPoint { at: at.to_owned(), part: PointAspect::Instance };
        if !self.account.points.contains_key(&point) {
            self.instance(sealed, at, PointResult::Open);
        }
        if let Some(did) = self.account.points.get_mut(&point) {
            did.calls.insert(call);
        }
    }

    fn instance(&mut self, sealed: &SealedEvent, at: &str, how: PointResult) {
        let Some(key) = self.plan.key(at) else { return };
        let depth = self.state.stages[key.stage].depth;
        let stage = u32::try_from(key.stage).unwrap_or(u32::MAX);
        let by = match self.plan.stages[key.stage].kind {
            StageKind::Interrupt => PointActor::Person,
            _ if self.state.mode == crate::RunMode::Pull => PointActor::Outside,
            StageKind::Outside => PointActor::Outside,
            _ => PointActor::Function(self.plan.definition.stages[key.stage].effect),
        };
        let order = (depth, stage, key.epoch, PointAspect::Instance, key.index);
        let point = HistoryPoint { at: at.to_owned(), part: PointAspect::Instance };
        let before = self.account.points.remove(&point);
        let calls = before.map(|did| did.calls).unwrap_or_default();
        let did = PointRecord {
            order,
            how,
            calls,
            by,
            payload: sealed.payload_hash,
        };
        self.account.points.insert(point, did);
    }

    fn op(&mut self, sealed: &SealedEvent, op: &StateOperation) {
        let named = self.named(op);
        if let StateOperation::Cancel { instances } = op {
            for at in instances {
                self.instance(sealed, at, PointResult::GivenUp);
            }
        }
        self.state.replay_op(op);
        let Some((part, stage, epoch)) = named else { return };
        let (at, order) = match stage {
            Some(ix) => {
                let at = format!("{}@{epoch}", self.plan.names[ix]);
                let place = u32::try_from(ix).unwrap_or(u32::MAX);
                (at, (self.state.stages[ix].depth, place, epoch, part, 0))
            }
            None => (String::new(), (u32::MAX, 0, 0, part, 0)),
        };
        let how = PointResult::Decided(self.words(op));
        let (calls, payload) = (BTreeSet::new(), sealed.payload_hash);
        let did = PointRecord { order, how, calls, by: PointActor::Engine, payload };
        self.account.points.insert(HistoryPoint { at, part }, did);
    }

    /// The point that a decision belongs to: its part, its stage and its epoch.
    fn named(&self, op: &StateOperation) -> Option<(PointAspect, Option<usize>, u32)> {
        let stage = |name: &str| self.plan.stage_ix.get(name).copied();
        let begins = |name: &str, epoch| Some((PointAspect::Begins, Some(stage(name)?), epoch));
        let goes_on =
            |ix: usize| Some((PointAspect::GoesOn, Some(ix), self.state.stages[ix].epoch));
        match op {
            StateOperation::Start(start) => begins(&start.stage, start.epoch),
            StateOperation::Done(at) | StateOperation::Ask(at) => begins(&at.stage, at.epoch),
            StateOperation::Skip(leave) | StateOperation::Pass(leave) => {
                begins(&leave.stage, leave.epoch)
            }
            StateOperation::Fault(fault) => begins(&fault.stage, fault.epoch),
            StateOperation::Release { stage: name, to: Some(_) }
            | StateOperation::Divert { stage: name, .. } => goes_on(stage(name)?),
            StateOperation::Loop { loop_back, .. } => {
                goes_on(self.plan.loops.get(*loop_back)?.from)
            }
            StateOperation::End { .. } => Some((PointAspect::Ends, None, 0)),
            _ => None,
        }
    }

    fn words(&self, op: &StateOperation) -> String {
        match op {
            StateOperation::Loop { loop_back, .. } => match self.plan.loops.get(*loop_back) {
                Some(plan) => format!("back to {}", self.plan.names[plan.to]),
                None => words(op),
            },
            _ => words(op),
        }
    }
}
