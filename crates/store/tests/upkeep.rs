//! Check, backup, migrate, statistics, and many processes at one door.

#![expect(clippy::unwrap_used)]

use std::{path::Path, sync::Barrier, thread};

use rusqlite::Connection;

use jurat_canon::Blob;
use jurat_conformance::sample::{commit, journal, run, starting, stored};
use jurat_engine::{RunAppend, RunStore, StoreError};
use jurat_store::{CommitDurability, FormatMigration, SqliteOptions, SqliteStore, migrate};

const OPTIONS: SqliteOptions = SqliteOptions { durability: CommitDurability::Normal };

fn open(folder: &Path) -> SqliteStore {
    SqliteStore::open(folder, OPTIONS).unwrap()
}

/// Every problem found after `sql` was run on a good store of two runs.
fn check(sql: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    for number in [1, 2] {
        let blob = Blob::encode(&[number]);
        let snapshot = Some((3, blob.hash));
        let append = starting(run(number), 3);
        let blobs = [append.blobs, vec![blob]].concat();
        commit(&store, RunAppend { blobs, snapshot, ..append }).unwrap();
    }
    let db = Connection::open(folder.path().join("runs.sqlite")).unwrap();
    db.execute_batch(sql).unwrap();
    store.check().iter().map(ToString::to_string).collect()
}

fn finds(sql: &str, what: &str) {
    let problems = check(sql);
    assert!(problems.iter().any(|problem| problem.contains(what)), "{sql}: {problems:?}");
}

#[test]
fn a_good_store_has_no_problems() {
    assert_eq!(check(""), [""; 0]);
}

#[test]
fn each_kind_of_problem_is_found() {
    finds("UPDATE runs SET head_hash = zeroblob(32)", "the head is not the last event");
    finds("UPDATE runs SET head_seq = 9 WHERE key = 1", "the head is not the last event");
    finds("DELETE FROM events WHERE seq = 2", "events are missing");
    finds("UPDATE runs SET head_seq = 2", "left over");
    finds("DELETE FROM runs WHERE key = 2", "rows without a run");
    finds("DELETE FROM blobs WHERE key = 1", "there is no blob");
    finds("DELETE FROM run_blobs WHERE run = 1", "nothing holds the snapshot");
    finds("DELETE FROM run_blobs", "no run holds it");
    finds("UPDATE blobs SET encoded = x'0042'", "holds other bytes");
    finds("UPDATE blobs SET encoded = x''", "cannot be decoded");
}

#[test]
fn a_backup_opens_as_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder.path().join("store"));
    let events = stored(&store, run(1), 5);
    let to = folder.path().join("copy");
    store.backup(&to).unwrap();
    stored(&store, run(2), 1);
    let copy = open(&to);
    assert_eq!(journal(&copy, run(1)), events);
    assert_eq!(copy.runs().unwrap().len(), 1);
    assert_eq!(copy.check(), []);
}

#[test]
fn a_backup_overwrites_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder.path().join("store"));
    let to = folder.path().join("copy");
    stored(&open(&to), run(7), 1);
    let refused = store.backup(&to);
    assert!(
        matches!(refused, Err(StoreError::Unavailable(text)) if text.contains("overwrite"))
    );
    assert_eq!(journal(&open(&to), run(7)).len(), 1);
    assert!(store.backup(&folder.path().join("store")).is_err());
}

#[test]
fn a_migration_says_from_and_to() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(migrate(folder.path()), Err(StoreError::Unavailable(_))));
    drop(open(folder.path()));
    assert_eq!(migrate(folder.path()).unwrap(), FormatMigration { from: 1, to: 1 });
}

#[test]
fn statistics_count_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let plain = b"again and ".repeat(1_000);
    for number in [1, 2] {
        let append = starting(run(number), 3);
        let blobs = vec![Blob::encode(&plain)];
        commit(&store, RunAppend { blobs, new_run: append.new_run.clone(), ..append }).unwrap();
    }
    let stats = store.stats().unwrap();
    assert_eq!((stats.runs, stats.events, stats.blobs), (2, 6, 1));
    assert_eq!(stats.blob_bytes, plain.len() as u64);
    assert!(stats.stored_blob_bytes < stats.blob_bytes);
    assert!(0 < stats.database_bytes);
}

#[test]
fn many_may_open_a_new_store_at_once() {
    const MANY: u8 = 6;
    let folder = tempfile::tempdir().unwrap();
    let start = Barrier::new(MANY.into());
    thread::scope(|scope| {
        for number in 0..MANY {
            let (start, folder) = (&start, folder.path());
            scope.spawn(move || {
                start.wait();
                stored(&open(folder), run(number), 2);
            });
        }
    });
    assert_eq!(open(folder.path()).runs().unwrap().len(), usize::from(MANY));
}
