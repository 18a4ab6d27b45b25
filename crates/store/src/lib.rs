//! Databases of runs and of remembered answers. `SQLite` is the default.

mod answer_memory;
mod sqlite;

pub use answer_memory::SqliteMemory;
pub use sqlite::{
    CommitDurability, DatabaseProblem, FormatMigration, SqliteOptions, SqliteStore,
    StoreStatistics, migrate, release_reserve,
};
