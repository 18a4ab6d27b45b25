//! Giving the room of what was forgotten back to the disk, also where the disk has none left.

use std::fs;

use rusqlite::{Connection, Error, ErrorCode, Result};

use super::{disk_reserve::RESERVED, row_values::as_u64, transaction::immediate};

/// Pages that are moved at a time where the disk is full: the log holds each of them, what points
/// to it and what is noted of it.
const STEP: u64 = 64;
/// What the file may grow by where the disk may be full: half of what is set aside.
const CHEAP: u64 = RESERVED as u64 / 2;

/// Moves what is left to the front and cuts the file.
pub(super) fn reclaim(db: &Connection) -> Result<()> {
    if has_no_shifting(db)? {
        rewrite(db)?;
    } else {
        match shift(db) {
            Err(error) if is_full(&error) => shift_in_steps(db)?,
            done => done?,
        }
    }
    fold_if_room(db).map(drop)
}

/// The size of the database.
pub(super) fn page_bytes(db: &Connection) -> Result<u64> {
    Ok(pragma(db, "page_count")? * pragma(db, "page_size")?)
}

/// Folds the write-ahead log into the database and empties it: it still holds the old pages. On a
/// full disk that may have to wait: what was forgotten is forgotten without it. Whether there was
/// room for it.
pub(super) fn fold_if_room(db: &Connection) -> Result<bool> {
    unless_full(db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())))
}

/// The same, unless the file must grow by much for it: on a full disk that would take the room which
/// forgetting needs, and when that is done the file may not have to grow at all.
pub(super) fn fold_if_cheap(db: &Connection) -> Result<bool> {
    let file = db.path().and_then(|path| fs::metadata(path).ok());
    let length = file.map_or(0, |file| file.len());
    let is_cheap = page_bytes(db)?.saturating_sub(length) <= CHEAP;
    Ok(is_cheap && fold_if_room(db)?)
}

/// From here on a page that becomes free is not overwritten, which would take room in the log. Only
/// where it is cut off afterwards: in a database of before there was such a mode it would stay.
pub(super) fn sparing(db: &Connection) -> Result<()> {
    if has_no_shifting(db)? { Ok(()) } else { set_secure_delete(db, "FAST") }
}

/// From here on it is.
pub(super) fn thorough(db: &Connection) -> Result<()> {
    set_secure_delete(db, "ON")
}

/// Does `work` in one transaction that also cuts off what this leaves free.
pub(super) fn with_all_moves<T>(
    db: &Connection,
    work: impl FnOnce(&Connection) -> Result<T>,
) -> Result<T> {
    db.pragma_update(None, "auto_vacuum", "FULL")?;
    let done = immediate(db, work);
    db.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    done
}

/// In its incremental mode `SQLite` looks every free page up in its list; in the full one a commit
/// takes the whole list at once, and the mode may change at any time.
fn shift(db: &Connection) -> Result<()> {
    with_all_moves(db, |_| Ok(()))
}

/// The same a few pages at a time, each of which makes room for the next. It ends where no room is
/// left for a step: the pages are there for the runs to come.
fn shift_in_steps(db: &Connection) -> Result<()> {
    let mut free = u64::MAX;
    loop {
        fold_if_cheap(db)?;
        let left = pragma(db, "freelist_count")?;
        if left == 0 || free <= left {
            return Ok(());
        }
        free = left;
        unless_full(shift_some(db))?;
    }
}

/// The statement gives a row for each page, and goes on only while rows are asked for.
fn shift_some(db: &Connection) -> Result<()> {
    let mut statement = db.prepare(&format!("PRAGMA incremental_vacuum({STEP})"))?;
    let mut pages = statement.query([])?;
    while pages.next()?.is_some() {}
    Ok(())
}

/// A database of before there was such a mode is written anew, once. Where that cannot be now, its
/// free pages are used by the runs to come.
fn rewrite(db: &Connection) -> Result<()> {
    db.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    match db.execute_batch("VACUUM") {
        Err(error) if may_wait(error.sqlite_error_code()) => Ok(()),
        done => done,
    }
}

/// Whether the database is of before pages could be moved.
fn has_no_shifting(db: &Connection) -> Result<bool> {
    Ok(pragma(db, "auto_vacuum")? == 0)
}

/// It answers with the mode that it took.
fn set_secure_delete(db: &Connection, mode: &str) -> Result<()> {
    db.query_row(&format!("PRAGMA secure_delete = {mode}"), [], |_| Ok(()))
}

/// Whether it was done, and not kept from it by a full disk.
fn unless_full(done: Result<()>) -> Result<bool> {
    match done {
        Err(error) if is_full(&error) => Ok(false),
        done => done.map(|()| true),
    }
}

fn is_full(error: &Error) -> bool {
    matches!(error, Error::SqliteFailure(cause, _) if super::error::is_full(*cause))
}

const fn may_wait(code: Option<ErrorCode>) -> bool {
    use ErrorCode::{DatabaseBusy, DatabaseLocked, DiskFull};
    matches!(code, Some(DatabaseBusy | DatabaseLocked | DiskFull))
}

fn pragma(db: &Connection, name: &str) -> Result<u64> {
    db.pragma_query_value(None, name, |row| as_u64(row, 0))
}
