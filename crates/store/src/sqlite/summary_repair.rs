//! What lists show of a run, put right: it is derived from the journal, which is the record.

use rusqlite::params;

use jurat_engine::{RunId, RunSummary, StoreError};

use super::{commit::summary_text, lock_file, store::SqliteStore, transaction::immediate};

const REPLACE: &str = "UPDATE runs SET summary = ?2 WHERE id = ?1";

impl SqliteStore {
    /// Replaces the summary of a run that nobody owns.
    pub fn repair_summary(&self, run: RunId, summary: &RunSummary) -> Result<(), StoreError> {
        let _alone =
            lock_file::take(&self.files().run_lock(run))?.ok_or(StoreError::Owned(run))?;
        let replaced = self.write(|db| {
            immediate(db, |db| {
                db.execute(REPLACE, params![run.as_bytes(), summary_text(summary)?])
            })
        })?;
        if replaced == 0 {
            return Err(StoreError::UnknownRun(run));
        }
        Ok(())
    }
}
