//! A copy of the database while others write to it.

use std::{fs, time::Duration};

use jurat_engine::StoreError;
use rusqlite::{Connection, Result, backup::Backup};

use super::{create, error::io_error, files::Files};

/// Makes the target's folder; refuses one that holds a store.
pub(super) fn prepare(target: &Files) -> std::result::Result<(), StoreError> {
    fs::create_dir_all(&target.dir).map_err(|error| io_error(&target.dir, &error))?;
    let there = target.database.try_exists();
    if there.map_err(|error| io_error(&target.database, &error))? {
        let text = format!("{}: a backup does not overwrite", target.database.display());
        return Err(StoreError::Unavailable(text));
    }
    create::clear(&target.unfinished())
}

/// Copies all pages in one go: one consistent view, which in this journal mode blocks nobody.
pub(super) fn copy(db: &Connection, target: &Files) -> Result<()> {
    let mut copy = Connection::open(target.unfinished())?;
    Backup::new(db, &mut copy)?.run_to_completion(-1, Duration::ZERO, None)
}

pub(super) fn finish(target: &Files) -> std::result::Result<(), StoreError> {
    create::put_in_place(&target.unfinished(), &target.database)
}
