//! `jurat runs start|next|complete|status`: pull mode, always in JSON.

use jurat_engine::{PullEngine, RunMode, RunRow, RunStore, SystemClock, Workflow};
use serde_json::json;

use jurat_system::catalog::pinned;
use jurat_systems::ALL;

use super::run_display;
use crate::{
    app::AppContext, cli::run::RunInputArgs, cli_values, exit::CommandExit,
    failure::CommandFailure, output, run_selector, wiring,
};

/// What to start.
#[derive(Debug, clap::Args)]
pub(crate) struct StartArgs {
    /// A built-in workflow, or the path of a JSON file
    workflow: String,
    #[command(flatten)]
    given: RunInputArgs,
}

/// What to ask about.
#[derive(Debug, clap::Args)]
pub(crate) struct NextArgs {
    /// The run: its id, the beginning or the end of it, or `last`
    run: String,
}

/// What to hand in.
#[derive(Debug, clap::Args)]
pub(crate) struct CompleteArgs {
    /// The run: its id, the beginning or the end of it, or `last`
    run: String,
    /// The stage that is done
    stage: String,
    /// An object of channels: written out, in a file, or `-` for stdin
    #[arg(long, value_name = "JSON", default_value = "{}")]
    output: String,
}

/// What to ask about.
#[derive(Debug, clap::Args)]
pub(crate) struct RunsStatusArgs {
    /// The run: its id, the beginning or the end of it, or `last`
    run: String,
}

pub(crate) fn start(app: &AppContext, args: &StartArgs) -> Result<CommandExit, CommandFailure> {
    let workflow = Workflow::pulled(ALL.definition(&args.workflow)?);
    let params = cli_values::params(workflow.plan().definition(), &args.given.params);
    let input = cli_values::input(args.given.input.as_deref())?;
    let store = app.store()?;
    let run = wiring::new_run_id();
    let next = pull(&*store, &workflow).start(run, params, input)?;
    output::value(&json!({ "run": run, "session_id": run, "next": next }))?;
    Ok(CommandExit::Done)
}

pub(crate) fn next(app: &AppContext, args: &NextArgs) -> Result<CommandExit, CommandFailure> {
    let store = app.store()?;
    let (row, workflow) = pulled(&*store, &args.run)?;
    output::value(&pull(&*store, &workflow).next(row.run)?)?;
    Ok(CommandExit::Done)
}

pub(crate) fn complete(
    app: &AppContext,
    args: &CompleteArgs,
) -> Result<CommandExit, CommandFailure> {
    let output = cli_values::value(&args.output)?;
    let store = app.store()?;
    let (row, workflow) = pulled(&*store, &args.run)?;
    if row.new_run.mode == RunMode::Push {
        let message = format!("run {} does its stages itself", row.run);
        return Err(CommandFailure::input(message).hint(format!("jurat resume {}", row.run)));
    }
    let done = pull(&*store, &workflow).complete(row.run, &args.stage, &output)?;
    output::value(&done)?;
    Ok(CommandExit::Done)
}

pub(crate) fn status(
    app: &AppContext,
    args: &RunsStatusArgs,
) -> Result<CommandExit, CommandFailure> {
    let store = app.store()?;
    let (row, workflow) = pulled(&*store, &args.run)?;
    let status = pull(&*store, &workflow).status(row.run)?;
    let mut status = serde_json::to_value(&status)
        .map_err(|error| CommandFailure::ours(format!("cannot write JSON: {error}")))?;
    // The word that `runs list` and `runs show` have for it.
    status["status"] = json!(run_display::status(&row));
    output::value(&status)?;
    Ok(CommandExit::Done)
}

fn pull<'a>(store: &'a dyn RunStore, workflow: &'a Workflow) -> PullEngine<'a> {
    PullEngine { store, clock: &SystemClock, workflow }
}

/// A run, and the definition it is pinned to.
fn pulled(store: &dyn RunStore, text: &str) -> Result<(RunRow, Workflow), CommandFailure> {
    let row = run_selector::select_run(store, text)?;
    let workflow = Workflow::pulled(pinned(store, &row)?);
    Ok((row, workflow))
}
