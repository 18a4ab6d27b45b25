//! Making a new database: under another name first, so that the real name only ever holds a whole one.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use rusqlite::Connection;

use jurat_engine::StoreError;

use super::{
    error::{io_error, store_error},
    format_migration, lock_file, owner_only,
    store_paths::{StorePaths, beside},
};

pub(super) fn if_missing(files: &StorePaths) -> Result<(), StoreError> {
    if is_there(&files.database)? {
        return Ok(());
    }
    let _alone = lock_file::wait(&files.format_lock())?;
    if is_there(&files.database)? {
        return Ok(());
    }
    let unfinished = files.unfinished();
    clear(&unfinished)?;
    build(&unfinished)?;
    put_in_place(&unfinished, &files.database)
}

/// Syncs `unfinished` and gives it its name.
pub(super) fn put_in_place(unfinished: &Path, database: &Path) -> Result<(), StoreError> {
    let synced = File::open(unfinished).and_then(|file| file.sync_all());
    let named = synced.and_then(|()| fs::rename(unfinished, database));
    named.map_err(|error| io_error(database, &error))
}

/// Removes what an interrupted attempt left.
pub(super) fn clear(unfinished: &Path) -> Result<(), StoreError> {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let path = beside(unfinished, suffix);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(io_error(&path, &error));
            }
            _ => {}
        }
    }
    Ok(())
}

fn is_there(database: &Path) -> Result<bool, StoreError> {
    database.try_exists().map_err(|error| io_error(database, &error))
}

fn build(unfinished: &Path) -> Result<(), StoreError> {
    let failed = |error: rusqlite::Error| store_error(unfinished, &error);
    // What `SQLite` keeps beside a database has its mode.
    owner_only::open_file(unfinished).map_err(|error| io_error(unfinished, &error))?;
    let mut db = Connection::open(unfinished).map_err(failed)?;
    // Nobody reads the file before it is synced and renamed: one fsync instead of a dozen.
    db.pragma_update(None, "synchronous", "OFF").map_err(failed)?;
    db.pragma_update(None, "journal_mode", "MEMORY").map_err(failed)?;
    // Only a database without tables takes this: free pages can then go back to the disk.
    db.pragma_update(None, "auto_vacuum", "INCREMENTAL").map_err(failed)?;
    format_migration::bring_up(unfinished, &mut db)?;
    db.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
    db.close().map_err(|(_, error)| failed(error))
}
