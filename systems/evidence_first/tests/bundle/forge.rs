//! The forger's workshop: members taken apart and put together, journals sealed anew.

use std::{
    collections::BTreeMap,
    io::{Cursor, Read},
    sync::Arc,
};

use jurat_canon::{Blob, Hash, canonical_json};
use jurat_engine::{
    ChainHead, ChannelWrites, Event, EventCause, MemoryStore, RunAppend, RunStore, SealedEvent,
    StoredValue,
};
use jurat_proof::BundleManifest;
use serde_json::Value as Json;

use crate::{county::RUN, county_bundles::STORE};

/// The members of a bundle by name, unpacked.
#[derive(Clone)]
pub(crate) struct Members(pub(crate) BTreeMap<String, Vec<u8>>);

impl Members {
    pub(crate) fn of(bundle: &[u8]) -> Self {
        let mut zip = zip::ZipArchive::new(Cursor::new(bundle)).unwrap();
        let mut members = BTreeMap::new();
        for at in 0..zip.len() {
            let mut file = zip.by_index(at).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            members.insert(file.name().unwrap().into_owned(), bytes);
        }
        Self(members)
    }

    pub(crate) fn manifest(&self) -> BundleManifest {
        serde_json::from_slice(&self.0["manifest.json"]).unwrap()
    }

    /// A zip of them, laid out as bundles are, nothing compressed.
    pub(crate) fn pack(&self) -> Vec<u8> {
        let list: Vec<(&str, &[u8])> = self
            .0
            .iter()
            .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
            .collect();
        pack(&list)
    }

    /// The manifest brought in line with the members, root and all.
    pub(crate) fn rehash(mut self) -> Self {
        let mut manifest = self.manifest();
        let media: BTreeMap<String, String> = manifest
            .members
            .iter()
            .map(|it| (it.name.clone(), it.media.clone()))
            .collect();
        let listed = self
            .0
            .iter()
            .filter(|(name, _)| !["manifest.json", "signature.json"].contains(&name.as_str()));
        manifest.members = listed
            .map(|(name, bytes)| jurat_proof::MemberEntry {
                name: name.clone(),
                media: media.get(name).cloned().unwrap_or_default(),
                size: bytes.len() as u64,
                hash: Hash::of(bytes),
                packed: Hash::of(bytes),
            })
            .collect();
        self.set_manifest(manifest);
        self
    }

    pub(crate) fn set_manifest(&mut self, mut manifest: BundleManifest) {
        manifest.root = manifest.computed_root().unwrap();
        self.0
            .insert("manifest.json".to_owned(), canonical_json(&manifest).unwrap());
    }
}

/// A zip as bundles are laid out, of members in any order.
pub(crate) fn pack(members: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut central) = (Vec::new(), Vec::new());
    for (name, bytes) in members {
        let mut shared = Vec::new();
        for number in [20_u16, 0, 0, 0, 0x21] {
            shared.extend(number.to_le_bytes());
        }
        shared.extend(crc32fast::hash(bytes).to_le_bytes());
        shared.extend([u32::try_from(bytes.len()).unwrap().to_le_bytes(); 2].concat());
        shared.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
        shared.extend([0, 0]);
        let offset = u32::try_from(out.len()).unwrap();
        out.extend(b"PK\x03\x04");
        out.extend(&shared);
        out.extend(name.as_bytes());
        out.extend(*bytes);
        central.extend(b"PK\x01\x02\x14\0");
        central.extend(&shared);
        central.extend([0; 10]);
        central.extend(offset.to_le_bytes());
        central.extend(name.as_bytes());
    }
    let start = u32::try_from(out.len()).unwrap();
    out.extend(&central);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([u16::try_from(members.len()).unwrap().to_le_bytes(); 2].concat());
    out.extend(u32::try_from(central.len()).unwrap().to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0, 0]);
    out
}

/// The events of the run.
pub(crate) fn events() -> Vec<Event> {
    let sealed = STORE.events(RUN, 1, usize::MAX).unwrap();
    let parse =
        |it: &SealedEvent| serde_json::from_slice(it.payload.as_ref().unwrap()).unwrap();
    sealed.iter().map(parse).collect()
}

/// A store with these events, sealed anew from the first.
pub(crate) fn sealed(events: &[Event], new: Vec<Blob>) -> MemoryStore {
    let store = MemoryStore::default();
    let row = STORE.run(RUN).unwrap().unwrap();
    let mut chain = ChainHead::START;
    let seal = |event: &Event| {
        let names = (event.cause.kind().into(), event.cause.subject().into());
        let payload: Arc<[u8]> = serde_json::to_vec(event).unwrap().into();
        chain.seal(RUN, names, 1_700_000_000_000, payload)
    };
    let sealed: Vec<SealedEvent> = events.iter().map(seal).collect();
    let mut blobs = new;
    for mut event in events.iter().cloned().chain(self::events()) {
        let kept = event.refs().into_iter().filter_map(|hash| STORE.blob(hash).unwrap());
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

/// The run with its channels edited as they were written, everything sealed anew. Snapshots, which
/// would tell, are left out.
pub(crate) fn rewritten(edit: &dyn Fn(&str, &mut Json)) -> MemoryStore {
    rewritten_as(edit, false)
}

pub(crate) fn rewritten_as(edit: &dyn Fn(&str, &mut Json), snapshots: bool) -> MemoryStore {
    let mut blobs = Vec::new();
    let mut all = events();
    all.retain(|event| snapshots || !matches!(event.cause, EventCause::Snapshot { .. }));
    for event in &mut all {
        if let EventCause::Completed(done) = &mut event.cause {
            rewrite(&mut done.writes, edit, &mut blobs);
        }
    }
    sealed(&all, blobs)
}

fn rewrite(writes: &mut ChannelWrites, edit: &dyn Fn(&str, &mut Json), blobs: &mut Vec<Blob>) {
    for (channel, datum) in writes {
        let mut value = json(datum);
        edit(channel, &mut value);
        let (new, blob) = StoredValue::new(value).unwrap();
        blobs.extend(blob);
        *datum = new;
    }
}

/// The value behind a datum: its own, or that of its blob in the honest store.
fn json(datum: &StoredValue) -> Json {
    let wire = serde_json::to_value(datum).unwrap();
    match wire["b"].as_str() {
        None => wire["v"].clone(),
        Some(hash) => {
            let stored = STORE.blob(hash.parse().unwrap()).unwrap();
            serde_json::from_slice(&stored.unwrap()).unwrap()
        }
    }
}
