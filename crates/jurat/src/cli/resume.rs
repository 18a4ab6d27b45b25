//! `jurat resume`: goes on with a run where it stopped.

use std::sync::Arc;

use jurat_engine::{RunMode, RunOutcome, RunRow, RunStanding, RunStore};
use jurat_system::{catalog::pinned, reports::ReportVerdict};
use jurat_systems::ALL;
use serde_json::Value as Json;

use super::{research::observed::ObservedArgs, runs};
use crate::{
    app::AppContext,
    cli_values::{self, NameValuePair},
    exit::CommandExit,
    failure::CommandFailure,
    publish::{OutputArgs, PublishableRun},
    run_driver, run_selector,
};

/// What to go on with.
#[derive(Debug, clap::Args)]
pub(crate) struct ResumeArgs {
    /// The run: its id, the beginning or the end of it, or `last`
    run: String,
    /// Go on under the definition that the run was started with, whatever is installed now
    #[arg(long)]
    pinned: bool,
    /// Answer a question of the run beforehand
    #[arg(long = "answer", value_name = "STAGE=VALUE", value_parser = cli_values::pair)]
    answers: Vec<NameValuePair>,
    #[command(flatten)]
    written: ResumedOutputArgs,
}

/// What of the run is written where.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ResumedOutputArgs {
    #[command(flatten)]
    pub(crate) places: OutputArgs,
    #[command(flatten)]
    pub(crate) observed: ObservedArgs,
}

impl ResumedOutputArgs {
    fn is_anything(&self) -> bool {
        self.places.is_anywhere() || self.observed.is_wanted()
    }
}

pub(crate) fn execute(
    app: &AppContext,
    args: &ResumeArgs,
) -> Result<CommandExit, CommandFailure> {
    let store = app.store()?;
    let row = run_selector::select_run(&*store, &args.run)?;
    if !args.pinned {
        refuse_changed(&row)?;
    }
    check_places(&row.new_run.workflow, &args.written.places)?;
    args.written.observed.check_for(&row.new_run.workflow)?;
    go_on(app, &store, &row, &args.answers, &args.written)
}

/// Takes a run over, under the definition it is pinned to, and takes it to rest.
pub(crate) fn go_on(
    app: &AppContext,
    store: &Arc<dyn RunStore>,
    row: &RunRow,
    answers: &[NameValuePair],
    written: &ResumedOutputArgs,
) -> Result<CommandExit, CommandFailure> {
    if row.new_run.mode == RunMode::Pull {
        let exit = runs::pull::resume(app, &**store, row)?;
        if written.is_anything() {
            runs::pull::publish(app, &**store, row, written)?;
        }
        return Ok(exit);
    }
    let definition = pinned(&**store, row)?.definition;
    cli_values::check_answers(&definition, answers)?;
    let engine = app.engine(store)?;
    let handle = app.catalog.resume((&engine, &**store), row)?;
    let product = || show(app, &**store, (row, &handle.state()), written);
    let exit = run_driver::to_rest(app, store, &handle, answers, &product)?;
    let now = store.run(row.run)?.map(|row| row.standing());
    if now == Some(RunStanding::Ended(RunOutcome::Cancelled)) {
        runs::pull::say_fork(app, &**store, row.run)?;
    }
    Ok(exit)
}

/// Says what cannot be written before anything runs.
pub(crate) fn check_places(name: &str, places: &OutputArgs) -> Result<(), CommandFailure> {
    match ALL.report_kind(name) {
        Some(kind) => places.check(kind),
        None if places.is_anywhere() => {
            Err(CommandFailure::input(format!("workflow `{name}` makes no report"))
                .hint("its outputs go to the screen; `jurat runs export RUN` writes the run"))
        }
        None => Ok(()),
    }
}

/// Writes and shows what a run came to; none where it came to nothing.
fn show(
    app: &AppContext,
    store: &dyn RunStore,
    (row, state): (&RunRow, &Json),
    written: &ResumedOutputArgs,
) -> Result<Option<ReportVerdict>, CommandFailure> {
    written.observed.tell(app, row.run, (store, state))?;
    let finished = PublishableRun::of((row.run, &row.new_run.workflow), state)?;
    let Some(finished) = finished else { return Ok(None) };
    finished.publish(app.out, store, &written.places)?;
    if !app.out.json {
        finished.show(app)?;
    }
    Ok(Some(finished.verdict()))
}

/// A run is pinned to its definition: under another of the same name it would not be the same run.
fn refuse_changed(row: &RunRow) -> Result<(), CommandFailure> {
    if !ALL.has_changed(row)? {
        return Ok(());
    }
    let (name, run) = (&row.new_run.workflow, row.run);
    let message = format!("workflow `{name}` has changed since run {run} was started");
    Err(CommandFailure::input(message).hint(format!(
        "`jurat resume {run} --pinned` goes on under the definition of that day; \
         `jurat run {name}` starts a new run under the one of today"
    )))
}
