//! `jurat pack lint`: all that is wrong with a pack.

use std::path::PathBuf;

use jurat_pack::{PackLimits, check_pack};
use serde_json::json;

use super::{fault_lines, found};
use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// Which pack.
#[derive(Debug, clap::Args)]
pub(crate) struct PackLintArgs {
    /// A folder or zip archive
    pub(super) path: PathBuf,
}

pub(super) fn execute(
    app: &AppContext,
    args: &PackLintArgs,
) -> Result<CommandExit, CommandFailure> {
    let (source, _) = found(&args.path.display().to_string())?;
    match check_pack(source, &PackLimits::default()) {
        Ok(pack) => {
            if app.out.json {
                output::value(&json!({
                    "faults": [], "pack": pack.manifest.name, "hash": pack.hash,
                    "documents": pack.documents, "left_out": pack.left_out,
                }))?;
            } else {
                let documents: u64 = pack.documents.values().sum();
                output::text(&format!(
                    "{} {}: {documents} documents, no fault found",
                    pack.manifest.name, pack.manifest.version
                ))?;
            }
            Ok(CommandExit::Done)
        }
        Err(faults) => {
            if app.out.json {
                output::value(&json!({ "faults": faults }))?;
            } else {
                output::text(&fault_lines(&faults))?;
            }
            Ok(CommandExit::Refused)
        }
    }
}
