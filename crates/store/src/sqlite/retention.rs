//! Forgetting: payloads and blobs, or a whole run.

use rusqlite::{Connection, OptionalExtension, Result};

use jurat_engine::{ForgetScope, RunId, StoreError};

use super::{lock_file, store::SqliteStore, transaction::immediate};

/// Blobs that `run` holds and nobody else does.
const FREE_BLOBS: &str = "DELETE FROM blobs WHERE hash IN (\
     SELECT hash FROM run_blobs AS ours WHERE run = ?1 AND NOT EXISTS (\
     SELECT 1 FROM run_blobs AS theirs WHERE theirs.hash = ours.hash AND theirs.run <> ?1))";
const CONTENTS: [&str; 4] = [
    FREE_BLOBS,
    "DELETE FROM run_blobs WHERE run = ?1",
    "DELETE FROM snapshots WHERE run = ?1",
    "DELETE FROM inbox WHERE run = ?1",
];
/// A commit that its owner still had in mind must not bring contents back: the fence rises.
/// The run's face keeps its status; its words go.
const PAYLOADS: [&str; 2] = [
    "UPDATE events SET payload = NULL WHERE run = ?1",
    "UPDATE runs SET fence = fence + 1, summary = json_set(summary, '$.at', '') WHERE key = ?1",
];
const EVERYTHING: [&str; 2] =
    ["DELETE FROM events WHERE run = ?1", "DELETE FROM runs WHERE key = ?1"];

pub(super) fn forget(
    store: &SqliteStore,
    run: RunId,
    what: ForgetScope,
) -> std::result::Result<(), StoreError> {
    let _alone =
        lock_file::take(&store.files().run_lock(run))?.ok_or(StoreError::Owned(run))?;
    let known = store.write(|db| immediate(db, |db| erase(db, run, what)))?;
    if !known {
        return Err(StoreError::UnknownRun(run));
    }
    // The log still holds the old pages; fold it now so that the words are gone from the disk.
    store.write(|db| db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())))
}

fn erase(db: &Connection, run: RunId, what: ForgetScope) -> Result<bool> {
    let mut select = db.prepare_cached("SELECT key FROM runs WHERE id = ?1")?;
    let found: Option<i64> = select.query_row([run.as_bytes()], |row| row.get(0)).optional()?;
    let Some(key) = found else { return Ok(false) };
    let rest = match what {
        ForgetScope::Payloads => PAYLOADS,
        ForgetScope::Everything => EVERYTHING,
    };
    for sql in CONTENTS.into_iter().chain(rest) {
        db.execute(sql, [key])?;
    }
    Ok(true)
}
