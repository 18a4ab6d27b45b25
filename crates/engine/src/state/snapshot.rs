//! A run's state as one value: what a snapshot stores and a fork begins with.
//!
//! Views share most of their past, so chunks and views are written once each and named by number.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use jurat_canon::Hash;

use super::{
    BudgetState, InputEdge, LoopCounter, OpenInstance, PassCounts, ResultToken, RunState,
    StagePhase, StageState,
};
use crate::{
    RunMode, RunOutcome, UnitAmounts,
    ancestor_view::{AncestorView, ChannelPatch},
    instance::{InstanceKey, MergePosition},
    persistent_list::{ListChunk, PersistentList},
    plan::{ChannelIx, WorkflowPlan},
    stored_value::StoredValue,
};

const FORMAT: u32 = 1;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    #[error("the snapshot has format {0}, this jurat knows {FORMAT}")]
    Format(u32),
    #[error("the snapshot belongs to another definition ({0})")]
    Definition(Hash),
    #[error("the snapshot is damaged: {0}")]
    Damaged(String),
}

#[derive(Serialize, Deserialize)]
struct SavedRunState {
    format: u32,
    definition: Hash,
    mode: RunMode,
    params: BTreeMap<String, Json>,
    start: Vec<Option<StoredValue>>,
    stages: Vec<SavedStage>,
    open: Vec<(InstanceKey, OpenInstance)>,
    live: Vec<Vec<(MergePosition, StoredValue)>>,
    counters: Vec<LoopCounter>,
    budgets: Vec<BudgetState>,
    paid: Vec<(Hash, StoredValue)>,
    intents: Vec<(Hash, (InstanceKey, UnitAmounts))>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    spent_attempts: Vec<(InstanceKey, u32)>,
    outcome: RunOutcome,
    reasons: Vec<String>,
    failing: Option<String>,
    ended: Option<RunOutcome>,
    released: bool,
    suspects: bool,
    worked_ms: u64,
    owned_at_ms: i64,
    unsettled: usize,
    proxies: Vec<(usize, usize)>,
    leaving: Vec<(usize, usize, bool)>,
    chunks: Vec<SavedChunk>,
    views: Vec<SavedView>,
}

#[derive(Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "facts that do not exclude each other")]
struct SavedStage {
    epoch: u32,
    phase: StagePhase,
    edges: Vec<InputEdge>,
    pending: usize,
    tokens: Vec<SavedToken>,
    overdue: bool,
    looped: Option<(usize, u32)>,
    base: Option<usize>,
    depth: u32,
    items: Option<StoredValue>,
    left: u32,
    ok: u32,
    failed: u32,
    lost: Vec<u32>,
    #[serde(default)]
    cut: u32,
    /// Older snapshots say nothing of it: then each epoch before counts.
    #[serde(default)]
    passes: Option<u32>,
    #[serde(default)]
    past: PassCounts,
    starved: bool,
    done: Vec<(u32, Vec<(ChannelIx, StoredValue)>)>,
    after: Option<usize>,
    later: Vec<(usize, SavedToken)>,
    freed: bool,
    ever: bool,
    live: Vec<(ChannelIx, MergePosition)>,
}

/// Whose it is, the number of its view, its depth.
type SavedToken = (InstanceKey, usize, u32);

#[derive(Serialize, Deserialize)]
struct SavedChunk {
    before: Option<usize>,
    items: Vec<(MergePosition, StoredValue)>,
}

/// The number of its last full chunk, and what came after.
type SavedLine = (Option<usize>, Vec<(MergePosition, StoredValue)>);

#[derive(Serialize, Deserialize)]
struct SavedView {
    lines: Vec<SavedLine>,
    epochs: Vec<(u32, u32)>,
}

impl RunState {
    /// The state as JSON bytes, and every blob it refers to.
    pub(crate) fn save(&self) -> Result<(Vec<u8>, Vec<Hash>), serde_json::Error> {
        let mut writer = SnapshotWriter::default();
        let stages = self.stages.iter().map(|stage| writer.stage(stage)).collect();
        let live = self
            .live
            .iter()
            .map(|entries| entries.iter().map(|(at, value)| (*at, value.clone())).collect());
        let mut saved = SavedRunState {
            format: FORMAT,
            definition: self.plan.hash,
            mode: self.mode,
            params: self.params.clone(),
            start: self.start.clone(),
            stages,
            open: self.open.iter().map(|(key, open)| (*key, open.clone())).collect(),
            live: live.collect(),
            counters: self.counters.clone(),
            budgets: self.budgets.clone(),
            paid: self.paid.iter().map(|(call, value)| (*call, value.clone())).collect(),
            intents: self.intents.clone().into_iter().collect(),
            spent_attempts: self.spent_attempts.clone().into_iter().collect(),
            outcome: self.outcome,
            reasons: self.reasons.clone(),
            failing: self.failing.clone(),
            ended: self.ended,
            released: self.released,
            suspects: self.suspects,
            worked_ms: self.worked_ms,
            owned_at_ms: self.owned_at_ms,
            unsettled: self.unsettled,
            proxies: self.proxies.clone(),
            leaving: self.leaving.clone(),
            chunks: writer.chunks,
            views: writer.views,
        };
        let mut refs = BTreeSet::new();
        saved.each(&mut |datum| refs.extend(datum.blob()));
        refs.extend(saved.paid.iter().filter_map(|(_, value)| value.blob()));
        Ok((serde_json::to_vec(&saved)?, refs.into_iter().collect()))
    }

