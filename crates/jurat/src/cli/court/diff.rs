//! `jurat court diff`: what changed between two audits.

use std::path::PathBuf;

use jurat_digital_courtroom::report::compare;

use super::baseline;
use crate::{app::App, exit::Exit, failure::Failure, output};

/// Two audits.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The earlier one: a bundle or a JSON report
    before: PathBuf,
    /// The later one
    after: PathBuf,
}

/// Exit 1 where the later one has findings that the earlier one has not.
pub(super) fn execute(app: &App, args: &Args) -> Result<Exit, Failure> {
    let (before, after) = (baseline::read(&args.before)?, baseline::read(&args.after)?);
    let diff = compare(&before, &after);
    if app.out.json {
        output::value(&diff)?;
    } else {
        output::text(&baseline::text(&diff)?)?;
    }
    Ok(if diff.has_new() { Exit::Refused } else { Exit::Done })
}
