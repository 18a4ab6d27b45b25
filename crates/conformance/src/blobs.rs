//! Cases on blobs and snapshots.

use jurat_canon::{Blob, Hash};

use crate::{
    StoreFixture,
    sample::{adding, chain, commit, owned, run, starting, stored},
};
use jurat_engine::{RunAppend, StoreError};

pub(super) fn a_blob_reads_back(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    for plain in [Vec::new(), b"short".to_vec(), b"again and ".repeat(50_000)] {
        let blob = Blob::encode(&plain);
        let hash = blob.hash;
        let number = u8::try_from(plain.len() % 7).unwrap();
        commit(&*store, with_blob(starting(run(number), 1), blob)).unwrap();
        assert_eq!(fixture.open().blob(hash).unwrap(), Some(plain));
    }
}

pub(super) fn a_blob_is_stored_once(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let blob = Blob::encode(b"shared by all");
    let forged = Blob {
        encoded: b"\0anything else".to_vec(),
        ..blob.clone()
    };
    commit(&*store, with_blob(starting(run(1), 1), blob.clone())).unwrap();
    commit(&*store, with_blob(starting(run(2), 1), blob.clone())).unwrap();
    // Were it stored again, the bytes would be the forged ones.
    commit(&*store, with_blob(starting(run(3), 1), forged)).unwrap();
    assert_eq!(store.blob(blob.hash).unwrap().unwrap(), b"shared by all");
}

pub(super) fn an_unknown_blob_is_none(fixture: &dyn StoreFixture) {
    assert_eq!(fixture.open().blob(Hash::of(b"never stored")).unwrap(), None);
}

pub(super) fn a_forged_blob_is_found(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let forged = Blob {
        hash: Hash::of(b"what was said"),
        ..Blob::encode(b"what was not")
    };
    let hash = forged.hash;
    commit(&*store, with_blob(starting(run(1), 1), forged)).unwrap();
    let Err(StoreError::Damaged(text)) = store.blob(hash) else { panic!("it went unnoticed") };
    assert!(text.contains(&hash.to_string()), "{text}");
}

pub(super) fn the_newest_snapshot_before_is_given(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let (before, _lease) = owned(&*store, run(1), 1);
    stored(&*store, run(2), 1);
    let events = chain(&before, 8);
    for (at, part) in [(3, &events[..2]), (6, &events[2..5]), (9, &events[5..])] {
        let blob = Blob::encode(&[u8::try_from(at).unwrap()]);
        let snapshot = Some((at, blob.hash));
        let append = with_blob(adding(run(1), 2, part.to_vec()), blob);
        commit(&*store, RunAppend { snapshot, ..append }).unwrap();
    }
    let other = fixture.open();
    let at = |seq| other.snapshot(run(1), seq).unwrap().map(|(at, _)| at);
    assert_eq!([at(2), at(3), at(8), at(9)], [None, Some(3), Some(6), Some(9)]);
    assert_eq!(other.snapshot(run(1), u64::MAX).unwrap(), Some((9, Hash::of(&[9]))));
    assert_eq!(other.snapshot(run(2), 9).unwrap(), None);
    assert_eq!(other.snapshot(run(3), 9).unwrap(), None);
}

fn with_blob(append: RunAppend, blob: Blob) -> RunAppend {
    let refs = vec![blob.hash];
    let mut blobs = append.blobs;
    blobs.push(blob);
    RunAppend { blobs, refs, ..append }
}
