//! Ownership of a run: a lock file says who lives, the fence in the database who may commit.

use rusqlite::{Connection, OptionalExtension, Result};

use jurat_engine::{FencingToken, RunId, RunLease, StoreError};

use super::{lock_file, row_values::as_u64, store::SqliteStore, transaction::immediate};

pub(super) struct SqliteLease {
    fence: FencingToken,
    _held: lock_file::LockFileGuard,
}

impl RunLease for SqliteLease {
    fn fence(&self) -> FencingToken {
        self.fence
    }
}

pub(super) fn claim(
    store: &SqliteStore,
    run: RunId,
    new: bool,
) -> std::result::Result<SqliteLease, StoreError> {
    let held = lock_file::take(&store.files().run_lock(run))?.ok_or(StoreError::Owned(run))?;
    if new {
        return Ok(SqliteLease { fence: 1, _held: held });
    }
    let fence = store
        .write(|db| raise_fence(db, run))?
        .ok_or(StoreError::UnknownRun(run))?;
    Ok(SqliteLease { fence, _held: held })
}

fn raise_fence(db: &Connection, run: RunId) -> Result<Option<FencingToken>> {
    const RAISE: &str = "UPDATE runs SET fence = fence + 1 WHERE id = ?1 RETURNING fence";
    immediate(db, |db| {
        let mut raise = db.prepare_cached(RAISE)?;
        raise.query_row([run.as_bytes()], |row| as_u64(row, 0)).optional()
    })
}
