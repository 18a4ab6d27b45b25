//! What only this adapter can show: full disks, settings, what is left in the files.

#![expect(clippy::unwrap_used)]

use std::{fs, path::Path};

use tempfile::TempDir;

use jurat_canon::Blob;
use jurat_conformance::sample::{adding, chain, commit, journal, run, starting, stored};
use jurat_engine::{ForgetScope, RunAppend, RunStore, StoreError};

use super::*;

fn opened(durability: CommitDurability) -> (TempDir, SqliteStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path(), SqliteOptions { durability }).unwrap();
    (folder, store)
}

fn pragma(store: &SqliteStore, name: &str) -> i64 {
    store
        .write(|db| db.pragma_query_value(None, name, |row| row.get(0)))
        .unwrap()
}

fn with_bytes(append: RunAppend, plain: &[u8]) -> RunAppend {
    let blob = Blob {
        encoded: [&[0], plain].concat(),
        ..Blob::encode(plain)
    };
    RunAppend {
        blobs: [append.blobs, vec![blob]].concat(),
        ..append
    }
}

fn is_in_a_file(folder: &Path, words: &[u8]) -> bool {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut contents = files
        .filter(|path| path.is_file())
        .map(|path| fs::read(path).unwrap());
    contents.any(|bytes| bytes.windows(words.len()).any(|window| window == words))
}

#[test]
fn the_durability_asked_for_is_set() {
    assert_eq!(pragma(&opened(CommitDurability::Full).1, "synchronous"), 2);
    assert_eq!(pragma(&opened(CommitDurability::Normal).1, "synchronous"), 1);
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_a_store() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("new/store");
    let options = SqliteOptions { durability: CommitDurability::Normal };
    let mode = |name: &str| fs::metadata(dir.join(name)).unwrap().permissions().mode() & 0o777;
    let check = |names: &[(&str, u32)]| {
        for (name, expected) in names {
            assert_eq!(mode(name), *expected, "{name}");
        }
    };
    let files = [("", 0o700), ("locks", 0o700), ("runs.sqlite", 0o600)];
    let store = SqliteStore::open(&dir, options).unwrap();
    let lease = store.claim(run(1), true).unwrap();
    stored(&store, run(2), 3);
    check(&files);
    check(&[("runs.sqlite-wal", 0o600), ("locks/format.lock", 0o600)]);
    check(&[(&format!("locks/{}.lock", run(1)), 0o600)]);
    store.backup(&dir.join("copy")).unwrap();
    check(&[("copy", 0o700), ("copy/runs.sqlite", 0o600)]);
    drop((lease, store));
    for name in ["locks", "runs.sqlite"] {
        fs::set_permissions(dir.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    SqliteStore::open(&dir, options).unwrap();
    assert_eq!((mode("locks"), mode("runs.sqlite") & 0o077), (0o700, 0));
}

#[test]
fn a_full_disk_takes_nothing_and_breaks_nothing() {
    let (_folder, store) = opened(CommitDurability::Full);
    let events = stored(&store, run(1), 3);
    let limit = pragma(&store, "page_count") + 3;
    store
        .write(|db| db.query_row(&format!("PRAGMA max_page_count = {limit}"), [], |_| Ok(())))
        .unwrap();
    let batch = [
        adding(run(1), 1, chain(&events, 1)),
        with_bytes(starting(run(2), 1), &vec![7; 100_000]),
        starting(run(3), 1),
    ];
    let failed = store.commit(&batch);
    assert!(matches!(failed, Err(StoreError::Full(text)) if text.contains("runs.sqlite")));
    assert_eq!(journal(&store, run(1)), events, "nothing went in for anyone");
    assert_eq!(store.runs().unwrap().len(), 1);
    commit(&store, batch[0].clone()).unwrap();
    store
        .write(|db| db.query_row("PRAGMA max_page_count = 1000000", [], |_| Ok(())))
        .unwrap();
    assert_eq!(store.commit(&batch[1..]).unwrap(), [Ok(()), Ok(())]);
    assert_eq!(store.check(), []);
}

#[test]
fn a_panic_in_a_transaction_leaves_the_store_usable() {
    let (_folder, store) = opened(CommitDurability::Normal);
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        store.write(|db| {
            transaction::immediate(db, |_| -> rusqlite::Result<()> { unreachable!() })
        })
    }));
    assert!(panicked.is_err());
    stored(&store, run(1), 1);
    assert_eq!(journal(&store, run(1)).len(), 1);
}

#[test]
fn reading_does_not_block_writing() {
    let (_folder, store) = opened(CommitDurability::Normal);
    let events = stored(&store, run(1), 3);
    let seen = store.read(|db| {
        let mut select = db.prepare("SELECT seq FROM events")?;
        let mut rows = select.query([])?;
        rows.next()?;
        commit(&store, adding(run(1), 1, chain(&events, 1))).unwrap();
        let mut seen = 1;
        while rows.next()?.is_some() {
            seen += 1;
        }
        Ok(seen)
    });
    assert_eq!(seen.unwrap(), 3, "a reader sees the store as it was when it began");
    assert_eq!(journal(&store, run(1)).len(), 4);
}

#[test]
fn forgotten_words_are_gone_from_the_disk() {
    const SECRET: &[u8] = b"the words that must not stay";
    for what in [ForgetScope::Payloads, ForgetScope::Everything] {
        let (folder, store) = opened(CommitDurability::Normal);
        let mut append = with_bytes(starting(run(1), 3), &SECRET.repeat(400));
        append.events[1].payload = Some(SECRET.into());
        commit(&store, append).unwrap();
        assert!(is_in_a_file(folder.path(), SECRET));
        store.forget(run(1), what).unwrap();
        assert!(!is_in_a_file(folder.path(), SECRET), "{what:?}");
    }
}

#[test]
fn a_clean_close_folds_the_log() {
    let (folder, store) = opened(CommitDurability::Normal);
    stored(&store, run(1), 3);
    let log = store_paths::beside(&folder.path().join("runs.sqlite"), "-wal");
    assert!(log.exists());
    drop(store);
    assert!(!log.exists());
}

#[test]
fn a_lease_leaves_no_lock_file() {
    let (folder, store) = opened(CommitDurability::Normal);
    let lease = store.claim(run(1), true).unwrap();
    let path = folder.path().join(format!("locks/{}.lock", run(1)));
    assert!(path.exists());
    drop(lease);
    assert!(!path.exists());
}
