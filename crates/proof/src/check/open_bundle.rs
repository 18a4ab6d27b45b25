//! Whether bytes are a bundle at all, and its run read back for showing.

use std::{collections::BTreeMap, sync::Arc};

use jurat_canon::Hash;
use jurat_engine::{SealedEvent, WorkflowPlan, load};

use crate::{
    BundleManifest, ProofError,
    container::{self, ZipContents},
    journal,
    manifest::{BLOBS, DEFINITION, JOURNAL, MANIFEST},
    read_only_store::{ReadOnlyRunStore, row},
    replay::replay,
};

use super::{FinalState, final_state};

/// The manifest stands uncompressed, so a bundle shows itself, cut or added to as it may be.
pub(super) fn looks_like_one(bytes: &[u8]) -> bool {
    let has = |what: &[u8]| memchr::memmem::find(bytes, what).is_some();
    has(b"PK\x03\x04") && has(br#""format":"jurat-bundle""#)
}

/// The blobs of a bundle under the hashes of what they hold; names are checked elsewhere.
pub(super) fn blobs<'a>(contents: &'a ZipContents<'_>) -> BTreeMap<Hash, &'a [u8]> {
    let members = contents.members.iter();
    let kept = members.filter(|(name, _)| name.starts_with(BLOBS) || **name == DEFINITION);
    kept.map(|(_, member)| (member.hash, &*member.plain)).collect()
}

pub struct OpenedBundle {
    pub manifest: BundleManifest,
    pub state: FinalState,
    pub events: Vec<SealedEvent>,
}

/// Reads a bundle back without judging it.
pub fn open(bytes: &[u8]) -> Result<OpenedBundle, ProofError> {
    if !looks_like_one(bytes) {
        return Err(ProofError::NotABundle("it is no zip with a manifest of ours".to_owned()));
    }
    let contents = container::read_zip(bytes);
    let broken = |what: &str| ProofError::NotShown(format!("{what}; check the bundle first"));
    let account = contents
        .plain(MANIFEST)
        .ok_or_else(|| broken("the manifest is missing"))?;
    let manifest: BundleManifest =
        serde_json::from_slice(account).map_err(|error| broken(&error.to_string()))?;
    let lines = contents
        .plain(JOURNAL)
        .ok_or_else(|| broken("the journal is missing"))?;
    let events = journal::decode(lines).map_err(|(_, what)| broken(&what))?;
    if !in_sequence(&events) {
        return Err(broken("events are missing"));
    }
    let text = contents
        .plain(DEFINITION)
        .map(String::from_utf8_lossy)
        .unwrap_or_default();
    let checked = load(&text).map_err(|_| broken("the definition cannot be read"))?;
    let (row, kept) = (row(&manifest, &events), blobs(&contents));
    let blob = |hash| Ok(kept.get(&hash).map(|bytes| bytes.to_vec()));
    let shelf = ReadOnlyRunStore::new(&row, &events, &blob);
    let replayed = replay(&shelf, &Arc::new(WorkflowPlan::new(checked)))
        .map_err(|error| broken(&error.to_string()))?;
    let state = final_state(&manifest, &replayed.loaded, text.as_bytes());
    let state = state.ok_or_else(|| broken("the run has not ended"))?;
    Ok(OpenedBundle { manifest, state, events })
}

/// Numbers from 1 without gaps: what walks a journal relies on it.
pub(super) fn in_sequence(events: &[SealedEvent]) -> bool {
    events.iter().zip(1_u64..).all(|(event, seq)| event.seq == seq)
}
