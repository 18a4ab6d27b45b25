//! `jurat runs list`: all runs, newest first.

use std::collections::BTreeSet;

use jurat_engine::{RunId, RunRow, RunStore as _};
use serde_json::Value as Json;

use super::run_display;
use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, output, run_selector,
};

/// Longest text in a cell, in characters.
const LONGEST: usize = 100;

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
    let store = app.database()?;
    let (mut runs, pruned) = (store.runs()?, store.pruned()?);
    let wanted = |row: &RunRow| {
        args.workflow
            .as_ref()
            .is_none_or(|name| *name == row.new_run.workflow)
    };
    runs.retain(wanted);
    runs.truncate(args.limit.unwrap_or(usize::MAX));
    if app.out.json {
        output::value(&runs.iter().map(|row| face(row, &pruned)).collect::<Vec<Json>>())?;
    } else if runs.is_empty() {
        app.out.note("there are no runs yet");
        app.out.hint("jurat run orchard");
    } else {
        let head = ["RUN", "WORKFLOW", "STATUS", "STAGES", "STARTED", "AT"];
        output::text(&output::table(&head, runs.iter().map(|row| cells(row, &pruned))))?;
    }
    Ok(CommandExit::Done)
}

fn face(row: &RunRow, pruned: &BTreeSet<RunId>) -> Json {
    let mut face = run_display::row(row);
    face["pruned"] = pruned.contains(&row.run).into();
    face
}

fn cells(row: &RunRow, pruned: &BTreeSet<RunId>) -> Vec<String> {
    let summary = &row.summary;
    // Where a run stood goes with its payloads.
    let at = if pruned.contains(&row.run) { "(pruned)" } else { &summary.at };
    vec![
        run_selector::short(row.run),
        row.new_run.workflow.clone(),
        row.standing().word().to_owned(),
        format!("{}/{}", summary.completed, summary.total),
        run_display::time(row.created_ms),
        in_a_line(at),
    ]
}

/// The first line of a text, cut where it is long: a failure may bring a whole traceback along.
fn in_a_line(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    let cut: String = first.chars().take(LONGEST).collect();
    if cut.len() < text.trim_end().len() { format!("{cut} …") } else { cut }
}
