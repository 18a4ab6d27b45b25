//! An earlier audit, and what is new since.

use std::path::Path;

use jurat_digital_courtroom::formats::diff_format;
use jurat_digital_courtroom::report::{CourtDiff, CourtReport, compare};
use jurat_proof::BundleStatus;
use jurat_system::publish::BundleAcceptance;
use jurat_systems::ALL;
use serde_json::Value as Json;

use crate::{app::AppContext, cli::verify, failure::CommandFailure};

/// An audit out of a bundle or a JSON report.
pub(super) fn read_baseline(path: &Path) -> Result<CourtReport, CommandFailure> {
    let bytes = verify::read_bundle(path)?;
    let json = match jurat_proof::report_file(&bytes, "report.json") {
        Some(file) => proven(path, &bytes, file)?,
        None => bytes,
    };
    let value: Json = serde_json::from_slice(&json).map_err(|error| {
        let message = format!("{} is neither a bundle nor a report: {error}", path.display());
        CommandFailure::input(message).hint("give a .jurat or a .json that `jurat court` wrote")
    })?;
    serde_json::from_value(value).map_err(|error| {
        CommandFailure::input(format!("{} is no report of a court: {error}", path.display()))
            .hint("give a .jurat or a .json that `jurat court` wrote")
    })
}

/// A bundle that does not hold is nothing to compare with: whoever changed it could hide what is
/// new.
fn proven(path: &Path, bundle: &[u8], file: Vec<u8>) -> Result<Vec<u8>, CommandFailure> {
    if ALL.verify(bundle, &BundleAcceptance::default()).meaning == BundleStatus::Fails {
        let message = format!("{} does not hold", path.display());
        return Err(CommandFailure::input(message)
            .hint(format!("`jurat verify {}` says where", path.display())));
    }
    Ok(file)
}

/// Says what changed; whether anything is new.
pub(super) fn tell(
    app: &AppContext,
    before: &CourtReport,
    now: &CourtReport,
) -> Result<bool, CommandFailure> {
    let diff = compare(before, now);
    for line in text(&diff)?.lines() {
        app.out.note(line);
    }
    Ok(diff.has_new())
}

/// A comparison for a terminal.
pub(super) fn text(diff: &CourtDiff) -> Result<String, CommandFailure> {
    let format =
        diff_format("text").ok_or_else(|| CommandFailure::ours("no text of a comparison"))?;
    let bytes =
        (format.render)(diff).map_err(|error| CommandFailure::ours(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| CommandFailure::ours(error.to_string()))
}
