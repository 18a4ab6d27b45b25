//! Check, backup, migrate, statistics, and many processes at one door.

#![expect(clippy::unwrap_used)]

use std::{fs, path::Path, sync::Barrier, thread};

use rusqlite::Connection;

use jurat_canon::Blob;
use jurat_conformance::sample::{commit, journal, run, starting, stored};
use jurat_engine::{
    ForgetScope, RunAppend, RunId, RunStore, RunSummary, StoreError, TaskQueue,
};
use jurat_store::{
    CommitDurability, FormatMigration, SqliteOptions, SqliteStore, migrate, release_reserve,
};

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
    finds("UPDATE runs SET updated_ms = updated_ms + 1", "lists show other times");
    finds("UPDATE runs SET created_ms = 7 WHERE key = 2", "lists show other times");
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
    assert_eq!(migrate(folder.path()).unwrap(), FormatMigration { from: 2, to: 2 });
}

#[test]
fn a_store_of_the_first_format_is_brought_up_when_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    commit(&open(folder.path()), starting(run(1), 3)).unwrap();
    for _ in 0..2 {
        let db = Connection::open(folder.path().join("runs.sqlite")).unwrap();
        let first = "DROP TABLE tasks; DELETE FROM refinery_schema_history WHERE version = 2; \
             PRAGMA user_version = 1;";
        db.execute_batch(first).unwrap();
        drop(db);
        let store = open(folder.path());
        assert_eq!(store.events(run(1), 1, 9).unwrap().len(), 3);
        assert_eq!(store.take("worker", "somebody", (0, 1)).unwrap(), None);
        assert_eq!(store.check(), []);
    }
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

/// A store of `MANY` runs, each with a blob of its own that does not compress.
fn many(folder: &Path) -> (SqliteStore, Vec<RunId>) {
    const MANY: u8 = 240;
    let store = open(folder);
    for number in 0..MANY {
        let plain: Vec<u8> = (0..20_000_u32).map(|at| noise(at, number)).collect();
        let append = starting(run(number), 3);
        let blobs = [append.blobs, vec![Blob::encode(&plain)]].concat();
        commit(&store, RunAppend { blobs, ..append }).unwrap();
    }
    (store, (0..MANY).map(run).collect())
}

fn noise(at: u32, seed: u8) -> u8 {
    let mixed = (at + 1).wrapping_mul(2_654_435_761) ^ u32::from(seed).wrapping_mul(40_503);
    mixed.wrapping_mul(2_246_822_519).to_be_bytes()[0]
}

fn file_bytes(folder: &Path) -> u64 {
    fs::metadata(folder.join("runs.sqlite")).unwrap().len()
}

/// Forgets all but two of many runs: the file is a fraction of what it was, and what is left is sound.
#[track_caller]
fn check_room(what: ForgetScope, prepare: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (store, runs) = many(folder.path());
    drop(store);
    let raw = Connection::open(folder.path().join("runs.sqlite")).unwrap();
    raw.execute_batch(prepare).unwrap();
    drop(raw);
    let store = open(folder.path());
    let (before, kept) = (file_bytes(folder.path()), journal(&store, runs[0]));
    let freed = store.forget_all(&runs[2..], what).unwrap();
    let after = file_bytes(folder.path());
    assert!(after * 4 < before, "{after} of {before} bytes are left");
    assert!(after + freed <= before && before < 2 * freed, "{freed} bytes freed");
    assert_eq!(journal(&store, runs[0]), kept);
    assert_eq!(store.check(), []);
}

#[test]
fn the_room_of_forgotten_runs_goes_back_to_the_disk() {
    check_room(ForgetScope::Everything, "");
    check_room(ForgetScope::Payloads, "");
}

#[test]
fn a_store_of_before_free_pages_could_go_gives_them_back_too() {
    let older = "PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM; \
         PRAGMA journal_mode = WAL;";
    check_room(ForgetScope::Everything, older);
}

#[test]
fn a_run_at_work_is_not_forgotten_with_others() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    for number in [1, 2] {
        stored(&store, run(number), 2);
    }
    let _owner = store.claim(run(2), false).unwrap();
    let refused = store.forget_all(&[run(1), run(2)], ForgetScope::Everything);
    assert!(matches!(refused, Err(StoreError::Owned(of)) if of == run(2)));
    assert_eq!(store.runs().unwrap().len(), 2, "none of a batch goes without the others");
}

#[test]
fn a_summary_can_be_put_right() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    stored(&store, run(1), 3);
    let row = store.run(run(1)).unwrap().unwrap();
    let other = RunSummary { completed: 77, ..row.summary.clone() };
    store.repair_summary(run(1), &other).unwrap();
    assert_eq!(store.run(run(1)).unwrap().unwrap().summary, other);
    let unknown = store.repair_summary(run(9), &other);
    assert!(matches!(unknown, Err(StoreError::UnknownRun(_))));
    let _owner = store.claim(run(1), false).unwrap();
    let refused = store.repair_summary(run(1), &row.summary);
    assert!(matches!(refused, Err(StoreError::Owned(_))));
}

#[test]
fn room_is_set_aside_and_released() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let reserve = folder.path().join("reserve");
    store.keep_reserve();
    let made = fs::metadata(&reserve).unwrap();
    assert_eq!(made.len(), 4 << 20);
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        assert!(made.len() <= made.blocks() * 512, "it has holes");
        assert_eq!(made.mode() & 0o777, 0o600);
    }
    release_reserve(folder.path());
    assert!(!reserve.exists());
    release_reserve(folder.path());
}
