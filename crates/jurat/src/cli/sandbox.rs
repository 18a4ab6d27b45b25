//! `jurat sandbox`, which no one types: this program as its own limited child.

use std::process::ExitCode;

use crate::exit::CommandExit;

/// Serves one request from stdin. No settings, no store: there is nothing that it may touch.
pub(crate) fn execute() -> CommandExit {
    if jurat_ingest::serve(&[jurat_code::CHILD_WORK]) == ExitCode::SUCCESS {
        CommandExit::Done
    } else {
        CommandExit::Failed
    }
}
