//! One write transaction: all of the work, or none of it.

use rusqlite::{Connection, Result};

/// Runs `work` and commits; on an error or a panic everything is rolled back.
pub(super) fn immediate<T>(
    db: &Connection,
    work: impl FnOnce(&Connection) -> Result<T>,
) -> Result<T> {
    db.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
    let _undo = RollbackGuard(db);
    let value = work(db)?;
    db.prepare_cached("COMMIT")?.execute([])?;
    Ok(value)
}

struct RollbackGuard<'a>(&'a Connection);

impl Drop for RollbackGuard<'_> {
    fn drop(&mut self) {
        // SQLite has ended the transaction itself after a commit and after some failures.
        if !self.0.is_autocommit() {
            let _ = self.0.execute_batch("ROLLBACK");
        }
    }
}
