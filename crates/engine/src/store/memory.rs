//! The in-memory run store: for tests, and for runs that need not outlive the process.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jurat_canon::{Blob, Hash};

use super::port::{
    AppendError, FencingToken, ForgetScope, InboxMessage, NewRun, RunAppend, RunLease, RunRow,
    RunStore, RunSummary, SealedEvent, StoreError,
};
use crate::RunId;

/// Runs in memory. Clones share the same runs.
#[derive(Debug, Clone, Default)]
pub struct MemoryStore {
    shared: Arc<Mutex<MemoryStoreState>>,
}

#[derive(Debug, Default)]
struct MemoryStoreState {
    runs: BTreeMap<RunId, MemoryRun>,
    owned: BTreeSet<RunId>,
    blobs: BTreeMap<Hash, Blob>,
    /// Runs ever stored; orders the list without trusting the clock.
    born: u64,
    /// Messages ever sent; an id is never used twice.
    sent: u64,
}

#[derive(Debug)]
struct MemoryRun {
    born: u64,
    start: NewRun,
    summary: RunSummary,
    fence: FencingToken,
    events: Vec<SealedEvent>,
    snapshots: BTreeMap<u64, Hash>,
    refs: BTreeSet<Hash>,
    inbox: Vec<(u64, InboxMessage)>,
}

struct MemoryLease {
    shared: Arc<Mutex<MemoryStoreState>>,
    run: RunId,
    fence: FencingToken,
}

impl RunLease for MemoryLease {
    fn fence(&self) -> FencingToken {
        self.fence
    }
}

impl Drop for MemoryLease {
    fn drop(&mut self) {
        lock(&self.shared).owned.remove(&self.run);
    }
}

impl MemoryStore {
    fn state(&self) -> MutexGuard<'_, MemoryStoreState> {
        lock(&self.shared)
    }
}

fn lock(shared: &Mutex<MemoryStoreState>) -> MutexGuard<'_, MemoryStoreState> {
    // No operation panics between two writes, so the state behind a poisoned lock is whole.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RunStore for MemoryStore {
    fn claim(&self, run: RunId, new: bool) -> Result<Box<dyn RunLease>, StoreError> {
        let fence = self.state().claim(run, new)?;
        Ok(Box::new(MemoryLease { shared: Arc::clone(&self.shared), run, fence }))
    }

    fn commit(&self, batch: &[RunAppend]) -> Result<Vec<Result<(), AppendError>>, StoreError> {
        let mut state = self.state();
        Ok(batch.iter().map(|append| state.append(append)).collect())
    }

    fn is_instant(&self) -> bool {
        true
    }

    fn run(&self, run: RunId) -> Result<Option<RunRow>, StoreError> {
        let state = self.state();
        Ok(state
            .runs
            .get(&run)
            .map(|found| found.row(run, state.owned.contains(&run))))
    }

    fn runs(&self) -> Result<Vec<RunRow>, StoreError> {
        let state = self.state();
        let mut all: Vec<_> = state.runs.iter().collect();
        all.sort_unstable_by_key(|(_, run)| std::cmp::Reverse(run.born));
        Ok(all
            .into_iter()
            .map(|(id, run)| run.row(*id, state.owned.contains(id)))
            .collect())
    }

    fn events(
        &self,
        run: RunId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<SealedEvent>, StoreError> {
        Ok(self.state().slice(run, from, limit).to_vec())
    }

    fn headers(
        &self,
        run: RunId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<SealedEvent>, StoreError> {
        let header = |event: &SealedEvent| SealedEvent { payload: None, ..event.clone() };
        Ok(self.state().slice(run, from, limit).iter().map(header).collect())
    }

    fn blob(&self, hash: Hash) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(blob) = self.state().blobs.get(&hash).cloned() else { return Ok(None) };
        let plain = Blob::decode(hash, blob.size, &blob.encoded);
        plain
            .map(Some)
            .map_err(|error| StoreError::Damaged(error.to_string()))
    }

    fn snapshot(&self, run: RunId, at: u64) -> Result<Option<(u64, Hash)>, StoreError> {
        let state = self.state();
        let newest = |run: &MemoryRun| {
            run.snapshots.range(..=at).next_back().map(|(at, hash)| (*at, *hash))
        };
        Ok(state.runs.get(&run).and_then(newest))
    }

    fn send(&self, run: RunId, message: &InboxMessage) -> Result<u64, StoreError> {
        let mut state = self.state();
        let id = state.sent + 1;
        let found = state.runs.get_mut(&run).ok_or(StoreError::UnknownRun(run))?;
        found.inbox.push((id, message.clone()));
        state.sent = id;
        Ok(id)
    }

    fn inbox(&self, run: RunId) -> Result<Vec<(u64, InboxMessage)>, StoreError> {
        let state = self.state();
        Ok(state
            .runs
            .get(&run)
            .map(|found| found.inbox.clone())
            .unwrap_or_default())
    }

    fn forget(&self, run: RunId, what: ForgetScope) -> Result<(), StoreError> {
        let mut state = self.state();
        if state.owned.contains(&run) {
            return Err(StoreError::Owned(run));
        }
        let found = state.runs.get_mut(&run).ok_or(StoreError::UnknownRun(run))?;
        let refs = match what {
            ForgetScope::Payloads => found.forget_payloads(),
            ForgetScope::Everything => std::mem::take(&mut found.refs),
        };
        if what == ForgetScope::Everything {
            state.runs.remove(&run);
        }
        state.drop_unreferenced(&refs);
        Ok(())
    }

    fn place(&self) -> String {
        "memory".into()
    }
}

