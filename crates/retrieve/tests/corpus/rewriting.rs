//! What is erased is gone from the disk, and a rewrite can be cut short anywhere.

use std::fs;

use jurat_retrieve::{CorpusIntake, CorpusStore, FileStore};
use tempfile::tempdir;

use crate::sample::{contents, file, name, take, three};

#[test]
fn erased_bytes_are_in_no_file_any_more() {
    let root = tempdir().unwrap();
    let store = FileStore::create(root.path(), &name()).unwrap();
    // Short and plain: too small to compress, so that it can be searched for.
    let secret = "Zq7 secret lamp";
    let (store, _) = take(store, &file("/s", &[("s", secret)]));
    let (store, _) = take(store, &file("/k", &[("k", "Kept: a ferry must carry a lamp.")]));
    assert!(holds(root.path(), secret));
    let mut intake = CorpusIntake::new(store);
    intake.drop_source("s").unwrap();
    let mut store = intake.into_store();
    let before = store.position();
    assert!(0 < store.rewrite().unwrap());
    assert!(!holds(root.path(), secret));
    assert_eq!(store.since(before).unwrap(), None);
    let (store, _) = take(store, &file("/n", &[("n", "new")]));
    assert_eq!(contents(&store).len(), 2);
    drop(store);
    let store = FileStore::read_only(root.path(), &name()).unwrap();
    assert!(store.faults().is_empty());
    assert_eq!(store.entries().keys().collect::<Vec<_>>(), ["k", "n"]);
}

#[test]
fn a_rewrite_that_was_cut_short_leaves_the_old_corpus() {
    let root = tempdir().unwrap();
    three(root.path());
    let folder = root.path().join("ferry-rules");
    fs::write(folder.join("log-2"), "half").unwrap();
    fs::write(folder.join("pack-2"), "half").unwrap();
    let store = FileStore::write_to(root.path(), &name()).unwrap();
    assert_eq!(contents(&store).len(), 3);
    assert!(!folder.join("log-2").exists() && !folder.join("pack-2").exists());
}

#[test]
fn a_removed_corpus_leaves_no_bytes() {
    let root = tempdir().unwrap();
    three(root.path());
    jurat_retrieve::remove(root.path(), &name()).unwrap();
    assert!(jurat_retrieve::list(root.path()).unwrap().is_empty());
    let left: Vec<String> = fs::read_dir(root.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(left, [".locks"]);
}

#[test]
fn a_removal_that_was_cut_short_is_finished_by_the_next_writer() {
    let root = tempdir().unwrap();
    let folder = root.path().join("ferry-rules");
    let rest = root.path().join(".removed-ferry-rules");
    let cut_short = || {
        three(root.path());
        fs::rename(&folder, &rest).unwrap();
    };
    cut_short();
    assert!(FileStore::write_to(root.path(), &name()).is_err());
    assert!(!rest.exists());
    cut_short();
    jurat_retrieve::remove(root.path(), &name()).unwrap();
    assert!(!rest.exists());
    cut_short();
    drop(FileStore::create(root.path(), &name()).unwrap());
    assert!(!rest.exists());
}

fn holds(root: &std::path::Path, words: &str) -> bool {
    let folder = fs::read_dir(root.join("ferry-rules")).unwrap().flatten();
    folder.into_iter().any(|entry| {
        let bytes = fs::read(entry.path()).unwrap_or_default();
        bytes.windows(words.len()).any(|found| found == words.as_bytes())
    })
}