    /// The state back from its bytes; `fetch` supplies blobs.
    pub(crate) fn load<E: From<SnapshotError>>(
        plan: Arc<WorkflowPlan>,
        bytes: &[u8],
        fetch: &mut dyn FnMut(&mut StoredValue) -> Result<(), E>,
    ) -> Result<Self, E> {
        let damaged = |error: serde_json::Error| SnapshotError::Damaged(error.to_string());
        let mut saved: SavedRunState = serde_json::from_slice(bytes).map_err(damaged)?;
        check(&plan, &saved)?;
        let mut fetched = Ok(());
        saved.each(&mut |datum| {
            if fetched.is_ok() {
                fetched = fetch(datum);
            }
        });
        fetched?;
        Ok(restore(plan, saved))
    }
}

fn check(plan: &WorkflowPlan, saved: &SavedRunState) -> Result<(), SnapshotError> {
    if saved.format != FORMAT {
        return Err(SnapshotError::Format(saved.format));
    }
    if saved.definition != plan.hash {
        return Err(SnapshotError::Definition(saved.definition));
    }
    let fits = saved.stages.len() == plan.stages.len()
        && saved.live.len() == plan.channels.len()
        && saved.start.len() == plan.channels.len()
        && saved.counters.len() == plan.counters.len()
        && saved.budgets.len() == plan.budgets.len();
    if fits { Ok(()) } else { Err(SnapshotError::Damaged("parts are missing".into())) }
}

impl SavedRunState {
    /// Every value of the state but the results of paid calls, which are fetched when asked for.
    fn each(&mut self, visit: &mut dyn FnMut(&mut StoredValue)) {
        self.start.iter_mut().flatten().for_each(&mut *visit);
        for stage in &mut self.stages {
            stage.items.iter_mut().for_each(&mut *visit);
            let done = stage.done.iter_mut().flat_map(|(_, writes)| writes);
            done.for_each(|(_, value)| visit(value));
        }
        self.live.iter_mut().flatten().for_each(|(_, value)| visit(value));
        let chunks = self.chunks.iter_mut().flat_map(|chunk| &mut chunk.items);
        chunks.for_each(|(_, value)| visit(value));
        let views = self.views.iter_mut().flat_map(|view| &mut view.lines);
        views.flat_map(|(_, tail)| tail).for_each(|(_, value)| visit(value));
    }
}

/// Numbers chunks and views as they are first met.
#[derive(Default)]
struct SnapshotWriter {
    chunks: Vec<SavedChunk>,
    views: Vec<SavedView>,
    chunk_numbers: BTreeMap<usize, usize>,
    view_numbers: BTreeMap<usize, usize>,
}

impl SnapshotWriter {
    fn stage(&mut self, stage: &StageState) -> SavedStage {
        let tokens: Vec<SavedToken> =
            stage.tokens.iter().map(|token| self.token(token)).collect();
        let later: Vec<(usize, SavedToken)> = stage
            .later
            .iter()
            .map(|(succ, token)| (*succ, self.token(token)))
            .collect();
        SavedStage {
            epoch: stage.epoch,
            phase: stage.phase,
            edges: stage.edges.clone(),
            pending: stage.pending,
            tokens,
            overdue: stage.overdue,
            looped: stage.looped.as_ref().map(|(view, depth)| (self.view(view), *depth)),
            base: stage.base.as_ref().map(|view| self.view(view)),
            depth: stage.depth,
            items: stage.items.clone(),
            left: stage.left,
            ok: stage.ok,
            failed: stage.failed,
            lost: stage.lost.clone(),
            cut: stage.cut,
            passes: Some(stage.passes),
            past: stage.past,
            starved: stage.starved,
            done: stage.done.clone(),
            after: stage.after.as_ref().map(|view| self.view(view)),
            later,
            freed: stage.freed,
            ever: stage.ever,
            live: stage.live.clone(),
        }
    }

    fn token(&mut self, token: &ResultToken) -> SavedToken {
        (token.key, self.view(&token.view), token.depth)
    }

