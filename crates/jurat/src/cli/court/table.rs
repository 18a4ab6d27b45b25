//! `jurat court table`: many audits side by side, each verified before it counts.

use std::{
    fs,
    path::{Path, PathBuf},
};

use jurat_digital_courtroom::formats::{
    NOT_COMPARABLE, TABLE_COLUMNS, table_csv, table_page, table_row,
};
use jurat_digital_courtroom::report::{
    CourtReport, RowProof, SubmissionRow, is_comparable, ranked,
};
use jurat_proof::BundleStatus;
use jurat_system::publish::BundleAcceptance;
use jurat_systems::ALL;

use crate::{app::AppContext, cli::verify, exit::CommandExit, failure::CommandFailure, output};

/// Audits, and how to show them.
#[derive(Debug, clap::Args)]
pub(super) struct CourtTableArgs {
    /// Bundles that `jurat court` wrote
    #[arg(required = true, value_name = "BUNDLE")]
    bundles: Vec<PathBuf>,
    /// Print CSV, with a column for each criterion
    #[arg(long, conflicts_with = "page")]
    csv: bool,
    /// Write a page too: .md, .html, .pdf or .txt
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
}

/// Exit 1 where a bundle does not hold, 2 where one is not fully checkable.
pub(super) fn execute(
    app: &AppContext,
    args: &CourtTableArgs,
) -> Result<CommandExit, CommandFailure> {
    let rows: Result<Vec<SubmissionRow>, CommandFailure> =
        args.bundles.iter().map(|path| row(path)).collect();
    let rows = ranked(rows?);
    if let Some(page) = &args.page {
        write_page(page, &rows)?;
        app.out.note(&page.display().to_string());
    }
    if app.out.json {
        output::value(&rows)?;
    } else if args.csv {
        output::text(table_csv(&rows).trim_end())?;
    } else {
        output::text(&output::table(&TABLE_COLUMNS, rows.iter().map(table_row)))?;
    }
    if !is_comparable(&rows) {
        app.out.note(NOT_COMPARABLE);
    }
    let worst = rows.iter().map(|row| row.proof).max();
    Ok(match worst {
        Some(RowProof::Fails) => CommandExit::Refused,
        Some(RowProof::NotFullyCheckable) => CommandExit::Unsettled,
        Some(RowProof::Holds) | None => CommandExit::Done,
    })
}

/// The row of a bundle. What does not hold, or is none of a court, has no verdict.
fn row(path: &Path) -> Result<SubmissionRow, CommandFailure> {
    let bytes = verify::read_bundle(path)?;
    let proof = match ALL.verify(&bytes, &BundleAcceptance::default()).meaning {
        BundleStatus::Holds => RowProof::Holds,
        BundleStatus::NotFullyCheckable => RowProof::NotFullyCheckable,
        BundleStatus::Fails | BundleStatus::NotABundle => RowProof::Fails,
    };
    let report: Option<CourtReport> = jurat_proof::report_file(&bytes, "report.json")
        .and_then(|file| serde_json::from_slice(&file).ok());
    Ok(SubmissionRow::of(path.display().to_string(), proof, report.as_ref()))
}

fn write_page(path: &Path, rows: &[SubmissionRow]) -> Result<(), CommandFailure> {
    let ending = path
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    let renderer = jurat_document::renderer(ending).ok_or_else(|| {
        CommandFailure::input(format!("no page ends in `.{ending}`"))
            .hint("name a file that ends in .md, .html, .pdf or .txt")
    })?;
    let bytes = (renderer.render)(&table_page(rows))
        .map_err(|error| CommandFailure::ours(error.to_string()))?;
    fs::write(path, bytes).map_err(|error| {
        CommandFailure::input(format!("cannot write {}: {error}", path.display()))
    })
}
