//! `jurat runs list`: all runs, newest first.

use jurat_engine::RunRow;
use serde_json::Value as Json;

use super::run_display;
use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, output, run_selector,
};

/// Which ones.
#[derive(Debug, clap::Args)]
pub(crate) struct RunsListArgs {
    /// Only runs of this workflow
    #[arg(long, value_name = "NAME")]
    workflow: Option<String>,
    /// At most so many
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &RunsListArgs,
) -> Result<CommandExit, CommandFailure> {
    let mut runs = app.store()?.runs()?;
    let wanted = |row: &RunRow| {
        args.workflow
            .as_ref()
            .is_none_or(|name| *name == row.new_run.workflow)
    };
    runs.retain(wanted);
    runs.truncate(args.limit.unwrap_or(usize::MAX));
    if app.out.json {
        output::value(&runs.iter().map(run_display::row).collect::<Vec<Json>>())?;
    } else if runs.is_empty() {
        app.out.note("there are no runs yet");
        app.out.hint("jurat run orchard");
    } else {
        let head = ["RUN", "WORKFLOW", "STATUS", "STAGES", "STARTED", "AT"];
        output::text(&output::table(&head, runs.iter().map(cells)))?;
    }
    Ok(CommandExit::Done)
}

fn cells(row: &RunRow) -> Vec<String> {
    let summary = &row.summary;
    vec![
        run_selector::short(row.run),
        row.new_run.workflow.clone(),
        run_display::status(row),
        format!("{}/{}", summary.completed, summary.total),
        run_display::time(row.created_ms),
        summary.at.clone(),
    ]
}
