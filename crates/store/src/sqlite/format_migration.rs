//! The format of the database: which one is found, which one is known, how to get there.

use std::path::Path;

use refinery::error::Kind;
use rusqlite::Connection;

use jurat_engine::StoreError;

use super::error::{damaged, store_error};

/// The newest format, equal to the number of the last migration.
pub(super) const KNOWN: u32 = 2;
/// "jurt", as the first migration writes it.
const OURS: i64 = 0x6a75_7274;

refinery::embed_migrations!("src/sqlite/migrations");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormatMigration {
    pub from: u32,
    pub to: u32,
}

/// The format of an existing database, if it is ours and not newer than we are.
pub(super) fn found(database: &Path, db: &Connection) -> Result<u32, StoreError> {
    let pragma = |name| {
        let value = db.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        value.map_err(|error| store_error(database, &error))
    };
    if pragma("application_id")? != OURS {
        return Err(damaged(database, "this is the database of another program"));
    }
    let format = u32::try_from(pragma("user_version")?).unwrap_or_default();
    match format {
        0 => Err(damaged(database, "the database has no format number")),
        found if found <= KNOWN => Ok(found),
        found => Err(StoreError::Newer { path: database.into(), found, known: KNOWN }),
    }
}

/// Applies every migration that is missing.
pub(super) fn bring_up(database: &Path, db: &mut Connection) -> Result<(), StoreError> {
    let ran = migrations::runner().set_grouped(true).run(db);
    ran.map(drop).map_err(|error| match error.kind() {
        Kind::Connection(_, cause) => match cause.downcast_ref::<rusqlite::Error>() {
            Some(cause) => store_error(database, cause),
            None => StoreError::Unavailable(format!("{}: {error}", database.display())),
        },
        _ => damaged(database, error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_format_is_that_of_the_last_migration() {
        let runner = migrations::runner();
        let last = runner.get_migrations().iter().map(refinery::Migration::version).max();
        assert_eq!(last.map(i64::from), Some(i64::from(KNOWN)));
    }
}
