//! A file that counts real side effects, one line for each: how the kill tests catch a repetition.

use std::{fs::OpenOptions, io::Write};

use jurat_engine::{StageCtx, StageError};

/// Adds a line to the file that the parameter `ledger` names, and makes it durable.
pub(super) fn note(ctx: &StageCtx, line: &str) -> Result<(), StageError> {
    let path: String = ctx.param("ledger")?;
    if path.is_empty() {
        return Ok(());
    }
    let open = OpenOptions::new().append(true).create(true).open(&path);
    let written = open.and_then(|mut file| {
        // One write, so that lines of two stages never mix.
        file.write_all(format!("{line}\n").as_bytes())?;
        file.sync_all()
    });
    written.map_err(|error| StageError::permanent(format!("ledger `{path}`: {error}")))
}
