//! Stores that are damaged, foreign, newer or out of reach: an error that names the file, never a fresh start.

#![expect(clippy::unwrap_used)]

use std::{
    fs::{self, OpenOptions},
    io::{Read, Seek, SeekFrom, Write},
    path::Path,
};

use rusqlite::Connection;
use tempfile::TempDir;

use jurat_conformance::sample::{run, stored};
use jurat_engine::StoreError;
use jurat_store::{CommitDurability, SqliteOptions, SqliteStore, migrate};

const OPTIONS: SqliteOptions = SqliteOptions { durability: CommitDurability::Full };

/// A closed store with one run, after `harm` was done to its database file.
fn harmed(harm: impl FnOnce(&Path)) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    stored(&SqliteStore::open(folder.path(), OPTIONS).unwrap(), run(1), 20);
    harm(&folder.path().join("runs.sqlite"));
    folder
}

/// Opening says `Damaged`, names the file and says `what`; the file is left as it was.
fn check(folder: &TempDir, what: &str) {
    let database = folder.path().join("runs.sqlite");
    let before = fs::read(&database).unwrap();
    let Err(StoreError::Damaged(text)) = SqliteStore::open(folder.path(), OPTIONS) else {
        unreachable!("it opened")
    };
    assert!(text.contains(&*database.to_string_lossy()), "{text}");
    assert!(text.contains(what), "{text}");
    assert_eq!(fs::read(&database).unwrap(), before);
}

fn overwrite(path: &Path, at: u64, bytes: &[u8]) {
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(bytes).unwrap();
}

fn truncate(path: &Path, length: u64) {
    OpenOptions::new()
        .write(true)
        .open(path)
        .unwrap()
        .set_len(length)
        .unwrap();
}

#[test]
fn a_broken_header_is_damage() {
    check(&harmed(|file| overwrite(file, 0, b"not a database at all")), "not a database");
}

#[test]
fn a_text_file_is_damage() {
    check(&harmed(|file| fs::write(file, "just some words").unwrap()), "not a database");
}

#[test]
fn an_empty_file_is_damage() {
    check(&harmed(|file| truncate(file, 0)), "not a database");
}

#[test]
fn a_cut_file_is_damage() {
    check(&harmed(|file| truncate(file, 8192)), "malformed");
    check(&harmed(|file| truncate(file, fs::metadata(file).unwrap().len() - 1)), "bytes of");
    check(&harmed(|file| truncate(file, 50)), "not a database");
}

#[test]
fn a_foreign_database_is_damage() {
    let foreign = harmed(|file| {
        fs::remove_file(file).unwrap();
        let db = Connection::open(file).unwrap();
        db.execute_batch("CREATE TABLE recipes (name)").unwrap();
    });
    check(&foreign, "another program");
}

#[test]
fn a_database_without_a_format_is_damage() {
    check(&harmed(|file| set_format(file, 0)), "no format number");
}

#[test]
fn a_newer_store_is_left_alone() {
    newer(harmed(|file| set_format(file, 99)).path());
}

#[test]
fn a_newer_store_whose_last_owner_died_is_left_alone() {
    let folder = harmed(|_| {});
    let file = folder.path().join("runs.sqlite");
    let owner = Connection::open(&file).unwrap();
    owner.pragma_update(None, "user_version", 99).unwrap();
    let remains = tempfile::tempdir().unwrap();
    for name in ["runs.sqlite", "runs.sqlite-wal"] {
        fs::copy(folder.path().join(name), remains.path().join(name)).unwrap();
    }
    let log = fs::read(remains.path().join("runs.sqlite-wal")).unwrap();
    newer(remains.path());
    assert_eq!(fs::read(remains.path().join("runs.sqlite-wal")).unwrap(), log);
}

fn newer(folder: &Path) {
    let database = folder.join("runs.sqlite");
    let before = fs::read(&database).unwrap();
    for refused in [SqliteStore::open(folder, OPTIONS).err(), migrate(folder).err()] {
        assert!(matches!(
            refused,
            Some(StoreError::Newer { path, found: 99, known: 2 }) if path == database
        ));
    }
    assert_eq!(fs::read(&database).unwrap(), before);
}

fn set_format(file: &Path, format: i64) {
    Connection::open(file)
        .unwrap()
        .pragma_update(None, "user_version", format)
        .unwrap();
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let place = folder.path().join("file/store");
    let Err(StoreError::Unavailable(text)) = SqliteStore::open(&place, OPTIONS) else {
        unreachable!("it opened")
    };
    assert!(text.contains(&*place.to_string_lossy()), "{text}");
}

#[test]
fn a_read_only_folder_is_named() {
    // The kernel lets nobody make folders here, not even root.
    let Err(error) = SqliteStore::open(Path::new("/proc/self/store"), OPTIONS) else {
        unreachable!("it opened")
    };
    assert!(
        matches!(error, StoreError::Unavailable(text) if text.contains("/proc/self/store"))
    );
}

#[test]
fn damage_inside_is_found_by_the_check() {
    let folder = harmed(|file| {
        let mut bytes = Vec::new();
        OpenOptions::new()
            .read(true)
            .open(file)
            .unwrap()
            .read_to_end(&mut bytes)
            .unwrap();
        let kind = b"stage_completed";
        let at = bytes.windows(kind.len()).position(|window| window == kind).unwrap();
        overwrite(file, (at / 4096 * 4096) as u64 + 3, &[0xff, 0xff]);
    });
    let store = SqliteStore::open(folder.path(), OPTIONS).unwrap();
    assert_ne!(store.check(), []);
}

#[test]
fn an_unfinished_database_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("runs.sqlite.new"), "half of a datab").unwrap();
    let store = SqliteStore::open(folder.path(), OPTIONS).unwrap();
    assert_eq!(store.check(), []);
}
