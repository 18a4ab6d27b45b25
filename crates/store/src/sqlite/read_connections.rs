//! A few connections that only read, opened when first needed.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use rusqlite::{Connection, OpenFlags, Result};

use super::open::BUSY;

const KEPT: usize = 4;
const CACHE_KIB: i64 = 1024;

#[derive(Debug)]
pub(super) struct ReadConnectionPool {
    database: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl ReadConnectionPool {
    pub(super) fn of(database: &Path) -> Self {
        Self { database: database.into(), idle: Mutex::default() }
    }

    pub(super) fn lend<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let reader = self.take()?;
        let found = work(&reader);
        self.give_back(reader);
        found
    }

    fn take(&self) -> Result<Connection> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| connect(&self.database), Ok)
    }

    fn give_back(&self, reader: Connection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < KEPT {
            idle.push(reader);
        }
    }
}

fn connect(database: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(database, flags)?;
    db.busy_timeout(BUSY)?;
    db.pragma_update(None, "cache_size", -CACHE_KIB)?;
    Ok(db)
}
