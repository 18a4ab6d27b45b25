//! `jurat runs fork`: a new run from any event of an old one, taken to its end.

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
    let row = run_selector::find(&*store, &args.run)?;
    let workflow = app.catalog.pinned(&*store, &row)?;
    let (run, at) = (wiring::new_run_id(), args.at.unwrap_or(row.head_seq));
    let engine = app.engine(&store)?;
    let handle = engine.fork(row.run, at, &workflow, (run, args.fresh))?;
    app.out
        .note(&format!("run {run} parts from {} after event {at}", row.run));
    run_driver::to_rest(app, &store, &handle, &[], &|| Ok(None))
}
