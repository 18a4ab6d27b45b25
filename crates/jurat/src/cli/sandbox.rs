//! `jurat sandbox`, which no one types: this program as its own limited child, and how to start it.

use std::{env, process::ExitCode};

use jurat_ingest::ChildLauncher;

use crate::{exit::CommandExit, failure::CommandFailure, wiring};

/// Serves one request from stdin. No settings, no store: there is nothing that it may touch.
pub(crate) fn execute() -> CommandExit {
    if jurat_ingest::serve() == ExitCode::SUCCESS {
        CommandExit::Done
    } else {
        CommandExit::Failed
    }
}

/// How this program starts itself as a child.
pub(crate) fn launcher() -> Result<ChildLauncher, CommandFailure> {
    let program = env::current_exe().map_err(|error| {
        CommandFailure::ours(format!("cannot find this program itself: {error}"))
    })?;
    Ok(wiring::launcher(program))
}
