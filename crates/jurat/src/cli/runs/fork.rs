//! `jurat runs fork`: a new run from any event of an old one, taken to its end.

use std::sync::Arc;

use jurat_engine::{RunMode, RunRow, RunStore, WorkflowPlan, repeated_acts};
use jurat_system::{catalog::pinned, run_starts::RunFork};

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
    /// Let stages with `effect: external` act again that the old run has begun after that event
    #[arg(long)]
    repeat_acts: bool,
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
    let acts = acts_again(&*store, &row, at)?;
    match acts {
        Some(acts) if args.repeat_acts => app.out.note(&acts),
        Some(acts) => return Err(refusal(&row, acts)),
        None => {}
    }
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

/// What the fork would do outside a second time, in a line.
fn acts_again(
    store: &dyn RunStore,
    row: &RunRow,
    at: u64,
) -> Result<Option<String>, CommandFailure> {
    let plan = Arc::new(WorkflowPlan::new(pinned(store, row)?));
    let stages = repeated_acts(store, &plan, (row.run, at))?;
    let run = row.run;
    let line = |stages: &str| {
        format!(
            "run {run} has begun, after event {at}, what changes something outside; the fork does it \
             again, under another idempotency key: `{stages}`"
        )
    };
    Ok((!stages.is_empty()).then(|| line(&stages.join("`, `"))))
}

/// Nobody is paid, written to or ordered from twice by an oversight.
fn refusal(row: &RunRow, acts: String) -> CommandFailure {
    CommandFailure::input(acts).code("repeats_acts").hint(format!(
        "`--repeat-acts` lets it act again; `--at SEQ` with an event after the acts keeps them \
         (`jurat runs show {} --events` lists all)",
        row.run
    ))
}
