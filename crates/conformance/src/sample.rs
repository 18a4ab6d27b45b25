//! Made-up runs: short chains of events, and the shortest way to commit them.
//!
//! Open to the tests of adapters, which need runs for the faults that only they can provoke.

#![allow(clippy::missing_panics_doc, reason = "it serves tests only")]

use std::sync::Arc;

use jurat_canon::{Blob, Hash};

use jurat_engine::{
    AppendError, FencingToken, NewRun, RunAppend, RunId, RunLease, RunMode, RunOutcome,
    RunStatus, RunStore, RunSummary, SealedEvent,
};

pub fn run(number: u8) -> RunId {
    RunId::from_number(u128::from(number))
}

/// `count` events that follow `before`.
pub fn chain(before: &[SealedEvent], count: u64) -> Vec<SealedEvent> {
    let mut events = before.to_vec();
    for _ in 0..count {
        events.push(next(events.last()));
    }
    events.split_off(before.len())
}

/// Whether the events form one chain from the first.
pub fn chain_holds(events: &[SealedEvent]) -> bool {
    let mut previous = Hash::ZERO;
    events.iter().all(|event| {
        let follows = event.hash == seal(previous, event);
        previous = event.hash;
        follows
    })
}

/// The first commit of a run: it starts with `count` events.
pub fn starting(run: RunId, count: u64) -> RunAppend {
    let definition = Blob::encode(b"a definition");
    let new_run = NewRun {
        workflow: "sample".into(),
        definition: definition.hash,
        mode: RunMode::Push,
        parent: None,
    };
    let events = chain(&[], count);
    RunAppend {
        new_run: Some(new_run),
        blobs: vec![definition],
        ..adding(run, 1, events)
    }
}

pub fn adding(run: RunId, fence: FencingToken, events: Vec<SealedEvent>) -> RunAppend {
    let completed = events.last().map_or(0, |event| u32::try_from(event.seq).unwrap());
    RunAppend {
        run,
        fence,
        new_run: None,
        events,
        blobs: Vec::new(),
        refs: Vec::new(),
        snapshot: None,
        summary: summary(completed),
        taken: Vec::new(),
    }
}

/// The face of a run after `completed` stages.
pub fn summary(completed: u32) -> RunSummary {
    RunSummary {
        status: RunStatus::Running,
        outcome: RunOutcome::default(),
        completed,
        total: 9,
        at: format!("stage {completed}"),
    }
}

/// Commits one append and says what became of it.
pub fn commit(store: &dyn RunStore, append: RunAppend) -> Result<(), AppendError> {
    let mut results = store.commit(&[append]).unwrap();
    assert_eq!(results.len(), 1);
    results.remove(0)
}

/// Stores a run of `count` events and gives it back.
pub fn stored(store: &dyn RunStore, run: RunId, count: u64) -> Vec<SealedEvent> {
    let append = starting(run, count);
    let events = append.events.clone();
    let lease = store.claim(run, true).unwrap();
    commit(store, append).unwrap();
    drop(lease);
    events
}

/// The same, and claims it again: fence 2.
pub fn owned(
    store: &dyn RunStore,
    run: RunId,
    count: u64,
) -> (Vec<SealedEvent>, Box<dyn RunLease>) {
    let events = stored(store, run, count);
    (events, store.claim(run, false).unwrap())
}

pub fn journal(store: &dyn RunStore, run: RunId) -> Vec<SealedEvent> {
    store.events(run, 1, usize::MAX).unwrap()
}

fn next(previous: Option<&SealedEvent>) -> SealedEvent {
    let seq = previous.map_or(1, |event| event.seq + 1);
    let payload: Arc<[u8]> = format!("{{\"seq\":{seq}}}").into_bytes().into();
    let event = SealedEvent {
        seq,
        kind: "stage_completed".into(),
        subject: format!("stage@0#{seq}").into(),
        at_ms: 1_000 + i64::try_from(seq).unwrap(),
        payload_hash: Hash::of(&payload),
        hash: Hash::ZERO,
        payload: Some(payload),
    };
    let hash = seal(previous.map_or(Hash::ZERO, |event| event.hash), &event);
    SealedEvent { hash, ..event }
}

fn seal(previous: Hash, event: &SealedEvent) -> Hash {
    Hash::of_parts(&[
        previous.as_bytes(),
        &event.seq.to_le_bytes(),
        event.kind.as_bytes(),
        event.subject.as_bytes(),
        &event.at_ms.to_le_bytes(),
        event.payload_hash.as_bytes(),
    ])
}
