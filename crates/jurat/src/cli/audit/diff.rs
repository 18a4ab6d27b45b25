//! `jurat audit diff`: what changed between two audits, and why.

use std::path::{Path, PathBuf};

use jurat_immigration_audit::{comparison::compare, model::AuditReport};
use jurat_proof::BundleStatus;
use jurat_system::publish::BundleAcceptance;
use jurat_systems::ALL;

use crate::{
    app::AppContext, cli::verify::read_bundle, exit::CommandExit, failure::CommandFailure,
    output,
};

/// Two audits.
#[derive(Debug, clap::Args)]
pub(super) struct AuditDiffArgs {
    /// The earlier one: a bundle or a JSON report
    before: PathBuf,
    /// The later one
    after: PathBuf,
}

/// Exit 1 where the later one has findings that the earlier one has not.
pub(super) fn execute(
    app: &AppContext,
    args: &AuditDiffArgs,
) -> Result<CommandExit, CommandFailure> {
    let diff = compare(&read_audit(&args.before)?, &read_audit(&args.after)?);
    if app.out.json {
        output::value(&diff)?;
    } else {
        let lines = diff.lines();
        let told =
            if lines.is_empty() { "nothing changed".to_owned() } else { lines.join("\n") };
        output::text(&told)?;
    }
    Ok(if diff.has_new() { CommandExit::Refused } else { CommandExit::Done })
}

/// An audit out of a bundle that holds, or a JSON report.
fn read_audit(path: &Path) -> Result<AuditReport, CommandFailure> {
    let bytes = read_bundle(path)?;
    let json = match jurat_proof::report_file(&bytes, "report.json") {
        Some(file) => {
            let verdict = ALL.verify(&bytes, &BundleAcceptance::default());
            if verdict.meaning == BundleStatus::Fails {
                let message = format!("{} does not hold", path.display());
                return Err(CommandFailure::input(message)
                    .hint(format!("`jurat verify {}` says where", path.display())));
            }
            file
        }
        None => bytes,
    };
    serde_json::from_slice(&json).map_err(|error| {
        let message = format!("{} is no report of an audit: {error}", path.display());
        CommandFailure::input(message).hint("give a .jurat or a .json that `jurat audit` wrote")
    })
}
