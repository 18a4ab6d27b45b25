//! Which changes a file makes.

use jurat_canon::Hash;
use jurat_retrieve::{
    CorpusIntake, CorpusStore, FileRefusal, FileStore, IntakeFile, IntakeTally,
};
use tempfile::{TempDir, tempdir};

use crate::sample::{file, name, take};

/// Takes in files one after the other: the last tally, and the names that are then there.
#[track_caller]
fn check(reads: &[IntakeFile], expected: IntakeTally, names: &[&str]) -> (TempDir, FileStore) {
    let root = tempdir().unwrap();
    let mut store = FileStore::create(root.path(), &name()).unwrap();
    let mut tally = IntakeTally::default();
    for read in reads {
        (store, tally) = take(store, read);
    }
    assert_eq!(tally, expected);
    let found: Vec<String> = store.entries().keys().collect();
    assert_eq!(found, names);
    (root, store)
}

fn tally(added: u64, replaced: u64, unchanged: u64, removed: u64) -> IntakeTally {
    IntakeTally { added, replaced, unchanged, removed }
}

#[test]
fn the_same_again_changes_nothing() {
    let read = || file("/f", &[("a", "one"), ("b", "two")]);
    let (_root, store) = check(&[read(), read()], tally(0, 0, 2, 0), &["a", "b"]);
    let intake = CorpusIntake::new(store);
    assert!(intake.is_current("/f", read().hash, read().how));
    assert!(!intake.is_current("/f", read().hash, Hash::ZERO));
    assert!(!intake.is_current("/g", read().hash, read().how));
}

#[test]
fn changed_rows_are_replaced_and_missing_ones_removed() {
    let before = file("/f", &[("a", "one"), ("b", "two"), ("c", "three")]);
    let after = file("/f", &[("a", "one"), ("b", "changed"), ("d", "four")]);
    check(&[before, after], tally(1, 1, 1, 1), &["a", "b", "d"]);
}

#[test]
fn repeated_names_are_numbered_and_keep_their_numbers() {
    let rows = [("a", "one"), ("a", "two"), ("a", "three")];
    check(&[file("/f", &rows)], tally(3, 0, 0, 0), &["a", "a#2", "a#3"]);
    check(&[file("/f", &rows), file("/f", &rows)], tally(0, 0, 3, 0), &["a", "a#2", "a#3"]);
    let other = file("/g", &[("a", "elsewhere")]);
    check(&[file("/f", &rows[..1]), other], tally(1, 0, 0, 0), &["a", "a#2"]);
}

#[test]
fn the_same_bytes_under_two_names_are_stored_once() {
    let words = "A ferry must carry a lamp. ".repeat(400);
    let (root, once) = check(&[file("/f", &[("a", &words)])], tally(1, 0, 0, 0), &["a"]);
    let both = [("a", words.as_str()), ("b", &words)];
    let (root2, twice) = check(&[file("/f", &both)], tally(2, 0, 0, 0), &["a", "b"]);
    let bytes = |name: &str| twice.entries().get(name).unwrap().bytes;
    assert_eq!(bytes("a"), bytes("b"));
    assert!(twice.stored_bytes() < once.stored_bytes() + 200);
    drop((root, root2));
}

#[test]
fn a_file_with_refusals_is_never_current() {
    let mut read = file("/f", &[("a", "one")]);
    let (kind, reason) = ("damaged".to_owned(), "broken".to_owned());
    read.refused.push(FileRefusal { name: "f".to_owned(), kind, reason });
    let (_root, store) = check(&[read], tally(1, 0, 0, 0), &["a"]);
    let again = file("/f", &[("a", "one")]);
    assert!(!CorpusIntake::new(store).is_current("/f", again.hash, again.how));
}

#[test]
fn a_source_taken_away_makes_its_file_due_again() {
    let read = file("/f", &[("a", "one"), ("b", "two")]);
    let (_root, store) =
        check(&[file("/f", &[("a", "one"), ("b", "two")])], tally(2, 0, 0, 0), &["a", "b"]);
    let mut intake = CorpusIntake::new(store);
    intake.drop_source("a").unwrap();
    assert!(!intake.is_current("/f", read.hash, read.how));
    assert!(intake.store().unfinished().is_empty(), "it was read to its end");
    intake.drop_source("b").unwrap();
    assert!(intake.store().files().is_empty());
}

