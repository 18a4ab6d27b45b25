//! `jurat runs cancel`: tells the owner of a run to stop, or stops a run that nobody owns.

use jurat_engine::{InboxMessage, RunMode, RunStatus, WaitResult};
use serde_json::json;

use super::pull;
use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, output, run_selector,
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
        let outcome = row.summary.outcome.word();
        return Err(CommandFailure::input(format!("run {run} has ended already: {outcome}")));
    }
    let message = InboxMessage::Cancel {
        author: args.author.clone(),
        reason: args.reason.clone(),
    };
    store.send(run, &message)?;
    // In pull mode an owner is someone who reports a stage at this moment.
    let owned = row.owned && row.new_run.mode == RunMode::Push;
    if row.new_run.mode == RunMode::Pull {
        pull::hear(&*store, &row)?;
    } else if !owned {
        let engine = app.engine(&store)?;
        let stopped = engine.resume(run, &app.catalog.pinned(&*store, &row)?)?.wait();
        if let WaitResult::Fault(error) = stopped {
            return Err(CommandFailure::from(error));
        }
    }
    let ended = !owned;
    if app.out.json {
        output::value(&json!({ "run": run, "cancelled": ended, "asked_owner": owned }))?;
    }
    let word = if ended { "was cancelled" } else { "is told to stop" };
    app.out.note(&format!("run {run} {word}"));
    Ok(CommandExit::Done)
}
