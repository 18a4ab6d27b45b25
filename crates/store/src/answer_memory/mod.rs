//! Remembered answers in a `SQLite` database of their own, beside that of the runs.
//!
//! They are found by the terms of their questions: each term has its postings, the rarest are read first, and no look-up
//! reads more than a fixed number of rows, however many answers there are.

mod candidates;
mod schema;
mod writing;

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use jurat_canon::Hash;
use jurat_engine::StoreError;
use jurat_retrieve::memory::{AnswerMemory, MemoryError, MemoryKey, RememberedAnswer};
use rusqlite::{Connection, OptionalExtension as _};

use crate::sqlite::{bad_value, store_error};

const FILE: &str = "memory.db";

/// A folder with a `SQLite` database of remembered answers.
#[derive(Debug)]
pub struct SqliteMemory {
    file: PathBuf,
    database: Mutex<Connection>,
}

impl SqliteMemory {
    /// Opens the memory of a store's folder, and makes it where there is none.
    pub fn open(dir: &Path) -> Result<Self, MemoryError> {
        let file = dir.join(FILE);
        let database = Mutex::new(schema::open(&file)?);
        Ok(Self { file, database })
    }

    /// Whether anything was ever remembered in a store's folder. Looking makes nothing.
    pub fn is_there(dir: &Path) -> bool {
        dir.join(FILE).exists()
    }

    fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, MemoryError> {
        let mut database = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut database).map_err(|error| told(store_error(&self.file, &error)))
    }
}

impl AnswerMemory for SqliteMemory {
    fn candidates(&self, asked: &MemoryKey) -> Result<Vec<RememberedAnswer>, MemoryError> {
        self.with(|database| candidates::found(database, asked))
    }

    fn remember(&self, answer: &RememberedAnswer) -> Result<(), MemoryError> {
        self.with(|database| writing::remember(database, answer))
    }

    fn list(&self) -> Result<Vec<RememberedAnswer>, MemoryError> {
        self.with(|database| {
            let sql = "SELECT record FROM answers ORDER BY at_ms DESC, id";
            let mut rows = database.prepare_cached(sql)?;
            rows.query_map((), |row| record(&row.get::<_, String>(0)?))?.collect()
        })
    }

    fn answer(&self, id: Hash) -> Result<Option<RememberedAnswer>, MemoryError> {
        self.with(|database| {
            let sql = "SELECT record FROM answers WHERE id = ?1";
            let mut row = database.prepare_cached(sql)?;
            row.query_row([id.to_string()], |row| record(&row.get::<_, String>(0)?))
                .optional()
        })
    }

    fn forget(&self, id: Hash) -> Result<bool, MemoryError> {
        self.with(|database| {
            let work = database.transaction()?;
            let was_there = writing::forget(&work, id)?;
            work.commit()?;
            Ok(was_there)
        })
    }

    fn forget_all(&self) -> Result<u64, MemoryError> {
        self.with(writing::forget_all)
    }
}

fn record(text: &str) -> rusqlite::Result<RememberedAnswer> {
    serde_json::from_str(text).map_err(|error| bad_value(error.to_string()))
}

fn told(error: StoreError) -> MemoryError {
    match error {
        StoreError::Damaged(text) => MemoryError::Damaged(text),
        other => MemoryError::Unavailable(other.to_string()),
    }
}
