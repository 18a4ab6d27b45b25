//! `jurat sandbox`, which no one types: this program as its own limited child.

use std::process::ExitCode;

use crate::exit::Exit;

/// Serves one request from stdin. No settings, no store: there is nothing that it may touch.
pub(crate) fn execute() -> Exit {
    if jurat_ingest::serve() == ExitCode::SUCCESS { Exit::Done } else { Exit::Failed }
}
