//! How this program starts itself as a limited child.

use std::env;

use jurat_ingest::ChildLauncher;

use crate::{failure::CommandFailure, wiring};

/// How this program starts itself as a child.
pub(crate) fn sandbox_launcher() -> Result<ChildLauncher, CommandFailure> {
    let program = env::current_exe().map_err(|error| {
        CommandFailure::ours(format!("cannot find this program itself: {error}"))
    })?;
    Ok(wiring::launcher(program))
}