    fn view(&mut self, view: &Arc<AncestorView>) -> usize {
        let address = Arc::as_ptr(view).addr();
        if let Some(number) = self.view_numbers.get(&address) {
            return *number;
        }
        let lines = view.lines.iter().map(|line| {
            let (past, tail) = line.parts();
            (past.map(|chunk| self.chunk(chunk)), plain(tail))
        });
        let saved = SavedView {
            lines: lines.collect(),
            epochs: view.epochs.clone(),
        };
        self.views.push(saved);
        self.view_numbers.insert(address, self.views.len() - 1);
        self.views.len() - 1
    }

    fn chunk(&mut self, chunk: &Arc<ListChunk<ChannelPatch>>) -> usize {
        let mut new = Vec::new();
        let mut next = Some(chunk);
        while let Some(chunk) =
            next.filter(|chunk| !self.chunk_numbers.contains_key(&address(chunk)))
        {
            new.push(chunk);
            next = chunk.before.as_ref();
        }
        for chunk in new.into_iter().rev() {
            let before = chunk.before.as_ref().map(|chunk| self.chunk_numbers[&address(chunk)]);
            self.chunks.push(SavedChunk { before, items: plain(&chunk.items) });
            self.chunk_numbers.insert(address(chunk), self.chunks.len() - 1);
        }
        self.chunk_numbers[&address(chunk)]
    }
}

fn address(chunk: &Arc<ListChunk<ChannelPatch>>) -> usize {
    Arc::as_ptr(chunk).addr()
}

fn plain(entries: &[ChannelPatch]) -> Vec<(MergePosition, StoredValue)> {
    entries.iter().map(|entry| (entry.at, entry.value.clone())).collect()
}

fn entries(plain: Vec<(MergePosition, StoredValue)>) -> Vec<ChannelPatch> {
    plain
        .into_iter()
        .map(|(at, value)| ChannelPatch { at, value })
        .collect()
}

fn restore(plan: Arc<WorkflowPlan>, saved: SavedRunState) -> RunState {
    let mut chunks: Vec<Arc<ListChunk<ChannelPatch>>> = Vec::new();
    for chunk in saved.chunks {
        let before = chunk.before.and_then(|number| chunks.get(number).cloned());
        chunks.push(Arc::new(ListChunk::after(before, entries(chunk.items))));
    }
    let line = |(past, tail): SavedLine| {
        PersistentList::from_parts(
            past.and_then(|number| chunks.get(number).cloned()),
            entries(tail),
        )
    };
    let view = |view: SavedView| {
        Arc::new(AncestorView {
            lines: view.lines.into_iter().map(line).collect(),
            epochs: view.epochs,
        })
    };
    let views: Vec<Arc<AncestorView>> = saved.views.into_iter().map(view).collect();
    let empty = Arc::new(AncestorView::new(&plan));
    let find = |number: usize| views.get(number).unwrap_or(&empty).clone();
    let stages = saved.stages.into_iter().map(|stage| restore_stage(stage, &find));
    RunState {
        mode: saved.mode,
        params: saved.params,
        start: saved.start,
        stages: stages.collect(),
        open: saved.open.into_iter().collect(),
        live: saved
            .live
            .into_iter()
            .map(|entries| entries.into_iter().collect())
            .collect(),
        counters: saved.counters,
        budgets: saved.budgets,
        paid: saved.paid.into_iter().collect(),
        intents: saved.intents.into_iter().collect(),
        spent_attempts: saved.spent_attempts.into_iter().collect(),
        outcome: saved.outcome,
        reasons: saved.reasons,
        failing: saved.failing,
        ended: saved.ended,
        released: saved.released,
        suspects: saved.suspects,
        worked_ms: saved.worked_ms,
        owned_at_ms: saved.owned_at_ms,
        unsettled: saved.unsettled,
        proxies: saved.proxies,
        leaving: saved.leaving,
        ..RunState::new(plan)
    }
}

fn restore_stage(stage: SavedStage, find: &impl Fn(usize) -> Arc<AncestorView>) -> StageState {
    let token = |(key, view, depth): SavedToken| ResultToken { key, view: find(view), depth };
    StageState {
        epoch: stage.epoch,
        phase: stage.phase,
        edges: stage.edges,
        pending: stage.pending,
        tokens: stage.tokens.into_iter().map(token).collect(),
        overdue: stage.overdue,
        timed: false,
        looped: stage.looped.map(|(view, depth)| (find(view), depth)),
        prepared: None,
        base: stage.base.map(find),
        depth: stage.depth,
        items: stage.items,
        left: stage.left,
        ok: stage.ok,
        failed: stage.failed,
        lost: stage.lost,
        cut: stage.cut,
        passes: stage.passes.unwrap_or(stage.epoch),
        past: stage.past,
        starved: stage.starved,
        done: stage.done,
        after: stage.after.map(find),
        later: stage
            .later
            .into_iter()
            .map(|(succ, saved)| (succ, token(saved)))
            .collect(),
        freed: stage.freed,
        ever: stage.ever,
        live: stage.live,
    }
}
