//! Runs in one `SQLite` database per folder, with the owners' lock files beside it.
//!
//! One connection writes, a few read; with the write-ahead log neither waits for the other. What
//! an event means is not known here: the database appends, checks fences and hands back.

mod backup;
mod check;
mod commit;
mod create;
mod error;
mod files;
mod format;
mod inbox;
mod lease;
mod lock;
mod open;
mod read;
mod readers;
mod retention;
mod rows;
mod stats;
mod store;
#[cfg(test)]
mod tests;
mod transaction;

pub use check::Problem;
pub use format::Migrated;
pub use open::{Durability, Options, migrate};
pub use stats::Stats;
pub use store::SqliteStore;
