//! Opening a store: nothing is written before the format is known to be ours.

use std::{fs, path::Path, time::Duration};

use rusqlite::{Connection, MAIN_DB, OpenFlags, config::DbConfig};

use jurat_engine::StoreError;

use super::{
    create,
    error::{damaged, io_error, store_error},
    format_migration::{self, FormatMigration},
    lock_file,
    row_values::as_u64,
    store_paths::{StorePaths, beside},
};

/// How long a statement waits for another process's transaction.
pub(crate) const BUSY: Duration = Duration::from_secs(10);
const CACHE_KIB: i64 = 4096;
const STATEMENTS: usize = 32;
/// Pages in the write-ahead log before it is folded back: 16 MiB, so that folding is rare.
const FOLD_AT: u32 = 4096;

/// The smallest page, and so the smallest database, that there is.
const SMALLEST: u64 = 512;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SqliteOptions {
    /// What a commit survives.
    pub durability: CommitDurability,
}

/// What a commit survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommitDurability {
    /// The death of the machine: one fsync per commit.
    Full,
    /// The death of the process. A power cut may take the last commits, whole ones only.
    Normal,
}

pub fn migrate(dir: &Path) -> Result<FormatMigration, StoreError> {
    let files = StorePaths::at(dir);
    if let Err(error) = fs::metadata(&files.database) {
        return Err(io_error(&files.database, &error));
    }
    files.make_folders()?;
    files.tighten()?;
    let mut db = connect(&files.database)?;
    bring_up(&files, &mut db)
}

pub(super) fn writer(
    files: &StorePaths,
    options: SqliteOptions,
) -> Result<Connection, StoreError> {
    files.make_folders()?;
    create::if_missing(files)?;
    files.tighten()?;
    let mut db = connect(&files.database)?;
    bring_up(files, &mut db)?;
    configure(&db, options).map_err(|error| store_error(&files.database, &error))?;
    proven(&db, files, options)?;
    Ok(db)
}

fn connect(database: &Path) -> Result<Connection, StoreError> {
    let found = fs::metadata(database).map_err(|error| io_error(database, &error))?;
    if found.len() < SMALLEST {
        // `SQLite` would take it for a new database; we only ever put whole ones in place.
        let text = format!("{} bytes are not a database", found.len());
        return Err(damaged(database, text));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connected = Connection::open_with_flags(database, flags).and_then(|db| {
        db.busy_timeout(BUSY)?;
        // Closing must not write to a database that turns out not to be ours.
        db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        Ok(db)
    });
    connected.map_err(|error| store_error(database, &error))
}

fn bring_up(files: &StorePaths, db: &mut Connection) -> Result<FormatMigration, StoreError> {
    let found = format_migration::found(&files.database, db)?;
    not_cut(&files.database, db)?;
    if found == format_migration::KNOWN {
        return Ok(FormatMigration { from: found, to: found });
    }
    let _alone = lock_file::wait(&files.format_lock())?;
    let from = format_migration::found(&files.database, db)?;
    format_migration::bring_up(&files.database, db)?;
    Ok(FormatMigration { from, to: format_migration::KNOWN })
}

/// `SQLite` sees whole pages missing, not the missing end of a page; the log may hold it yet.
fn not_cut(database: &Path, db: &Connection) -> Result<(), StoreError> {
    let pragma = |name| {
        let value = db.pragma_query_value(None, name, |row| as_u64(row, 0));
        value.map_err(|error| store_error(database, &error))
    };
    let length = |path: &Path| fs::metadata(path).map_or(0, |found| found.len());
    let expected = pragma("page_count")? * pragma("page_size")?;
    // In this order: whoever folds the log meanwhile lengthens the file before emptying the log.
    let log = length(&beside(database, "-wal"));
    let found = length(database);
    if log == 0 && found < expected {
        return Err(damaged(database, format!("{found} bytes of {expected} are there")));
    }
    Ok(())
}

fn configure(db: &Connection, options: SqliteOptions) -> rusqlite::Result<()> {
    db.pragma_update(None, "synchronous", level(options.durability))?;
    db.pragma_update(None, "cache_size", -CACHE_KIB)?;
    db.pragma_update(None, "wal_autocheckpoint", FOLD_AT)?;
    // What retention forgets is overwritten, not only unlinked.
    db.pragma_update(None, "secure_delete", true)?;
    db.set_prepared_statement_cache_capacity(STATEMENTS);
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    Ok(())
}

/// `SQLite` ignores a setting that it cannot apply, so each one that matters is read back.
fn proven(
    db: &Connection,
    files: &StorePaths,
    options: SqliteOptions,
) -> Result<(), StoreError> {
    let read = || {
        let mode: String = db.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
        let synchronous: i64 = db.pragma_query_value(None, "synchronous", |row| row.get(0))?;
        Ok((mode, synchronous, db.is_readonly(MAIN_DB)?))
    };
    let (mode, synchronous, read_only) =
        read().map_err(|error| store_error(&files.database, &error))?;
    let complaint = match () {
        () if read_only => "the file is read-only",
        () if mode != "wal" => "the write-ahead log cannot be turned on",
        () if synchronous != level(options.durability) => "the durability cannot be set",
        () => return Ok(()),
    };
    Err(StoreError::Unavailable(format!("{}: {complaint}", files.database.display())))
}

fn level(durability: CommitDurability) -> i64 {
    match durability {
        CommitDurability::Normal => 1,
        CommitDurability::Full => 2,
    }
}
