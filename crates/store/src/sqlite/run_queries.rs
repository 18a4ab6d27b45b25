//! Reading runs, events, snapshots and blobs.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use jurat_canon::{Blob, Hash};
use jurat_engine::{RunId, RunRow, SealedEvent, StoreError};

use super::{
    error::damaged,
    lock_file,
    row_values::{RUN, as_i64, as_u64, event, hash, header, run_row},
    store::SqliteStore,
};

const EVENTS: &str = "SELECT seq, at_ms, kind, subject, payload_hash, hash, payload \
     FROM events WHERE run = (SELECT key FROM runs WHERE id = ?1) AND seq >= ?2 \
     ORDER BY seq LIMIT ?3";
const HEADERS: &str = "SELECT seq, at_ms, kind, subject, payload_hash, hash \
     FROM events WHERE run = (SELECT key FROM runs WHERE id = ?1) AND seq >= ?2 \
     ORDER BY seq LIMIT ?3";
const SNAPSHOT: &str = "SELECT seq, hash FROM snapshots \
     WHERE run = (SELECT key FROM runs WHERE id = ?1) AND seq <= ?2 ORDER BY seq DESC LIMIT 1";
const BLOB: &str = "SELECT size, encoded FROM blobs WHERE hash = ?1";

pub(super) fn run(
    store: &SqliteStore,
    run: RunId,
) -> std::result::Result<Option<RunRow>, StoreError> {
    let found = store.read(|db| {
        let mut select = db.prepare_cached(&format!("SELECT {RUN} FROM runs WHERE id = ?1"))?;
        select.query_row([run.as_bytes()], run_row).optional()
    })?;
    let Some(row) = found else { return Ok(None) };
    Ok(Some(RunRow {
        owned: lock_file::is_held(&store.files().run_lock(run))?,
        ..row
    }))
}

pub(super) fn runs(store: &SqliteStore) -> std::result::Result<Vec<RunRow>, StoreError> {
    let mut rows: Vec<RunRow> = store.read(|db| {
        let mut select =
            db.prepare_cached(&format!("SELECT {RUN} FROM runs ORDER BY key DESC"))?;
        select.query_map([], run_row)?.collect()
    })?;
    // One listing of the folder instead of one look per run: most runs have no lock file.
    let locks = lock_file::names(&store.files().locks)?;
    mark_owned(store, &locks, &mut rows)?;
    Ok(rows)
}

fn mark_owned(
    store: &SqliteStore,
    locks: &BTreeSet<std::ffi::OsString>,
    rows: &mut [RunRow],
) -> std::result::Result<(), StoreError> {
    for row in rows {
        let path = store.files().run_lock(row.run);
        if path.file_name().is_some_and(|name| locks.contains(name)) {
            row.owned = lock_file::is_held(&path)?;
        }
    }
    Ok(())
}

pub(super) fn events(
    db: &Connection,
    run: RunId,
    from: u64,
    limit: usize,
) -> Result<Vec<SealedEvent>> {
    page(db, EVENTS, (run, from, limit), event)
}

pub(super) fn headers(
    db: &Connection,
    run: RunId,
    from: u64,
    limit: usize,
) -> Result<Vec<SealedEvent>> {
    page(db, HEADERS, (run, from, limit), header)
}

fn page(
    db: &Connection,
    sql: &str,
    (run, from, limit): (RunId, u64, usize),
    decode: fn(&Row<'_>) -> Result<SealedEvent>,
) -> Result<Vec<SealedEvent>> {
    let mut select = db.prepare_cached(sql)?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    select
        .query_map(params![run.as_bytes(), as_i64(from), limit], decode)?
        .collect()
}

pub(super) fn snapshot(db: &Connection, run: RunId, at: u64) -> Result<Option<(u64, Hash)>> {
    let mut select = db.prepare_cached(SNAPSHOT)?;
    let decode = |row: &Row<'_>| Ok((as_u64(row, 0)?, hash(row, 1)?));
    select
        .query_row(params![run.as_bytes(), as_i64(at)], decode)
        .optional()
}

pub(super) fn blob(
    store: &SqliteStore,
    hash: Hash,
) -> std::result::Result<Option<Vec<u8>>, StoreError> {
    let found = store.read(|db| {
        let mut select = db.prepare_cached(BLOB)?;
        let decode = |row: &Row<'_>| {
            let encoded = row.get_ref(1)?.as_blob()?;
            Ok(Blob::decode(hash, as_u64(row, 0)?, encoded))
        };
        select.query_row([hash.as_bytes()], decode).optional()
    })?;
    found
        .transpose()
        .map_err(|error| damaged(&store.files().database, error))
}
