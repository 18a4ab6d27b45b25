//! Whoever rewrites a run and seals it anew from its first event.

use std::sync::Arc;

use jurat_canon::Blob;
use jurat_engine::{
    ChainHead, Event, EventCause, MemoryStore, RunAppend, RunStore, SealedEvent, StoredValue,
};
use serde_json::Value as Json;

use crate::asked_run::RUN;

/// The run of a store with its events edited. Snapshots, which would tell, are left out.
pub(crate) fn resealed(honest: &MemoryStore, edit: &dyn Fn(&mut Event)) -> MemoryStore {
    let mut all = events(honest);
    all.retain(|event| !matches!(event.cause, EventCause::Snapshot { .. }));
    all.iter_mut().for_each(edit);
    seal(honest, &all, Vec::new())
}

/// The same with a channel edited wherever a stage writes it.
pub(crate) fn rewritten(
    honest: &MemoryStore,
    channel: &str,
    edit: &dyn Fn(&mut Json),
) -> MemoryStore {
    let (mut all, mut blobs, mut written) = (events(honest), Vec::new(), 0);
    all.retain(|event| !matches!(event.cause, EventCause::Snapshot { .. }));
    for event in &mut all {
        let EventCause::Completed(done) = &mut event.cause else { continue };
        for (_, stored) in done.writes.iter_mut().filter(|(name, _)| &**name == channel) {
            let mut value = json(honest, stored);
            let before = value.clone();
            edit(&mut value);
            written += usize::from(value != before);
            let (new, blob) = StoredValue::new(value).unwrap();
            blobs.extend(blob);
            *stored = new;
        }
    }
    assert!(0 < written, "`{channel}` was not changed");
    seal(honest, &all, blobs)
}

fn events(store: &MemoryStore) -> Vec<Event> {
    let sealed = store.events(RUN, 1, usize::MAX).unwrap();
    let parse =
        |it: &SealedEvent| serde_json::from_slice(it.payload.as_ref().unwrap()).unwrap();
    sealed.iter().map(parse).collect()
}

fn seal(honest: &MemoryStore, events: &[Event], mut blobs: Vec<Blob>) -> MemoryStore {
    let store = MemoryStore::default();
    let row = honest.run(RUN).unwrap().unwrap();
    let mut chain = ChainHead::START;
    let mut seal = |event: &Event| {
        let names = (event.cause.kind().into(), event.cause.subject().into());
        let payload: Arc<[u8]> = serde_json::to_vec(event).unwrap().into();
        chain.seal(RUN, names, 1_700_000_000_000, payload)
    };
    let sealed: Vec<SealedEvent> = events.iter().map(&mut seal).collect();
    for mut event in events.iter().cloned() {
        let kept = event.refs().into_iter().filter_map(|hash| honest.blob(hash).unwrap());
        blobs.extend(kept.map(|bytes| Blob::encode(&bytes)));
    }
    let append = RunAppend {
        run: RUN,
        fence: store.claim(RUN, true).unwrap().fence(),
        new_run: Some(row.new_run),
        events: sealed,
        blobs,
        refs: Vec::new(),
        snapshot: None,
        summary: row.summary,
        taken: Vec::new(),
    };
    store.commit(&[append]).unwrap().remove(0).unwrap();
    store
}

/// The value that is stored: its own, or that of its blob.
fn json(honest: &MemoryStore, stored: &StoredValue) -> Json {
    let wire = serde_json::to_value(stored).unwrap();
    match wire["b"].as_str() {
        None => wire["v"].clone(),
        Some(hash) => {
            let bytes = honest.blob(hash.parse().unwrap()).unwrap();
            serde_json::from_slice(&bytes.unwrap()).unwrap()
        }
    }
}
