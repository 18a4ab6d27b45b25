//! A journal replayed by the engine: its end, its snapshots, and every blob it rests on.

use std::{
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use jurat_canon::Hash;
use jurat_engine::{
    EngineError, Event, EventCause, LoadedRun, MAX_INSTANCES, RedecideResult, RunStore,
    SealedEvent, WorkflowPlan, load_run, redecide,
};

use crate::read_only_store::ReadOnlyRunStore;

/// Most bytes of snapshots that are read again.
const MAX_SNAPSHOTS: usize = 1 << 30;

#[derive(Debug, thiserror::Error)]
pub(crate) enum ReplayError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("event {0}: it starts more instances than can be followed")]
    TooWide(u64),
    #[error("the snapshots are larger than can be read again")]
    TooLarge,
    #[error("event {0}: what it says was decided does not follow from what happened")]
    Unlike(u64),
    #[error("its events contradict each other")]
    Absurd,
}

pub(crate) struct ReplayedRun {
    pub(crate) loaded: LoadedRun,
    /// Every blob that the journal rests on.
    pub(crate) blobs: BTreeSet<Hash>,
    /// The event from which on decisions rest on more than the journal, where there is one.
    pub(crate) interrupted: Option<u64>,
    /// Snapshots that agree with the events before them, and the events of those that do not.
    pub(crate) snapshots: (usize, Vec<u64>),
}

/// Replays a run. Nothing about its events is taken for granted.
pub(crate) fn replay(
    shelf: &ReadOnlyRunStore<'_>,
    plan: &Arc<WorkflowPlan>,
) -> Result<ReplayedRun, ReplayError> {
    check_widths(shelf.events)?;
    // A forged journal may break what the engine keeps true of its own: that must not end us.
    let replayed = catch_unwind(AssertUnwindSafe(|| replay_all(shelf, plan)));
    replayed.unwrap_or(Err(ReplayError::Absurd))
}

fn replay_all(
    shelf: &ReadOnlyRunStore<'_>,
    plan: &Arc<WorkflowPlan>,
) -> Result<ReplayedRun, ReplayError> {
    let (run, events) = (shelf.run(), shelf.events);
    // First, so that nothing is replayed that the engine would not have decided.
    let interrupted = match redecide(shelf, run, plan)? {
        RedecideResult::Alike => None,
        RedecideResult::Interrupted(seq) => Some(seq),
        RedecideResult::Unlike(seq) => return Err(ReplayError::Unlike(seq)),
    };
    let from_first = shelf.beginning(None);
    let loaded = load_run(&from_first, run, plan, None)?;
    let mut blobs = from_first.asked();
    blobs.extend(events.iter().filter_map(parsed).flat_map(|mut event| event.refs()));
    let mut snapshots = (0, Vec::new());
    let (mut read, mut last) = (0, None);
    for (seq, hash) in events.iter().filter_map(|e| Some((e.seq, snapshot_of(e)?))) {
        read += shelf
            .blob(hash)
            .map_err(EngineError::from)?
            .map_or(0, |bytes| bytes.len());
        if MAX_SNAPSHOTS < read {
            return Err(ReplayError::TooLarge);
        }
        // From one snapshot to the next, so that the whole is walked once.
        let (before, at) = (shelf.beginning(last), shelf.beginning(Some((seq, hash))));
        last = Some((seq, hash));
        let walked = load_run(&before, run, plan, Some(seq))?;
        let taken = load_run(&at, run, plan, Some(seq))?;
        if same(&walked, &taken) {
            snapshots.0 += 1;
        } else {
            snapshots.1.push(seq);
        }
        blobs.extend(at.asked());
    }
    Ok(ReplayedRun { loaded, blobs, interrupted, snapshots })
}

fn same(one: &LoadedRun, other: &LoadedRun) -> bool {
    one.state() == other.state()
        && one.params() == other.params()
        && one.summary() == other.summary()
        && one.stages() == other.stages()
        && one.questions() == other.questions()
}

fn check_widths(events: &[SealedEvent]) -> Result<(), ReplayError> {
    let mut started = 0_u64;
    for sealed in events {
        let width = parsed(sealed).map_or(0, |event| event.width());
        started = started.saturating_add(width);
        if MAX_INSTANCES < started {
            return Err(ReplayError::TooWide(sealed.seq));
        }
    }
    Ok(())
}

/// The payload of an event, where it is there and can be read.
pub fn parsed(event: &SealedEvent) -> Option<Event> {
    serde_json::from_slice(event.payload.as_ref()?).ok()
}

/// The blob of a snapshot, where the event is one.
fn snapshot_of(event: &SealedEvent) -> Option<Hash> {
    if &*event.kind != "snapshot" {
        return None;
    }
    match parsed(event)?.cause {
        EventCause::Snapshot { state } => Some(state),
        _ => None,
    }
}

/// What the first event says the run was started with: its workflow's name, where it gives one,
/// and the hash of the definition.
pub(crate) fn beginning(event: &SealedEvent) -> Option<(Option<String>, Hash)> {
    match parsed(event)?.cause {
        EventCause::RunStarted(started) => Some((Some(started.workflow), started.definition)),
        EventCause::Forked(forked) => Some((None, forked.definition)),
        _ => None,
    }
}
