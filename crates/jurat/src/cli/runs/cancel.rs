//! `jurat runs cancel`: tells the owner of a run to stop, or stops a run that nobody owns.

use jurat_engine::{InboxMessage, RunMode, RunRow, RunStatus, RunStore, WaitResult, Workflow};
use serde_json::json;

use jurat_system::catalog::pinned;

use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, output, run_driver,
    run_selector,
};

/// What to stop.
#[derive(Debug, clap::Args)]
pub(crate) struct RunsCancelArgs {
    /// The run: its id, the beginning or the end of it, or `last`
    run: String,
    /// Who says so
    #[arg(long, value_name = "NAME", default_value = "command line")]
    author: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &RunsCancelArgs,
) -> Result<CommandExit, CommandFailure> {
    let store = app.store()?;
    let row = run_selector::select_run(&*store, &args.run)?;
    let run = row.run;
    if row.summary.status == RunStatus::Ended {
        let outcome = run_driver::word(row.summary.outcome);
        return Err(CommandFailure::input(format!("run {run} has ended already: {outcome}")));
    }
    let message = InboxMessage::Cancel {
        author: args.author.clone(),
        reason: args.reason.clone(),
    };
    store.send(run, &message)?;
    if !row.owned {
        let engine = app.engine(&store)?;
        let stopped = engine.resume(run, &workflow(app, &*store, &row)?)?.wait();
        if let WaitResult::Fault(error) = stopped {
            return Err(CommandFailure::from(error));
        }
    }
    let ended = !row.owned;
    if app.out.json {
        output::value(&json!({ "run": run, "cancelled": ended, "asked_owner": row.owned }))?;
    }
    let word = if ended { "was cancelled" } else { "is told to stop" };
    app.out.note(&format!("run {run} {word}"));
    Ok(CommandExit::Done)
}

fn workflow(
    app: &AppContext,
    store: &dyn RunStore,
    row: &RunRow,
) -> Result<std::sync::Arc<Workflow>, CommandFailure> {
    match row.new_run.mode {
        RunMode::Push => Ok(app.catalog.pinned(store, row)?),
        RunMode::Pull => Ok(Workflow::pulled(pinned(store, row)?).into()),
    }
}
