//! `jurat runs replay`: a finished run executed again from its journal, with no network.

use std::collections::BTreeMap;

use jurat_engine::{ReplayReport, ReplayStatus, RunRow, RunStatus, RunStore};

use jurat_system::catalog::is_pruned;

use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, output, run_selector,
};

/// What to execute again.
#[derive(Debug, clap::Args)]
pub(crate) struct RunsReplayArgs {
    /// The run: its id, the beginning or the end of it, or `last`
    run: String,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &RunsReplayArgs,
) -> Result<CommandExit, CommandFailure> {
    let store = app.store()?;
    let row = run_selector::select_run(&*store, &args.run)?;
    refuse(&*store, &row)?;
    let workflow = app.catalog.pinned(&*store, &row)?;
    let replay = jurat_engine::replay(&*store, row.run, &workflow)?;
    let exit = if replay.same { CommandExit::Done } else { CommandExit::Refused };
    if app.out.json {
        output::value(&replay)?;
        return Ok(exit);
    }
    output::text(&stages(&replay))?;
    output::text(&summary(&replay))?;
    if let Some(seq) = replay.decisions_read_from {
        app.out.note(&decisions_note(seq));
    }
    if !replay.same {
        app.out
            .hint(&format!("`jurat runs replay {} --json` tells all of it", row.run));
    }
    Ok(exit)
}

/// From where on only what stages return is compared, and not what the engine makes of it.
fn decisions_note(seq: u64) -> String {
    let again = match seq {
        0 | 1 => "what starts, repeats or is skipped was not decided again".to_owned(),
        _ => format!(
            "what starts, repeats or is skipped was decided again up to event {}, and no further",
            seq - 1
        ),
    };
    format!(
        "{again}: from event {seq} on the journal says it, and what stages return is compared"
    )
}

/// Refuses a run of which there is no whole to execute again.
fn refuse(store: &dyn RunStore, row: &RunRow) -> Result<(), CommandFailure> {
    let run = row.run;
    if is_pruned(store, row)? {
        let message = format!("run {run} cannot be replayed: its payloads were erased");
        return Err(unsettled(
            message,
            "it can be listed and checked, nothing more".to_owned(),
        ));
    }
    if row.summary.status == RunStatus::Ended {
        return Ok(());
    }
    let message = format!("run {run} cannot be replayed: it has not ended");
    Err(unsettled(message, format!("`jurat resume {run}` goes on with it")))
}

fn unsettled(message: String, hint: String) -> CommandFailure {
    CommandFailure::unsettled(message).hint(hint)
}

/// How the attempts of one stage came out.
#[derive(Default)]
struct StageReplayTally {
    same: usize,
    stood_in: usize,
    differs: usize,
    what: Vec<String>,
}

/// One line for each stage, in the order in which they first came to something.
fn stages(replay: &ReplayReport) -> String {
    let mut order: Vec<&str> = Vec::new();
    let mut came: BTreeMap<&str, StageReplayTally> = BTreeMap::new();
    for attempt in &replay.instances {
        let stage = stage_of(&attempt.at);
        if !came.contains_key(stage) {
            order.push(stage);
        }
        let came = came.entry(stage).or_default();
        match attempt.again {
            ReplayStatus::Same => came.same += 1,
            ReplayStatus::StoodIn => came.stood_in += 1,
            ReplayStatus::Differs => came.differs += 1,
        }
    }
    for found in &replay.differences {
        let stage = stage_of(&found.at);
        if !came.contains_key(stage) {
            order.push(stage);
        }
        came.entry(stage).or_default().what.push(found.what.to_string());
    }
    let row = |stage: &str| {
        let attempts = came
            .get(stage)
            .map_or(0, |came| came.same + came.stood_in + came.differs);
        let said = came.get(stage).map(said).unwrap_or_default();
        vec![stage.to_owned(), attempts.to_string(), said]
    };
    output::table(&["STAGE", "ATTEMPTS", "REPLAY"], order.into_iter().map(row))
}

/// The stage of `stage@epoch#index`; what is about no stage is about the run.
fn stage_of(at: &str) -> &str {
    match at.split('@').next() {
        Some("") | None => "(the run)",
        Some(stage) => stage,
    }
}

fn said(came: &StageReplayTally) -> String {
    if let [first, more @ ..] = came.what.as_slice() {
        let rest = match more.len() {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        return format!("differs: {first}{rest}");
    }
    match (came.same, came.stood_in) {
        (_, 0) => "same".to_owned(),
        (0, _) => "stood in".to_owned(),
        (_, stood_in) => format!("same, {stood_in} stood in"),
    }
}

fn summary(replay: &ReplayReport) -> String {
    let made = replay.instances.len().saturating_sub(replay.stood_in);
    let (run, stood_in) = (replay.run, replay.stood_in);
    let answered = replay.paid_calls_answered;
    let verdict = match replay.differences.len() {
        0 if replay.same => format!("the same, state {}", replay.state_hash),
        1 => "1 difference".to_owned(),
        more => format!("{more} differences"),
    };
    format!(
        "run {run}: {verdict}; {made} attempts made again, {stood_in} stood in, \
         {answered} paid calls answered from the journal, 0 made"
    )
}
