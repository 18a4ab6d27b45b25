//! A write-ahead log cut or changed anywhere: the store opens at a whole commit, never on garbage.

#![expect(clippy::unwrap_used)]

use std::{fs, path::Path};

use tempfile::TempDir;

use jurat_conformance::sample::{adding, chain, chain_holds, commit, journal, run, stored};
use jurat_engine::RunStore;
use jurat_store::{CommitDurability, SqliteOptions, SqliteStore};

const OPTIONS: SqliteOptions = SqliteOptions { durability: CommitDurability::Normal };
const COMMITS: u64 = 6;
const PER_COMMIT: u64 = 5;

/// The database and its log as a process that dies now leaves them.
struct Remains {
    database: Vec<u8>,
    log: Vec<u8>,
}

fn remains() -> Remains {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path(), OPTIONS).unwrap();
    let mut events = stored(&store, run(1), PER_COMMIT);
    for _ in 1..COMMITS {
        let more = chain(&events, PER_COMMIT);
        commit(&store, adding(run(1), 1, more.clone())).unwrap();
        events.extend(more);
    }
    let read = |name| fs::read(folder.path().join(name)).unwrap();
    Remains {
        database: read("runs.sqlite"),
        log: read("runs.sqlite-wal"),
    }
}

/// Opens what is left and gives the number of whole commits in it.
fn commits_left(database: &[u8], log: &[u8]) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), database, log);
    let store = SqliteStore::open(folder.path(), OPTIONS).unwrap();
    let events = journal(&store, run(1));
    assert_eq!(events.len() as u64 % PER_COMMIT, 0, "half a commit");
    assert!(chain_holds(&events));
    let head = store.run(run(1)).unwrap().map_or(0, |row| row.head_seq);
    assert_eq!(head, events.len() as u64);
    assert_eq!(store.check(), []);
    continues(&store, &folder);
    events.len() as u64 / PER_COMMIT
}

/// The opened store takes further commits and keeps them.
fn continues(store: &SqliteStore, folder: &TempDir) {
    let added = stored(store, run(2), 2);
    let again = SqliteStore::open(folder.path(), OPTIONS).unwrap();
    assert_eq!(journal(&again, run(2)), added);
}

fn put(folder: &Path, database: &[u8], log: &[u8]) {
    fs::write(folder.join("runs.sqlite"), database).unwrap();
    fs::write(folder.join("runs.sqlite-wal"), log).unwrap();
}

#[test]
fn a_cut_log_gives_the_last_whole_commit() {
    let Remains { database, log } = remains();
    assert_eq!(commits_left(&database, &log), COMMITS);
    let mut most = 0;
    for length in (0..log.len()).step_by(2_011) {
        let left = commits_left(&database, &log[..length]);
        assert!(most <= left && left < COMMITS, "{left} commits in {length} bytes");
        most = left;
    }
    assert_eq!(most, COMMITS - 1);
}

#[test]
fn a_changed_byte_takes_only_what_follows() {
    let Remains { database, log } = remains();
    let mut most = 0;
    for at in (40..log.len()).step_by(3_001) {
        let mut torn = log.clone();
        torn[at] ^= 0x55;
        let left = commits_left(&database, &torn);
        assert!(most <= left && left < COMMITS, "{left} commits with byte {at} changed");
        most = left;
    }
}

#[test]
fn a_page_of_zeros_at_the_end_is_no_commit() {
    let Remains { database, mut log } = remains();
    let last = log.len() - 4096;
    log[last..].fill(0);
    assert_eq!(commits_left(&database, &log), COMMITS - 1);
}
