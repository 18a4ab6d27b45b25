//! `jurat resume`: goes on with a run where it stopped.

use std::sync::Arc;

use jurat_engine::{RunMode, RunRow, RunStore, Workflow};
use jurat_store::SqliteStore;

use crate::{
    app::App,
    catalog::Catalog,
    drive,
    exit::Exit,
    failure::Failure,
    given::{self, Pair},
    select, wiring,
};

/// What to go on with.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The run: its id, the beginning or the end of it, or `last`
    run: String,
    /// Go on under the definition that the run was started with, whatever is installed now
    #[arg(long)]
    pinned: bool,
    /// Answer a question of the run beforehand
    #[arg(long = "answer", value_name = "STAGE=VALUE", value_parser = given::pair)]
    answers: Vec<Pair>,
}

pub(crate) fn execute(app: &App, args: &Args) -> Result<Exit, Failure> {
    let store = app.store()?;
    let row = select::find(&*store, &args.run)?;
    if !args.pinned {
        refuse_changed(&row)?;
    }
    go_on(app, &store, &row, &args.answers)
}

/// Takes a run over, under the definition it is pinned to, and takes it to rest.
pub(crate) fn go_on(
    app: &App,
    store: &Arc<SqliteStore>,
    row: &RunRow,
    answers: &[Pair],
) -> Result<Exit, Failure> {
    if row.new_run.mode == RunMode::Pull {
        let message = format!("run {} is done from outside: nothing runs by itself", row.run);
        return Err(Failure::input(message).hint(format!("jurat runs next {}", row.run)));
    }
    let workflow: Arc<Workflow> = app.catalog.pinned(&**store as &dyn RunStore, row)?;
    let engine = app.engine(store)?;
    let handle = engine.resume(row.run, &workflow)?;
    drive::to_rest(app, store, &handle, answers)
}

/// A run is pinned to its definition: under another of the same name it would not be the same run.
fn refuse_changed(row: &RunRow) -> Result<(), Failure> {
    let name = &row.new_run.workflow;
    if wiring::builtin(name).is_none() {
        return Ok(());
    }
    if Catalog::checked(name)?.hash == row.new_run.definition {
        return Ok(());
    }
    let run = row.run;
    let message = format!("workflow `{name}` has changed since run {run} was started");
    Err(Failure::input(message).hint(format!(
        "`jurat resume {run} --pinned` goes on under the definition of that day; \
         `jurat run {name}` starts a new run under the one of today"
    )))
}
