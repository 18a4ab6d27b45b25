//! `jurat runs fork`: a new run from any event of an old one, taken to its end.

use jurat_engine::RunMode;
use jurat_system::run_starts::RunFork;

use super::pull;
use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, run_driver, run_selector,
    wiring,
};

/// What to fork.
#[derive(Debug, clap::Args)]
pub(crate) struct RunsForkArgs {
    /// The run: its id, the beginning or the end of it, or `last`
    run: String,
    /// The last event that both share [default: the last there is]
    #[arg(long, value_name = "SEQ")]
    at: Option<u64>,
    /// Pay again for calls that the old run has paid
    #[arg(long)]
    fresh: bool,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &RunsForkArgs,
) -> Result<CommandExit, CommandFailure> {
    let store = app.store()?;
    let row = run_selector::select_run(&*store, &args.run)?;
    let run = wiring::new_run_id();
    let fork = RunFork { run, at: args.at, pay_again: args.fresh };
    let at = fork.last_shared(&row);
    let parts = format!("run {run} parts from {} after event {at}", row.run);
    if row.new_run.mode == RunMode::Pull {
        let exit = pull::fork(app, &*store, &row, fork)?;
        app.out.note(&parts);
        return Ok(exit);
    }
    let engine = app.engine(&store)?;
    let handle = app.catalog.fork((&engine, &*store), &row, fork)?;
    app.out.note(&parts);
    run_driver::to_rest(app, &store, &handle, &[], &|| Ok(None))
}
