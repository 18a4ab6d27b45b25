//! `jurat court diff`: what changed between two audits.

use std::path::PathBuf;

use jurat_digital_courtroom::report::compare;

use super::baseline;
use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// Two audits.
#[derive(Debug, clap::Args)]
pub(super) struct CourtDiffArgs {
    /// The earlier one: a bundle or a JSON report
    before: PathBuf,
    /// The later one
    after: PathBuf,
}

/// Exit 1 where the later one has findings that the earlier one has not.
pub(super) fn execute(
    app: &AppContext,
    args: &CourtDiffArgs,
) -> Result<CommandExit, CommandFailure> {
    let (before, after) =
        (baseline::read_baseline(&args.before)?, baseline::read_baseline(&args.after)?);
    let diff = compare(&before, &after);
    if app.out.json {
        output::value(&diff)?;
    } else {
        output::text(&baseline::text(&diff)?)?;
    }
    Ok(if diff.has_new() { CommandExit::Refused } else { CommandExit::Done })
}
