//! A door for fuzzing: a bundle taken apart, edited, and put together by a forger who hashes
//! everything anew, so that an edit reaches the checks behind the hashes.

use std::{collections::BTreeMap, sync::Arc};

use jurat_canon::Hash;
use jurat_engine::{Chain, RunId, SealedEvent};

use crate::{
    container, journal,
    manifest::{BLOBS, DEFINITION, Head, JOURNAL, MANIFEST, Manifest, MemberEntry, SIGNATURE},
};

type Members = BTreeMap<String, Vec<u8>>;

/// The names of a bundle's members.
#[doc(hidden)]
pub fn names(bundle: &[u8]) -> Vec<String> {
    container::read(bundle)
        .members
        .keys()
        .map(|&name| name.to_owned())
        .collect()
}

/// The bundle with one member edited: blobs renamed, events sealed anew, the manifest brought in
/// line. Nothing where the bundle cannot be taken apart, or its journal not be read after the edit.
#[doc(hidden)]
pub fn forged(bundle: &[u8], member: &str, edit: impl FnOnce(&mut Vec<u8>)) -> Option<Vec<u8>> {
    let contents = container::read(bundle);
    let own =
        |(name, it): (&&str, &container::Member<'_>)| ((*name).to_owned(), it.plain.to_vec());
    let mut members: Members = contents.members.iter().map(own).collect();
    let mut manifest: Manifest = serde_json::from_slice(members.get(MANIFEST)?).ok()?;
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

/// A blob or a definition has the name of what it holds now, wherever it is named.
fn renamed(members: &mut Members, member: &str, manifest: &mut Manifest) {
    let Some(bytes) = members.get(member).cloned() else { return };
    let new = Hash::of(&bytes);
    let old = if member == DEFINITION {
        std::mem::replace(&mut manifest.definition, new).to_string()
    } else if let Some(old) = member.strip_prefix(BLOBS) {
        members.remove(member);
        members.insert(format!("{BLOBS}{new}"), bytes);
        old.to_owned()
    } else {
        return;
    };
    let Some(text) = members.get_mut(JOURNAL) else { return };
    if let Ok(words) = std::str::from_utf8(text) {
        *text = words.replace(&old, &new.to_string()).into_bytes();
    }
}

/// The events of these lines in a new chain. What the lines say of hashes is not looked at.
fn sealed(run: RunId, text: &[u8]) -> Option<(Vec<SealedEvent>, Head)> {
    let mut chain = Chain::START;
    let mut events = Vec::new();
    for event in journal::loose(text)? {
        let SealedEvent { kind, subject, at_ms, payload, .. } = event;
        let payload = payload.unwrap_or_else(|| Arc::from(*b"null"));
        events.push(chain.seal(run, (kind, subject), at_ms, payload));
    }
    Some((events, Head { seq: chain.seq, hash: chain.head }))
}

fn packed(mut members: Members, mut manifest: Manifest) -> Option<Vec<u8>> {
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
    let pack = |(name, bytes)| container::pack(name, bytes, container::Wish::Plain);
    let packed: Vec<_> = members
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .map(pack)
        .collect();
    container::write(&packed).ok()
}
