//! Run databases. `SQLite` is the default.

mod sqlite;

pub use sqlite::{
    CommitDurability, DatabaseProblem, FormatMigration, SqliteOptions, SqliteStore,
    StoreStatistics, migrate, release_reserve,
};
