//! How this program starts itself: as a limited child, and as the guard of a command.

use std::{env, path::PathBuf};

use jurat_ingest::ChildLauncher;

use crate::{failure::CommandFailure, wiring};

/// How this program starts itself as a child.
pub(crate) fn sandbox_launcher() -> Result<ChildLauncher, CommandFailure> {
    Ok(wiring::launcher(this_program()?))
}

/// How this program starts itself as the guard of a worker's command.
pub(crate) fn guard_launcher() -> Result<ChildLauncher, CommandFailure> {
    Ok(wiring::guard(this_program()?))
}

fn this_program() -> Result<PathBuf, CommandFailure> {
    env::current_exe().map_err(|error| {
        CommandFailure::ours(format!("cannot find this program itself: {error}"))
    })
}
