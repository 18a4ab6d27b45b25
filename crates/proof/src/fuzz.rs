//! A door for fuzzing: a bundle taken apart, edited, and put together by a forger who hashes
//! everything anew, so that an edit reaches the checks behind the hashes.

use std::{collections::BTreeMap, sync::Arc};

use jurat_canon::Hash;
use jurat_engine::{ChainHead, RunId, SealedEvent};

use crate::{
    container, journal,
    manifest::{
        BLOBS, BundleJournalHead, BundleManifest, DEFINITION, JOURNAL, MANIFEST, MemberEntry,
        SIGNATURE,
    },
};

/// Most names that follow from one edit.
const MOST_RENAMED: usize = 100;

type ForgedMembers = BTreeMap<String, Vec<u8>>;

#[doc(hidden)]
pub fn names(bundle: &[u8]) -> Vec<String> {
    container::read_zip(bundle)
        .members
        .keys()
        .map(|&name| name.to_owned())
        .collect()
}

/// The bundle with one member edited: blobs renamed, events sealed anew, the manifest brought in
/// line. Nothing where the bundle cannot be taken apart, or its journal not be read after the edit.
#[doc(hidden)]
pub fn forged(bundle: &[u8], member: &str, edit: impl FnOnce(&mut Vec<u8>)) -> Option<Vec<u8>> {
    let contents = container::read_zip(bundle);
    let own = |(name, it): (&&str, &container::UnpackedMember<'_>)| {
        ((*name).to_owned(), it.plain.to_vec())
    };
    let mut members: ForgedMembers = contents.members.iter().map(own).collect();
    let mut manifest: BundleManifest = serde_json::from_slice(members.get(MANIFEST)?).ok()?;
    members.remove(SIGNATURE);
    manifest.signer = None;
    edit(members.get_mut(member)?);
    if member == MANIFEST {
        manifest = serde_json::from_slice(members.get(MANIFEST)?).ok()?;
    } else {
        renamed(&mut members, member, &mut manifest);
        let text = members.get_mut(JOURNAL)?;
        let (events, head) = sealed(manifest.run, text)?;
        *text = journal::encode(manifest.run, &events).ok()?;
        manifest.head = head;
    }
    packed(members, manifest)
}

/// A blob or a definition has the name of what it holds now, wherever it is named: in the journal,
/// and in snapshots, which are blobs and get another name by it themselves.
fn renamed(members: &mut ForgedMembers, member: &str, manifest: &mut BundleManifest) {
    let Some(bytes) = members.get(member) else { return };
    let new = Hash::of(bytes);
    let mut open = match member.strip_prefix(BLOBS) {
        Some(_) => vec![moved(members, member)],
        None if member == DEFINITION => {
            let old = std::mem::replace(&mut manifest.definition, new);
            vec![Some((old.to_string(), new.to_string()))]
        }
        None => return,
    };
    // Two blobs edited to name each other would never come to rest.
    for _ in 0..MOST_RENAMED {
        let Some(Some((old, new))) = open.pop() else { return };
        let naming: Vec<String> = members
            .iter()
            .filter(|(name, _)| name.starts_with(BLOBS) || *name == JOURNAL)
            .filter(|(_, bytes)| memchr::memmem::find(bytes, old.as_bytes()).is_some())
            .map(|(name, _)| name.clone())
            .collect();
        for name in naming {
            let Some(bytes) = members.get_mut(&name) else { continue };
            let Ok(text) = std::str::from_utf8(bytes) else { continue };
            *bytes = text.replace(&old, &new).into_bytes();
            if name != JOURNAL {
                open.push(moved(members, &name));
            }
        }
    }
}

/// Moves a blob to the name of what it holds: its old hash and its new one.
fn moved(members: &mut ForgedMembers, name: &str) -> Option<(String, String)> {
    let old = name.strip_prefix(BLOBS)?.to_owned();
    let bytes = members.remove(name)?;
    let new = Hash::of(&bytes).to_string();
    members.insert(format!("{BLOBS}{new}"), bytes);
    Some((old, new))
}

/// The events of these lines in a new chain. What the lines say of hashes is not looked at.
fn sealed(run: RunId, text: &[u8]) -> Option<(Vec<SealedEvent>, BundleJournalHead)> {
    let mut chain = ChainHead::START;
    let mut events = Vec::new();
    for event in journal::loose(text)? {
        let SealedEvent { kind, subject, at_ms, payload, .. } = event;
        let payload = payload.unwrap_or_else(|| Arc::from(*b"null"));
        events.push(chain.seal(run, (kind, subject), at_ms, payload));
    }
    Some((events, BundleJournalHead { seq: chain.seq, hash: chain.head }))
}

fn packed(mut members: ForgedMembers, mut manifest: BundleManifest) -> Option<Vec<u8>> {
    members.remove(MANIFEST);
    let entry = |(name, bytes): (&String, &Vec<u8>)| MemberEntry {
        name: name.clone(),
        media: String::new(),
        size: bytes.len() as u64,
        hash: Hash::of(bytes),
        packed: Hash::of(bytes),
    };
    manifest.members = members.iter().map(entry).collect();
    manifest.root = manifest.computed_root().ok()?;
    members.insert(MANIFEST.to_owned(), manifest.to_bytes().ok()?);
    let pack =
        |(name, bytes)| container::pack(name, bytes, container::PackingPreference::Plain);
    let packed: Vec<_> = members
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .map(pack)
        .collect();
    container::write(&packed).ok()
}
