//! Forgetting: payloads and blobs, or a whole run.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, Result};

use jurat_engine::{ForgetScope, RunId, StoreError};

use super::{
    lock_file::{self, LockFileGuard},
    reclaim::{
        fold_if_cheap, fold_if_room, page_bytes, reclaim, sparing, thorough, with_all_moves,
    },
    row_values::run_id,
    store::SqliteStore,
    transaction::immediate,
};

/// Runs that go in one transaction: the lock files of all of them are open meanwhile.
const BATCH: usize = 100;

/// Blobs that `run` holds and nobody else does.
const FREE_BLOBS: &str = "DELETE FROM blobs WHERE hash IN (\
     SELECT hash FROM run_blobs AS ours WHERE run = ?1 AND NOT EXISTS (\
     SELECT 1 FROM run_blobs AS theirs WHERE theirs.hash = ours.hash AND theirs.run <> ?1))";
const CONTENTS: [&str; 5] = [
    FREE_BLOBS,
    "DELETE FROM run_blobs WHERE run = ?1",
    "DELETE FROM snapshots WHERE run = ?1",
    "DELETE FROM inbox WHERE run = ?1",
    "DELETE FROM tasks WHERE run = (SELECT id FROM runs WHERE key = ?1)",
];
/// A commit that its owner still had in mind must not bring contents back: the fence rises.
/// The run's face keeps its status; its words go.
const PAYLOADS: [&str; 2] = [
    "UPDATE events SET payload = NULL WHERE run = ?1",
    "UPDATE runs SET fence = fence + 1, summary = json_set(summary, '$.at', '') WHERE key = ?1",
];
const EVERYTHING: [&str; 2] =
    ["DELETE FROM events WHERE run = ?1", "DELETE FROM runs WHERE key = ?1"];

/// What is forgotten is forgotten from the first event on, and that one always had a payload.
const PRUNED: &str = "SELECT id FROM runs JOIN events ON events.run = runs.key AND seq = 1 \
     WHERE payload IS NULL";

pub(super) fn pruned(db: &Connection) -> Result<BTreeSet<RunId>> {
    db.prepare_cached(PRUNED)?
        .query_map([], |row| run_id(row, 0))?
        .collect()
}

pub(super) fn forget(
    store: &SqliteStore,
    run: RunId,
    what: ForgetScope,
) -> std::result::Result<(), StoreError> {
    forget_batch(store, &[run], what)?;
    // The log still holds the old pages; fold it now so that the words are gone from the disk.
    store.write(fold_if_room).map(drop)
}

/// Forgets many runs and gives their room back to the disk: the number of bytes.
pub(super) fn forget_all(
    store: &SqliteStore,
    runs: &[RunId],
    what: ForgetScope,
) -> std::result::Result<u64, StoreError> {
    let before = store.write(page_bytes)?;
    // The log of who filled the disk goes first: what it takes is missing below.
    let mut has_room = store.write(fold_if_cheap)?;
    let (mut rest, mut size) = (runs, BATCH);
    while !rest.is_empty() {
        let (now, later) = rest.split_at(size.min(rest.len()));
        let forget = if has_room { forget_batch } else { forget_sparingly };
        match forget(store, now, what) {
            Ok(()) => rest = later,
            // A transaction needs room in the log; a smaller one needs less, and the next can
            // have what this one leaves.
            Err(StoreError::Full(_)) if 1 < now.len() => size = now.len() / 2,
            Err(StoreError::Full(_)) if has_room => has_room = false,
            Err(error) => return Err(error),
        }
        if size < BATCH || !has_room {
            store.write(fold_if_cheap)?;
        }
    }
    store.write(reclaim)?;
    Ok(before.saturating_sub(store.write(page_bytes)?))
}

/// Forgets runs where the log has little room. Their pages are not overwritten one by one, which
/// takes as much room as they have: they are cut off the file.
fn forget_sparingly(
    store: &SqliteStore,
    runs: &[RunId],
    what: ForgetScope,
) -> std::result::Result<(), StoreError> {
    store.write(sparing)?;
    let forgotten = match forget_batch_and_cut(store, runs, what) {
        // To cut all of it off at once, what is left moves to the front: the room for that is had
        // later, in steps.
        Err(StoreError::Full(_)) => forget_batch(store, runs, what),
        done => done,
    };
    store.write(thorough)?;
    forgotten
}

fn forget_batch_and_cut(
    store: &SqliteStore,
    runs: &[RunId],
    what: ForgetScope,
) -> std::result::Result<(), StoreError> {
    let _alone = held(store, runs)?;
    let work = |db: &Connection| with_all_moves(db, |db| erase_all(db, runs, what));
    known(store.write(work)?)
}

fn forget_batch(
    store: &SqliteStore,
    runs: &[RunId],
    what: ForgetScope,
) -> std::result::Result<(), StoreError> {
    let _alone = held(store, runs)?;
    known(store.write(|db| immediate(db, |db| erase_all(db, runs, what)))?)
}

fn known(unknown: Option<RunId>) -> std::result::Result<(), StoreError> {
    unknown.map_or(Ok(()), |run| Err(StoreError::UnknownRun(run)))
}

fn held(
    store: &SqliteStore,
    runs: &[RunId],
) -> std::result::Result<Vec<LockFileGuard>, StoreError> {
    let take = |run: &RunId| {
        lock_file::take(&store.files().run_lock(*run))?.ok_or(StoreError::Owned(*run))
    };
    runs.iter().map(take).collect()
}

/// Erases runs; the first that is not there, where there is one.
fn erase_all(db: &Connection, runs: &[RunId], what: ForgetScope) -> Result<Option<RunId>> {
    for run in runs {
        if !erase(db, *run, what)? {
            return Ok(Some(*run));
        }
    }
    Ok(None)
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
        db.prepare_cached(sql)?.execute([key])?;
    }
    Ok(true)
}
