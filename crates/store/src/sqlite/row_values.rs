//! Values as the database holds them, and back.

use std::sync::Arc;

use rusqlite::{Result, Row};

use jurat_canon::Hash;
use jurat_engine::{NewRun, RunId, RunMode, RunRow, SealedEvent};

use super::error::bad_value;

/// The columns that [`run_row`] reads, in order.
pub(super) const RUN: &str = "id, fence, head_seq, head_hash, updated_ms, summary, created_ms, \
     workflow, definition, mode, parent, parent_seq, \
     EXISTS (SELECT 1 FROM inbox WHERE inbox.run = runs.key)";

/// `SQLite` counts with a sign; a bound above its range means "no bound".
pub(super) fn as_i64(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn as_u64(row: &Row<'_>, at: usize) -> Result<u64> {
    let number: i64 = row.get(at)?;
    u64::try_from(number).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(at, number))
}

pub(super) fn hash(row: &Row<'_>, at: usize) -> Result<Hash> {
    Ok(Hash::from_bytes(row.get(at)?))
}

pub(super) fn run_id(row: &Row<'_>, at: usize) -> Result<RunId> {
    Ok(RunId::from_bytes(row.get(at)?))
}

/// A row of `SELECT {RUN} FROM runs`; who owns it is not in the database.
pub(super) fn run_row(row: &Row<'_>) -> Result<RunRow> {
    let summary = row.get_ref(5)?.as_str()?;
    Ok(RunRow {
        run: run_id(row, 0)?,
        fence: as_u64(row, 1)?,
        head_seq: as_u64(row, 2)?,
        head_hash: hash(row, 3)?,
        updated_ms: row.get(4)?,
        summary: serde_json::from_str(summary).map_err(|error| bad_value(error.to_string()))?,
        created_ms: row.get(6)?,
        new_run: new_run(row)?,
        owned: false,
        unheard: row.get(12)?,
    })
}

fn new_run(row: &Row<'_>) -> Result<NewRun> {
    let parent = row.get::<_, Option<[u8; 16]>>(10)?.map(RunId::from_bytes);
    Ok(NewRun {
        workflow: row.get(7)?,
        definition: hash(row, 8)?,
        mode: mode(row.get_ref(9)?.as_str()?)?,
        parent: parent
            .map(|run| Ok::<_, rusqlite::Error>((run, as_u64(row, 11)?)))
            .transpose()?,
    })
}

pub(super) fn mode_name(mode: RunMode) -> &'static str {
    match mode {
        RunMode::Push => "push",
        RunMode::Pull => "pull",
    }
}

fn mode(name: &str) -> Result<RunMode> {
    match name {
        "push" => Ok(RunMode::Push),
        "pull" => Ok(RunMode::Pull),
        other => Err(bad_value(format!("`{other}` is no mode of a run"))),
    }
}

/// A row of `SELECT seq, at_ms, kind, subject, payload_hash, hash FROM events`.
pub(super) fn header(row: &Row<'_>) -> Result<SealedEvent> {
    Ok(SealedEvent {
        seq: as_u64(row, 0)?,
        at_ms: row.get(1)?,
        kind: row.get(2)?,
        subject: row.get(3)?,
        payload_hash: hash(row, 4)?,
        hash: hash(row, 5)?,
        payload: None,
    })
}

/// The same with `payload` as the seventh column.
pub(super) fn event(row: &Row<'_>) -> Result<SealedEvent> {
    let payload = row.get_ref(6)?.as_blob_or_null()?.map(Arc::from);
    Ok(SealedEvent { payload, ..header(row)? })
}
