//! A run's journal and blobs as a store that can only be read, so that the engine's own code
//! replays it, and that notes which blobs are asked for.

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

use jurat_canon::Hash;
use jurat_engine::{
    AppendError, ForgetScope, InboxMessage, NewRun, RunAppend, RunId, RunLease, RunMode,
    RunOutcome, RunRow, RunStatus, RunStore, RunSummary, SealedEvent, StoreError,
};

use crate::manifest::BundleManifest;

/// Where the plain bytes of a blob come from.
pub(crate) type BlobLookup<'a> =
    dyn Fn(Hash) -> Result<Option<Vec<u8>>, StoreError> + Send + Sync + 'a;

pub(crate) struct ReadOnlyRunStore<'a> {
    row: &'a RunRow,
    pub(crate) events: &'a [SealedEvent],
    blobs: &'a BlobLookup<'a>,
    /// The snapshot to begin at, as the journal vouches for it; without it, the first event.
    begin: Option<(u64, Hash)>,
    asked: Mutex<BTreeSet<Hash>>,
}

impl<'a> ReadOnlyRunStore<'a> {
    pub(crate) fn new(
        row: &'a RunRow,
        events: &'a [SealedEvent],
        blobs: &'a BlobLookup<'a>,
    ) -> Self {
        Self {
            row,
            events,
            blobs,
            begin: None,
            asked: Mutex::default(),
        }
    }

    /// The same run, to be read from this snapshot on; nothing was asked of it yet.
    pub(crate) fn beginning(&self, begin: Option<(u64, Hash)>) -> Self {
        Self {
            begin,
            ..Self::new(self.row, self.events, self.blobs)
        }
    }

    pub(crate) fn run(&self) -> RunId {
        self.row.run
    }

    pub(crate) fn asked(self) -> BTreeSet<Hash> {
        self.asked.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The run that a manifest speaks of, as a store would list it.
pub(crate) fn row(manifest: &BundleManifest, events: &[SealedEvent]) -> RunRow {
    RunRow {
        run: manifest.run,
        new_run: NewRun {
            workflow: manifest.workflow.clone(),
            definition: manifest.definition,
            mode: RunMode::Push,
            parent: None,
        },
        // Only lists read it, and nothing here makes one.
        summary: RunSummary {
            status: RunStatus::Ended,
            outcome: RunOutcome::Completed,
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
        unheard: false,
    }
}

fn read_only<T>() -> Result<T, StoreError> {
    Err(StoreError::Unavailable("a finished run can only be read".to_owned()))
}

impl RunStore for ReadOnlyRunStore<'_> {
    fn claim(&self, _: RunId, _: bool) -> Result<Box<dyn RunLease>, StoreError> {
        read_only()
    }

    fn commit(&self, _: &[RunAppend]) -> Result<Vec<Result<(), AppendError>>, StoreError> {
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
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(hash);
        (self.blobs)(hash)
    }

    fn snapshot(&self, _: RunId, at: u64) -> Result<Option<(u64, Hash)>, StoreError> {
        Ok(self.begin.filter(|(seq, _)| *seq <= at))
    }

    fn send(&self, _: RunId, _: &InboxMessage) -> Result<u64, StoreError> {
        read_only()
    }

    fn inbox(&self, _: RunId) -> Result<Vec<(u64, InboxMessage)>, StoreError> {
        Ok(Vec::new())
    }

    fn forget(&self, _: RunId, _: ForgetScope) -> Result<(), StoreError> {
        read_only()
    }

    fn place(&self) -> String {
        "bundle".to_owned()
    }
}