#[test]
fn losing_documents_of_the_same_bytes_is_foreseen() {
    let read = file("/f", &[("a", "one"), ("b", "two")]);
    let hash = read.hash;
    let (_root, store) = check(&[read], tally(2, 0, 0, 0), &["a", "b"]);
    let mut intake = CorpusIntake::new(store);
    let some = file("/f", &[("a", "one")]).documents;
    let all = file("/f", &[("b", "2"), ("a", "1")]).documents;
    for (path, hash, documents, expected) in [
        ("/f", hash, &some, true),
        ("/f", hash, &all, false),
        ("/f", Hash::ZERO, &some, false),
        ("/g", hash, &some, false),
    ] {
        let mut open = intake.begin(path, hash, Hash::ZERO);
        for document in documents {
            intake.add(&mut open, document).unwrap();
        }
        assert_eq!(open.would_lose(), expected, "{path}");
        intake.abandon(open);
    }
}

#[test]
fn a_file_that_is_half_read_keeps_what_came_and_is_due_again() {
    let root = tempdir().unwrap();
    let read = file("/f", &[("a", "one"), ("b", "two"), ("c", "three")]);
    let mut intake = CorpusIntake::new(FileStore::create(root.path(), &name()).unwrap());
    let mut open = intake.begin("/f", read.hash, read.how);
    for document in &read.documents[..2] {
        intake.add(&mut open, document).unwrap();
    }
    intake.pause(&open).unwrap();
    // What comes after the last commit is what a kill takes.
    intake.add(&mut open, &read.documents[2]).unwrap();
    drop(intake);
    let store = FileStore::create(root.path(), &name()).unwrap();
    assert_eq!(store.entries().keys().collect::<Vec<_>>(), ["a", "b"]);
    let part: Vec<&str> = store.unfinished().iter().map(|file| file.path.as_str()).collect();
    assert_eq!(part, ["/f"]);
    assert!(!CorpusIntake::new(store).is_current("/f", read.hash, read.how));
    let store = FileStore::create(root.path(), &name()).unwrap();
    let (store, counted) = take(store, &read);
    assert_eq!(counted, tally(1, 0, 2, 0));
    assert!(store.unfinished().is_empty());
    assert!(CorpusIntake::new(store).is_current("/f", read.hash, read.how));
}

#[test]
fn a_file_that_is_given_up_halfway_loses_nothing_that_it_had() {
    let read = file("/f", &[("a", "one"), ("b", "two")]);
    let (_root, store) =
        check(&[file("/f", &[("a", "one"), ("b", "two")])], tally(2, 0, 0, 0), &["a", "b"]);
    let mut intake = CorpusIntake::new(store);
    let mut open = intake.begin("/f", read.hash, read.how);
    intake.add(&mut open, &read.documents[0]).unwrap();
    intake.abandon(open);
    intake.commit().unwrap();
    assert_eq!(intake.store().entries().len(), 2);
    assert_eq!(intake.forget("/f").unwrap(), 2, "it still knows both names");
}

#[test]
fn only_files_under_the_given_folders_can_vanish() {
    let reads =
        [file("/in/a", &[("a", "1")]), file("/in2/b", &[("b", "2")]), file("/in/c", &[])];
    let (_root, store) = check(&reads, tally(0, 0, 0, 0), &["a", "b"]);
    let mut intake = CorpusIntake::new(store);
    let seen = ["/in/c".to_owned()].into();
    let roots = ["/in/".to_owned()];
    let gone = intake.vanished(&roots, &seen, &["/in/a".to_owned()]);
    assert!(gone.is_empty(), "{gone:?}");
    let gone = intake.vanished(&roots, &seen, &["/in/ab".to_owned()]);
    assert_eq!(gone, ["/in/a"]);
    assert_eq!(intake.forget("/in/a").unwrap(), 1);
    assert_eq!(intake.store().entries().len(), 1);
}
