//! Giving the room of what was forgotten back to the disk.

use rusqlite::{Connection, ErrorCode, Result};

use super::row_values::as_u64;

/// Moves what is left to the front and cuts the file. Gives the number of bytes that this freed.
pub(super) fn reclaim(db: &Connection) -> Result<u64> {
    let before = bytes(db)?;
    match pragma(db, "auto_vacuum")? {
        0 => rewrite(db)?,
        _ => shift(db)?,
    }
    fold_log(db)?;
    Ok(before.saturating_sub(bytes(db)?))
}

/// Folds the write-ahead log into the database and empties it: it still holds the old pages.
pub(super) fn fold_log(db: &Connection) -> Result<()> {
    db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
}

/// In its incremental mode `SQLite` looks every free page up in its list; in the full one a commit
/// takes the whole list at once, and the mode may change at any time.
fn shift(db: &Connection) -> Result<()> {
    db.pragma_update(None, "auto_vacuum", "FULL")?;
    let shifted = db.execute_batch("BEGIN IMMEDIATE; COMMIT");
    db.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    shifted
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

const fn may_wait(code: Option<ErrorCode>) -> bool {
    use ErrorCode::{DatabaseBusy, DatabaseLocked, DiskFull};
    matches!(code, Some(DatabaseBusy | DatabaseLocked | DiskFull))
}

fn bytes(db: &Connection) -> Result<u64> {
    Ok(pragma(db, "page_count")? * pragma(db, "page_size")?)
}

fn pragma(db: &Connection, name: &str) -> Result<u64> {
    db.pragma_query_value(None, name, |row| as_u64(row, 0))
}