impl MemoryStoreState {
    fn claim(&mut self, run: RunId, new: bool) -> Result<FencingToken, StoreError> {
        if self.owned.contains(&run) {
            return Err(StoreError::Owned(run));
        }
        let fence = if new { 1 } else { self.raise_fence(run)? };
        self.owned.insert(run);
        Ok(fence)
    }

    fn raise_fence(&mut self, run: RunId) -> Result<FencingToken, StoreError> {
        let found = self.runs.get_mut(&run).ok_or(StoreError::UnknownRun(run))?;
        found.fence += 1;
        Ok(found.fence)
    }

    fn append(&mut self, append: &RunAppend) -> Result<(), AppendError> {
        let run = match &append.new_run {
            None => known(&mut self.runs, append)?,
            Some(new_run) => fresh(&mut self.runs, &mut self.born, append, new_run)?,
        };
        run.take(append);
        for blob in &append.blobs {
            self.blobs.entry(blob.hash).or_insert_with(|| blob.clone());
        }
        Ok(())
    }

    fn slice(&self, run: RunId, from: u64, limit: usize) -> &[SealedEvent] {
        let Some(found) = self.runs.get(&run) else { return &[] };
        let skip = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX);
        let rest = found.events.get(skip..).unwrap_or_default();
        &rest[..limit.min(rest.len())]
    }

    fn drop_unreferenced(&mut self, hashes: &BTreeSet<Hash>) {
        let runs = &self.runs;
        for hash in hashes
            .iter()
            .filter(|hash| !runs.values().any(|run| run.refs.contains(*hash)))
        {
            self.blobs.remove(hash);
        }
    }
}

/// The stored run that `append` continues, if it may.
fn known<'a>(
    runs: &'a mut BTreeMap<RunId, MemoryRun>,
    append: &RunAppend,
) -> Result<&'a mut MemoryRun, AppendError> {
    let fenced = |current| AppendError::Fenced { run: append.run, ours: append.fence, current };
    let run = runs.get_mut(&append.run).ok_or_else(|| fenced(0))?;
    if run.fence != append.fence {
        return Err(fenced(run.fence));
    }
    append.follows(run.head_seq())?;
    Ok(run)
}

/// The run that `append` starts, if there is none.
fn fresh<'a>(
    runs: &'a mut BTreeMap<RunId, MemoryRun>,
    born: &mut u64,
    append: &RunAppend,
    new_run: &NewRun,
) -> Result<&'a mut MemoryRun, AppendError> {
    if runs.contains_key(&append.run) {
        return Err(AppendError::Exists(append.run));
    }
    append.follows(0)?;
    *born += 1;
    Ok(runs.entry(append.run).or_insert(MemoryRun {
        born: *born,
        start: new_run.clone(),
        summary: append.summary.clone(),
        fence: append.fence,
        events: Vec::new(),
        snapshots: BTreeMap::new(),
        refs: BTreeSet::new(),
        inbox: Vec::new(),
    }))
}

impl MemoryRun {
    fn take(&mut self, append: &RunAppend) {
        self.events.extend_from_slice(&append.events);
        self.summary.clone_from(&append.summary);
        self.refs.extend(append.held_blobs());
        self.snapshots.extend(append.snapshot);
        if !append.taken.is_empty() {
            self.inbox.retain(|(id, _)| !append.taken.contains(id));
        }
    }

    /// Forgets contents, raises the fence, and returns what was referred to.
    fn forget_payloads(&mut self) -> BTreeSet<Hash> {
        for event in &mut self.events {
            event.payload = None;
        }
        self.summary.at = String::new();
        self.fence += 1;
        self.snapshots.clear();
        self.inbox.clear();
        std::mem::take(&mut self.refs)
    }

    fn head_seq(&self) -> u64 {
        self.events.last().map_or(0, |event| event.seq)
    }

    fn row(&self, run: RunId, owned: bool) -> RunRow {
        RunRow {
            run,
            new_run: self.start.clone(),
            summary: self.summary.clone(),
            created_ms: self.events.first().map_or(0, |event| event.at_ms),
            updated_ms: self.events.last().map_or(0, |event| event.at_ms),
            head_seq: self.head_seq(),
            head_hash: self.events.last().map_or(Hash::ZERO, |event| event.hash),
            fence: self.fence,
            owned,
            unheard: !self.inbox.is_empty(),
        }
    }
}
