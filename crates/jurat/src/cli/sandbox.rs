//! `jurat sandbox`, which no one types: this program as its own limited child, and how to start it.

use std::{env, process::ExitCode};

use jurat_ingest::Launcher;

use crate::{exit::Exit, failure::Failure, wiring};

/// Serves one request from stdin. No settings, no store: there is nothing that it may touch.
pub(crate) fn execute() -> Exit {
    if jurat_ingest::serve() == ExitCode::SUCCESS { Exit::Done } else { Exit::Failed }
}

/// How this program starts itself as a child.
pub(crate) fn launcher() -> Result<Launcher, Failure> {
    let program = env::current_exe()
        .map_err(|error| Failure::ours(format!("cannot find this program itself: {error}")))?;
    Ok(wiring::launcher(program))
}
