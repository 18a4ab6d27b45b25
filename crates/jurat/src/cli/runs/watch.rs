//! `jurat runs watch`: follows a journal until its run rests.

use std::{sync::Arc, thread, time::Duration};

use jurat_engine::{RunMode, RunRow, RunStatus, RunStore, StoreError};

use super::face;
use crate::{app::App, exit::Exit, failure::Failure, follow::Follower, output, select};

const EVERY: Duration = Duration::from_millis(200);

/// Looks without an owner before a run counts as left alone: one may just be taking it over.
const PATIENCE: u32 = 5;

/// What to follow.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The run: its id, the beginning or the end of it, or `last`
    run: String,
    /// Begin with this event
    #[arg(long, value_name = "SEQ", default_value_t = 1)]
    from: u64,
}

pub(crate) fn execute(app: &App, args: &Args) -> Result<Exit, Failure> {
    let store: Arc<dyn RunStore> = app.store()?;
    let run = select::find(&*store, &args.run)?.run;
    let mut follower = Follower { store, run, from: args.from.max(1) };
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

fn print(app: &App, follower: &mut Follower) -> Result<(), Failure> {
    loop {
        let events = follower.poll()?;
        if events.is_empty() {
            return Ok(());
        }
        for event in &events {
            if app.out.json {
                output::line(&face::event(event))?;
            } else {
                output::text(&face::line(event))?;
            }
        }
    }
}

fn rest(app: &App, row: &RunRow, alone: u32) -> Option<Exit> {
    let run = row.run;
    match row.summary.status {
        RunStatus::Ended => Some(Exit::of(row.summary.outcome)),
        RunStatus::Waiting => {
            app.out
                .note(&format!("run {run} waits for a person at {}", row.summary.at));
            app.out
                .hint(&format!("jurat runs answer {run} STAGE VALUE --author NAME --resume"));
            Some(Exit::Unsettled)
        }
        RunStatus::Running if row.new_run.mode == RunMode::Push && PATIENCE < alone => {
            app.out.note(&format!("nobody is at work on run {run}"));
            app.out.hint(&format!("jurat resume {run}"));
            Some(Exit::Unsettled)
        }
        RunStatus::Running => None,
    }
}
