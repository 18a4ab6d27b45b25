//! A bundle's journal and blobs as a store that can only be read, so that the engine's own code
//! replays it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, PoisonError},
};

use jurat_canon::Hash;
use jurat_engine::{
    Append, Forget, Lease, Message, NewRun, Outcome, Refused, RunId, RunMode, RunRow,
    RunStatus, RunStore, SealedEvent, StoreError, Summary,
};

use crate::manifest::Manifest;

/// What a bundle holds of a run.
pub(crate) struct Shelf<'a> {
    row: RunRow,
    events: &'a [SealedEvent],
    blobs: BTreeMap<Hash, &'a [u8]>,
}

impl<'a> Shelf<'a> {
    pub(crate) fn new(
        manifest: &Manifest,
        events: &'a [SealedEvent],
        blobs: BTreeMap<Hash, &'a [u8]>,
    ) -> Self {
        Self { row: row(manifest, events), events, blobs }
    }
}

fn row(manifest: &Manifest, events: &[SealedEvent]) -> RunRow {
    RunRow {
        run: manifest.run,
        new_run: NewRun {
            workflow: manifest.workflow.clone(),
            definition: manifest.definition,
            mode: RunMode::Push,
            parent: None,
        },
        // Only lists read it, and nothing here makes one.
        summary: Summary {
            status: RunStatus::Ended,
            outcome: Outcome::Completed,
            completed: 0,
            total: 0,
            at: String::new(),
        },
        created_ms: events.first().map_or(0, |event| event.at_ms),
        updated_ms: events.last().map_or(0, |event| event.at_ms),
        head_seq: manifest.head.seq,
        head_hash: manifest.head.hash,
        fence: 0,
        owned: false,
    }
}

fn read_only<T>() -> Result<T, StoreError> {
    Err(StoreError::Unavailable("a bundle can only be read".to_owned()))
}

impl RunStore for Shelf<'_> {
    fn claim(&self, _: RunId, _: bool) -> Result<Box<dyn Lease>, StoreError> {
        read_only()
    }

    fn commit(&self, _: &[Append]) -> Result<Vec<Result<(), Refused>>, StoreError> {
        read_only()
    }

    fn run(&self, run: RunId) -> Result<Option<RunRow>, StoreError> {
        Ok((run == self.row.run).then(|| self.row.clone()))
    }

    fn runs(&self) -> Result<Vec<RunRow>, StoreError> {
        Ok(vec![self.row.clone()])
    }

    /// By place, not by number: what lies in the file is what is walked.
    fn events(
        &self,
        _: RunId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<SealedEvent>, StoreError> {
        let skip = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX);
        let rest = self.events.get(skip..).unwrap_or_default();
        Ok(rest[..limit.min(rest.len())].to_vec())
    }

    fn headers(
        &self,
        run: RunId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<SealedEvent>, StoreError> {
        let bare = |event| SealedEvent { payload: None, ..event };
        Ok(self.events(run, from, limit)?.into_iter().map(bare).collect())
    }

    fn blob(&self, hash: Hash) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.blobs.get(&hash).map(|bytes| bytes.to_vec()))
    }

    /// None of its own: `Watched` reads them off the journal.
    fn snapshot(&self, _: RunId, _: u64) -> Result<Option<(u64, Hash)>, StoreError> {
        Ok(None)
    }

    fn send(&self, _: RunId, _: &Message) -> Result<u64, StoreError> {
        read_only()
    }

    fn inbox(&self, _: RunId) -> Result<Vec<(u64, Message)>, StoreError> {
        Ok(Vec::new())
    }

    fn forget(&self, _: RunId, _: Forget) -> Result<(), StoreError> {
        read_only()
    }

    fn place(&self) -> String {
        "bundle".to_owned()
    }
}

/// The blob of a snapshot, where the event is one.
pub(crate) fn snapshot_of(event: &SealedEvent) -> Option<Hash> {
    if &*event.kind != "snapshot" {
        return None;
    }
    let parsed: jurat_engine::Event = serde_json::from_slice(event.payload.as_ref()?).ok()?;
    match parsed.cause {
        jurat_engine::Cause::Snapshot { state } => Some(state),
        _ => None,
    }
}

/// A store that notes which blobs are asked for.
pub(crate) struct Watched<'a> {
    store: &'a dyn RunStore,
    /// The snapshot to begin at, as the journal vouches for it; without it, the first event.
    begin: Option<(u64, Hash)>,
    asked: Mutex<BTreeSet<Hash>>,
}

impl<'a> Watched<'a> {
    pub(crate) fn new(store: &'a dyn RunStore, begin: Option<(u64, Hash)>) -> Self {
        Self { store, begin, asked: Mutex::default() }
    }

    /// Every blob that was asked for.
    pub(crate) fn asked(self) -> BTreeSet<Hash> {
        self.asked.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunStore for Watched<'_> {
    fn claim(&self, _: RunId, _: bool) -> Result<Box<dyn Lease>, StoreError> {
        read_only()
    }

    fn commit(&self, _: &[Append]) -> Result<Vec<Result<(), Refused>>, StoreError> {
        read_only()
    }

    fn run(&self, run: RunId) -> Result<Option<RunRow>, StoreError> {
        self.store.run(run)
    }

    fn runs(&self) -> Result<Vec<RunRow>, StoreError> {
        self.store.runs()
    }

    fn events(
        &self,
        run: RunId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<SealedEvent>, StoreError> {
        self.store.events(run, from, limit)
    }

    fn headers(
        &self,
        run: RunId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<SealedEvent>, StoreError> {
        self.store.headers(run, from, limit)
    }

    fn blob(&self, hash: Hash) -> Result<Option<Vec<u8>>, StoreError> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(hash);
        self.store.blob(hash)
    }

    fn snapshot(&self, _: RunId, at: u64) -> Result<Option<(u64, Hash)>, StoreError> {
        Ok(self.begin.filter(|(seq, _)| *seq <= at))
    }

    fn send(&self, _: RunId, _: &Message) -> Result<u64, StoreError> {
        read_only()
    }

    fn inbox(&self, run: RunId) -> Result<Vec<(u64, Message)>, StoreError> {
        self.store.inbox(run)
    }

    fn forget(&self, _: RunId, _: Forget) -> Result<(), StoreError> {
        read_only()
    }

    fn place(&self) -> String {
        self.store.place()
    }
}
