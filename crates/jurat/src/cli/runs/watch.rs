//! `jurat runs watch`: follows a journal until its run rests.

use std::{sync::Arc, thread, time::Duration};

use jurat_engine::{RunMode, RunRow, RunStatus, RunStore, StoreError};
use jurat_system::journal_follower::JournalFollower;

use super::run_display;
use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, output, run_selector,
};

const EVERY: Duration = Duration::from_millis(200);

/// Looks without an owner before a run counts as left alone: one may just be taking it over.
const PATIENCE: u32 = 5;

/// What to follow.
#[derive(Debug, clap::Args)]
pub(crate) struct RunsWatchArgs {
    /// The run: its id, the beginning or the end of it, or `last`
    run: String,
    /// Begin with this event
    #[arg(long, value_name = "SEQ", default_value_t = 1)]
    from: u64,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &RunsWatchArgs,
) -> Result<CommandExit, CommandFailure> {
    let store: Arc<dyn RunStore> = app.store()?;
    let run = run_selector::select_run(&*store, &args.run)?.run;
    let mut follower = JournalFollower { store, run, from: args.from.max(1) };
    let mut alone = 0;
    loop {
        // The row first: what it says is then already in the events that follow.
        let row = follower.store.run(run)?.ok_or(StoreError::UnknownRun(run))?;
        print(app, &mut follower)?;
        alone = if row.owned { 0 } else { alone + 1 };
        if let Some(exit) = rest(app, &row, alone) {
            return Ok(exit);
        }
        thread::sleep(EVERY);
    }
}

fn print(app: &AppContext, follower: &mut JournalFollower) -> Result<(), CommandFailure> {
    loop {
        let events = follower.poll()?;
        if events.is_empty() {
            return Ok(());
        }
        for event in &events {
            if app.out.json {
                output::line(&run_display::event(event))?;
            } else {
                output::text(&run_display::line(event))?;
            }
        }
    }
}

fn rest(app: &AppContext, row: &RunRow, alone: u32) -> Option<CommandExit> {
    let run = row.run;
    match row.summary.status {
        RunStatus::Ended => Some(CommandExit::of(row.summary.outcome)),
        RunStatus::Waiting => {
            app.out
                .note(&format!("run {run} waits for a person at {}", row.summary.at));
            app.out
                .hint(&format!("jurat runs answer {run} STAGE VALUE --author NAME --resume"));
            Some(CommandExit::Unsettled)
        }
        RunStatus::Running if row.new_run.mode == RunMode::Push && PATIENCE < alone => {
            app.out.note(&format!("nobody is at work on run {run}"));
            app.out.hint(&format!("jurat resume {run}"));
            Some(CommandExit::Unsettled)
        }
        RunStatus::Running => None,
    }
}
