//! How much a store holds.

use rusqlite::{Connection, Result};

use super::row_values::as_u64;

const COUNT: &str = "SELECT (SELECT count(*) FROM runs), (SELECT count(*) FROM events), \
     (SELECT count(*) FROM blobs), (SELECT ifnull(sum(size), 0) FROM blobs), \
     (SELECT ifnull(sum(length(encoded)), 0) FROM blobs)";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreStatistics {
    pub runs: u64,
    pub events: u64,
    pub blobs: u64,
    pub blob_bytes: u64,
    /// The bytes that they take, compressed.
    pub stored_blob_bytes: u64,
    /// The bytes of the whole database, its log included once folded.
    pub database_bytes: u64,
}

pub(super) fn count(db: &Connection) -> Result<StoreStatistics> {
    let pragma = |name| db.pragma_query_value(None, name, |row| as_u64(row, 0));
    let database_bytes = pragma("page_count")? * pragma("page_size")?;
    db.query_row(COUNT, [], |row| {
        Ok(StoreStatistics {
            runs: as_u64(row, 0)?,
            events: as_u64(row, 1)?,
            blobs: as_u64(row, 2)?,
            blob_bytes: as_u64(row, 3)?,
            stored_blob_bytes: as_u64(row, 4)?,
            database_bytes,
        })
    })
}
