//! A copy of the database while others write to it.

use std::time::Duration;

use rusqlite::{Connection, Result, backup::Backup};

use jurat_engine::StoreError;

use super::{
    create,
    error::{io_error, store_error},
    owner_only,
    store_paths::StorePaths,
};

/// Makes the target's folder; refuses one that holds a store.
pub(super) fn prepare(target: &StorePaths) -> std::result::Result<(), StoreError> {
    owner_only::make_folder(&target.dir).map_err(|error| io_error(&target.dir, &error))?;
    let there = target.database.try_exists();
    if there.map_err(|error| io_error(&target.database, &error))? {
        let text = format!("{}: a backup does not overwrite", target.database.display());
        return Err(StoreError::Unavailable(text));
    }
    let unfinished = target.unfinished();
    create::clear(&unfinished)?;
    owner_only::open_file(&unfinished).map_err(|error| io_error(&unfinished, &error))?;
    Ok(())
}

/// Copies all pages in one go: one consistent view, which in this journal mode blocks nobody.
pub(super) fn copy(db: &Connection, target: &StorePaths) -> Result<()> {
    let mut copy = Connection::open(target.unfinished())?;
    Backup::new(db, &mut copy)?.run_to_completion(i32::MAX, Duration::ZERO, None)
}

/// Gives a good copy its name, and removes a bad one.
pub(super) fn finish(
    target: &StorePaths,
    copied: Result<()>,
) -> std::result::Result<(), StoreError> {
    let unfinished = target.unfinished();
    if let Err(error) = copied {
        create::clear(&unfinished)?;
        return Err(store_error(&unfinished, &error));
    }
    create::put_in_place(&unfinished, &target.database)
}
