//! The tables, and how the database is opened.

use std::path::Path;

use jurat_retrieve::memory::MemoryError;
use rusqlite::Connection;

use super::told;
use crate::sqlite::{BUSY, make_folder, open_file, store_error};

/// The format that this version writes and reads.
const FORMAT: i64 = 1;
const CACHE_KIB: i64 = 16_384;
const STATEMENTS: usize = 16;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS scopes (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        answers INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS answers (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        scope INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        record TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS terms (
        number INTEGER PRIMARY KEY,
        scope INTEGER NOT NULL,
        term TEXT NOT NULL,
        answers INTEGER NOT NULL,
        UNIQUE (scope, term)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS postings (
        term INTEGER NOT NULL,
        answer INTEGER NOT NULL,
        PRIMARY KEY (term, answer)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS postings_by_answer ON postings (answer);
";

pub(super) fn open(file: &Path) -> Result<Connection, MemoryError> {
    let unavailable = |error: std::io::Error| {
        MemoryError::Unavailable(format!("{}: {error}", file.display()))
    };
    if let Some(folder) = file.parent() {
        make_folder(folder).map_err(unavailable)?;
    }
    // `SQLite` gives its log the rights of the database: others must not read either.
    drop(open_file(file).map_err(unavailable)?);
    let opened = Connection::open(file).and_then(|database| {
        database.busy_timeout(BUSY)?;
        let found: i64 = database.pragma_query_value(None, "user_version", |row| row.get(0))?;
        Ok((database, found))
    });
    let (database, found) = opened.map_err(|error| told(store_error(file, &error)))?;
    if FORMAT < found {
        return Err(MemoryError::Unavailable(format!(
            "{}: format {found} is of a newer version",
            file.display()
        )));
    }
    let made = prepare(&database).map_err(|error| told(store_error(file, &error)));
    made.map(|()| database)
}

fn prepare(database: &Connection) -> rusqlite::Result<()> {
    database.pragma_update(None, "journal_mode", "wal")?;
    database.pragma_update(None, "synchronous", 1)?;
    database.pragma_update(None, "cache_size", -CACHE_KIB)?;
    // What is forgotten is overwritten, not only unlinked.
    database.pragma_update(None, "secure_delete", true)?;
    database.set_prepared_statement_cache_capacity(STATEMENTS);
    database.execute_batch(TABLES)?;
    database.pragma_update(None, "user_version", FORMAT)
}
