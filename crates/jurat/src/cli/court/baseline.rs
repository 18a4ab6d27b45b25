//! An earlier audit, and what is new since.

use std::path::Path;

use jurat_digital_courtroom::formats::diff_format;
use jurat_digital_courtroom::report::{CourtDiff, CourtReport, compare};
use jurat_proof::Meaning;
use jurat_system::publish::Demands;
use jurat_systems::ALL;
use serde_json::Value as Json;

use crate::{app::App, cli::verify, failure::Failure};

/// An audit out of a bundle or a JSON report.
pub(super) fn read(path: &Path) -> Result<CourtReport, Failure> {
    let bytes = verify::read(path)?;
    let json = match jurat_proof::report_file(&bytes, "report.json") {
        Some(file) => proven(path, &bytes, file)?,
        None => bytes,
    };
    let value: Json = serde_json::from_slice(&json).map_err(|error| {
        let message = format!("{} is neither a bundle nor a report: {error}", path.display());
        Failure::input(message).hint("give a .jurat or a .json that `jurat court` wrote")
    })?;
    serde_json::from_value(value).map_err(|error| {
        Failure::input(format!("{} is no report of a court: {error}", path.display()))
            .hint("give a .jurat or a .json that `jurat court` wrote")
    })
}

/// A bundle that does not hold is nothing to compare with: whoever changed it could hide what is
/// new.
fn proven(path: &Path, bundle: &[u8], file: Vec<u8>) -> Result<Vec<u8>, Failure> {
    if ALL.verify(bundle, &Demands::default()).meaning == Meaning::Fails {
        let message = format!("{} does not hold", path.display());
        return Err(Failure::input(message)
            .hint(format!("`jurat verify {}` says where", path.display())));
    }
    Ok(file)
}

/// Says what changed; whether anything is new.
pub(super) fn tell(
    app: &App,
    before: &CourtReport,
    now: &CourtReport,
) -> Result<bool, Failure> {
    let diff = compare(before, now);
    for line in text(&diff)?.lines() {
        app.out.note(line);
    }
    Ok(diff.has_new())
}

/// A comparison for a terminal.
pub(super) fn text(diff: &CourtDiff) -> Result<String, Failure> {
    let format = diff_format("text").ok_or_else(|| Failure::ours("no text of a comparison"))?;
    let bytes = (format.render)(diff).map_err(|error| Failure::ours(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| Failure::ours(error.to_string()))
}
