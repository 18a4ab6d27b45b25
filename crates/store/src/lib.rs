//! Run databases. `SQLite` is the default.

mod sqlite;

pub use sqlite::{Durability, Migrated, Options, Problem, SqliteStore, Stats, migrate};
