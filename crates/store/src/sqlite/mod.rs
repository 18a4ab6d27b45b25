//! Runs in one `SQLite` database per folder, with the owners' lock files beside it.
//!
//! One connection writes, a few read; with the write-ahead log neither waits for the other. What
//! an event means is not known here: the database appends, checks fences and hands back.

mod backup;
mod commit;
mod create;
mod disk_reserve;
mod error;
mod format_migration;
mod inbox;
mod integrity_check;
mod lease;
mod lock_file;
mod open;
mod owner_only;
mod read_connections;
mod reclaim;
mod retention;
mod row_values;
mod run_queries;
mod run_store;
mod store;
mod store_paths;
mod store_statistics;
mod summary_repair;
mod tasks;
#[cfg(test)]
mod tests;
mod transaction;

pub use disk_reserve::release_reserve;
pub(crate) use error::{bad_value, store_error};
pub use format_migration::FormatMigration;
pub use integrity_check::DatabaseProblem;
pub(crate) use open::BUSY;
pub use open::{CommitDurability, SqliteOptions, migrate};
pub(crate) use owner_only::{make_folder, open_file};
pub use store::SqliteStore;
pub use store_statistics::StoreStatistics;
