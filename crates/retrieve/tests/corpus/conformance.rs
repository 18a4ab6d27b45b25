//! What every adapter of the port promises; the folder is the one that there is.

use jurat_model::IngestedDocument;
use jurat_retrieve::{
    CorpusChange, CorpusError, CorpusStore, FileStore, LogPosition, StagedChange,
};
use tempfile::tempdir;

use crate::sample::{document, name};

/// Stages a document, reads it back before and after the commit.
fn keeps_what_is_staged(store: &mut dyn CorpusStore) {
    let given: IngestedDocument = document("a.txt", "A ferry must carry a lamp.");
    store
        .stage(StagedChange::Put { name: "a", file: "/a.txt", document: &given })
        .unwrap();
    for _ in 0..2 {
        let entry = store.entries().get("a").unwrap();
        assert_eq!(store.bytes(&entry).unwrap(), given.bytes);
        assert_eq!(store.rendition(&entry).unwrap(), given.rendition);
        assert_eq!((entry.source, entry.file.as_str()), (given.source.clone(), "/a.txt"));
        store.commit().unwrap();
    }
}

/// A follower sees each change once, in order.
fn tells_what_happened_since(store: &mut dyn CorpusStore) {
    let before = store.position();
    let given = document("b.txt", "Oars are optional.");
    store
        .stage(StagedChange::Put { name: "b", file: "/b.txt", document: &given })
        .unwrap();
    assert_eq!(store.since(before).unwrap().unwrap().len(), 0);
    let middle = store.commit().unwrap();
    store.stage(StagedChange::Drop("b")).unwrap();
    let after = store.commit().unwrap();
    let changes = store.since(before).unwrap().unwrap();
    assert!(
        matches!(&changes[..], [CorpusChange::Put(_), CorpusChange::Drop(gone)] if gone == "b")
    );
    assert_eq!(store.since(middle).unwrap().unwrap(), [CorpusChange::Drop("b".to_owned())]);
    assert!(store.since(after).unwrap().unwrap().is_empty());
    assert_eq!(store.commit().unwrap(), after);
    let elsewhere = LogPosition { log: after.log + 1, ..after };
    assert_eq!(store.since(elsewhere).unwrap(), None);
}

#[test]
fn the_folder_keeps_to_the_port() {
    let root = tempdir().unwrap();
    let mut store = FileStore::create(root.path(), &name()).unwrap();
    keeps_what_is_staged(&mut store);
    tells_what_happened_since(&mut store);
}

#[test]
fn what_is_not_committed_is_not_there() {
    let root = tempdir().unwrap();
    let mut store = FileStore::create(root.path(), &name()).unwrap();
    let given = document("a.txt", "words");
    store
        .stage(StagedChange::Put { name: "a", file: "/a", document: &given })
        .unwrap();
    drop(store);
    let store = FileStore::read_only(root.path(), &name()).unwrap();
    assert!(store.entries().is_empty());
}

#[test]
fn there_is_one_writer_and_any_number_of_readers() {
    let root = tempdir().unwrap();
    let writer = FileStore::create(root.path(), &name()).unwrap();
    let again = FileStore::write_to(root.path(), &name());
    assert!(matches!(again, Err(CorpusError::Busy(_))));
    assert!(matches!(jurat_retrieve::remove(root.path(), &name()), Err(CorpusError::Busy(_))));
    let mut reader = FileStore::read_only(root.path(), &name()).unwrap();
    let refused = reader.stage(StagedChange::Drop("a"));
    assert!(matches!(refused, Err(CorpusError::ReadOnly(_))));
    drop(writer);
    FileStore::write_to(root.path(), &name()).unwrap();
}

#[test]
fn a_corpus_that_is_not_there_is_not_made_by_looking() {
    let root = tempdir().unwrap();
    for opened in [FileStore::read_only, FileStore::write_to] {
        assert!(matches!(opened(root.path(), &name()), Err(CorpusError::Unknown(_))));
    }
    assert!(jurat_retrieve::list(root.path()).unwrap().is_empty());
}
