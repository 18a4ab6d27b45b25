//! `jurat runs start|next|complete|fail|status`: pull mode, always in JSON.

use std::collections::BTreeMap;

use jurat_engine::{
    CompletedStage, DueAgent, FailureClass, NextStageReply, OwnAttempt, PullEngine, PullError,
    PullRunEnd, ReportRemarks, ReportedFailure, RunId, RunMode, RunOutcome, RunRow, RunStore,
    StageClaim, SystemClock, Workflow,
};
use jurat_system::run_starts::RunFork;
use serde_json::{Value as Json, json};

use jurat_system::catalog::pinned;
use jurat_systems::ALL;

use super::show;
use crate::{
    app::AppContext,
    cli::{
        resume::ResumedOutputArgs,
        run::{RunInputArgs, by_given_name},
    },
    cli_values,
    exit::CommandExit,
    failure::CommandFailure,
    output,
    publish::PublishableRun,
    run_selector, wiring,
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
    /// The stage that is done, as `next` names it
    stage: String,
    /// An object of channels: written out, in a file, or `-` for stdin; without it nothing is set
    #[arg(long, value_name = "JSON", default_value = "{}")]
    output: String,
    /// The token that `next` gave with the stage
    #[arg(long)]
    token: Option<String>,
}

/// What came to nothing.
#[derive(Debug, clap::Args)]
pub(crate) struct FailArgs {
    /// The run: its id, the beginning or the end of it, or `last`
    run: String,
    /// The stage that failed, as `next` names it
    stage: String,
    /// What went wrong
    #[arg(long, value_name = "TEXT")]
    message: String,
    /// Whether another attempt may help; how many there are the definition says
    #[arg(long, value_enum, default_value_t = ReportedClass::Transient)]
    class: ReportedClass,
    /// The token that `next` gave with the stage
    #[arg(long)]
    token: Option<String>,
}

/// Kinds of failure that a worker can tell apart.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
#[value(rename_all = "snake_case")]
enum ReportedClass {
    /// It may pass
    Transient,
    /// It will not
    Permanent,
    /// Others asked to be left alone for a while
    RateLimited,
}

impl From<ReportedClass> for FailureClass {
    fn from(class: ReportedClass) -> Self {
        match class {
            ReportedClass::Transient => Self::Transient,
            ReportedClass::Permanent => Self::Permanent,
            ReportedClass::RateLimited => Self::RateLimited,
        }
    }
}

/// What to ask about.
#[derive(Debug, clap::Args)]
pub(crate) struct RunsStatusArgs {
    /// The run: its id, the beginning or the end of it, or `last`
    run: String,
}

pub(crate) fn start(app: &AppContext, args: &StartArgs) -> Result<CommandExit, CommandFailure> {
    let workflow = Workflow::pulled(ALL.definition(&args.workflow)?);
    let given = PullInput {
        params: cli_values::params(workflow.plan().definition(), &args.given.params),
        input: cli_values::input(args.given.input.as_deref())?,
    };
    let (run, next) = started(&*app.store()?, &args.workflow, &workflow, given)?;
    show_next(run, &next)
}

/// What a pulled run is started with.
pub(crate) struct PullInput {
    pub(crate) params: BTreeMap<String, Json>,
    pub(crate) input: BTreeMap<String, Json>,
}

/// Starts a run under a new id, and says what is due.
pub(crate) fn started(
    store: &dyn RunStore,
    name: &str,
    workflow: &Workflow,
    given: PullInput,
) -> Result<(RunId, NextStageReply), CommandFailure> {
    let run = wiring::new_run_id();
    let next = pull(store, workflow).start(run, given.params, given.input);
    let next = next.map_err(|error| match error {
        PullError::Engine(error) => by_given_name(error, name),
        other => other.into(),
    })?;
    Ok((run, next))
}

/// Goes on with a run whose stages are done from outside: says what is due.
pub(crate) fn resume(
    app: &AppContext,
    store: &dyn RunStore,
    row: &RunRow,
) -> Result<CommandExit, CommandFailure> {
    let workflow = Workflow::pulled(pinned(store, row)?);
    let next = pull(store, &workflow).resume(row.run)?;
    say_due(app, row.run, &next);
    show_next(row.run, &next)?;
    let NextStageReply::Over(PullRunEnd { outcome: Some(outcome), .. }) = next else {
        return Ok(CommandExit::Done);
    };
    if outcome == RunOutcome::Cancelled {
        say_fork(app, store, row.run)?;
    }
    Ok(CommandExit::of(outcome))
}

/// What is cancelled stays so; another run may go on from before.
pub(crate) fn say_fork(
    app: &AppContext,
    store: &dyn RunStore,
    run: RunId,
) -> Result<(), CommandFailure> {
    // The cancellation, which is the last event, may have been heard only now.
    let last = store.run(run)?.map_or(0, |row| row.head_seq);
    let before = last.saturating_sub(1);
    app.out.hint(&format!(
        "`jurat runs fork {run} --at {before}` goes on from before that, as another run"
    ));
    Ok(())
}

/// Writes what a run that is over has come to.
pub(crate) fn publish(
    app: &AppContext,
    store: &dyn RunStore,
    row: &RunRow,
    written: &ResumedOutputArgs,
) -> Result<(), CommandFailure> {
    let loaded = show::load(store, row)?.filter(|loaded| loaded.end().is_some());
    let Some(loaded) = loaded else {
        return Err(CommandFailure::input(format!("run {} has no result to write", row.run))
            .hint(format!("`jurat runs next {}` says what is due", row.run)));
    };
    let state = loaded.state();
    let finished = PublishableRun::of((row.run, &row.new_run.workflow), &state)?;
    let Some(finished) = finished else {
        return Err(CommandFailure::unsettled(format!(
            "run {} ended without a report",
            row.run
        )));
    };
    finished.publish(app.out, store, &written.places)?;
    written.observed.tell(app, row.run, (store, &state))
}

/// A new run of the same kind from an event of an old one.
pub(super) fn fork(
    app: &AppContext,
    store: &dyn RunStore,
    row: &RunRow,
    fork: RunFork,
) -> Result<CommandExit, CommandFailure> {
    let workflow = Workflow::pulled(pinned(store, row)?);
    let (at, new) = (fork.last_shared(row), (fork.run, fork.pay_again));
    let next = pull(store, &workflow).fork(row.run, at, new)?;
    say_due(app, fork.run, &next);
    show_next(fork.run, &next)
}

fn say_due(app: &AppContext, run: RunId, next: &NextStageReply) {
    match next {
        NextStageReply::Due(due_stage) => {
            let due = &due_stage.stage;
            app.out
                .note(&format!("run {run} is done from outside; `{due}` is due"));
            app.out.hint(&match due_stage.question {
                Some(_) => format!("jurat runs answer {run} {due} VALUE --author NAME"),
                None => format!("jurat runs complete {run} {due} --output JSON"),
            });
        }
        NextStageReply::Over(end) => match end.outcome {
            Some(outcome) => app.out.note(&format!("run {run} is over: {}", outcome.word())),
            None => app.out.note(&format!("run {run} is waiting: nothing is due")),
        },
    }
}

fn show_next(run: RunId, next: &NextStageReply) -> Result<CommandExit, CommandFailure> {
    output::value(&json!({ "run": run, "session_id": run, "next": next }))?;
    Ok(CommandExit::Done)
}

pub(crate) fn next(app: &AppContext, args: &NextArgs) -> Result<CommandExit, CommandFailure> {
    output::value(&due(&*app.store()?, &args.run)?)?;
    Ok(CommandExit::Done)
}

/// The stage that is due.
pub(crate) fn due(store: &dyn RunStore, run: &str) -> Result<NextStageReply, CommandFailure> {
    let (row, workflow) = reportable(store, run)?;
    Ok(pull(store, &workflow).next(row.run)?)
}

pub(crate) fn complete(
    app: &AppContext,
    args: &CompleteArgs,
) -> Result<CommandExit, CommandFailure> {
    let store = app.store()?;
    let output = match cli_values::value(&args.output) {
        Ok(output) => output,
        Err(failure) => {
            let (row, workflow) = reportable(&*store, &args.run)?;
            return Err(failure.due(pull(&*store, &workflow).status(row.run)?.due));
        }
    };
    let claim = StageClaim { stage: &args.stage, token: args.token.as_deref() };
    output::value(&completed(
        &*store,
        &args.run,
        &claim,
        (&output, &ReportRemarks::default()),
    )?)?;
    Ok(CommandExit::Done)
}

/// Hands in what a stage came to.
pub(crate) fn completed(
    store: &dyn RunStore,
    run: &str,
    claim: &StageClaim<'_>,
    output: (&Json, &ReportRemarks),
) -> Result<CompletedStage, CommandFailure> {
    let (row, workflow) = reportable(store, run)?;
    Ok(pull(store, &workflow).complete_with(row.run, claim, output)?)
}

/// All stages of a run that are due, with their agents.
pub(crate) fn due_agents(
    store: &dyn RunStore,
    run: &str,
) -> Result<Vec<DueAgent>, CommandFailure> {
    let (row, workflow) = reportable(store, run)?;
    Ok(pull(store, &workflow).due_agents(row.run)?)
}

/// What our own function for a stage that is due comes to. The run stays as it is.
pub(crate) fn own_attempt(
    app: &AppContext,
    store: &dyn RunStore,
    (run, claim): (&str, &StageClaim<'_>),
) -> Result<OwnAttempt, CommandFailure> {
    let (row, workflow) = reportable(store, run)?;
    let own = app.catalog.pinned(store, &row)?;
    Ok(pull(store, &workflow).own_attempt(row.run, claim, &own)?)
}

pub(crate) fn fail(app: &AppContext, args: &FailArgs) -> Result<CommandExit, CommandFailure> {
    let store = app.store()?;
    let (row, workflow) = reportable(&*store, &args.run)?;
    let claim = StageClaim { stage: &args.stage, token: args.token.as_deref() };
    let failure = ReportedFailure { message: &args.message, class: args.class.into() };
    let failed = pull(&*store, &workflow).fail(row.run, &claim, failure)?;
    output::value(&failed)?;
    Ok(CommandExit::Done)
}

/// A run that takes reports, and the definition it is pinned to.
fn reportable(store: &dyn RunStore, text: &str) -> Result<(RunRow, Workflow), CommandFailure> {
    let (row, workflow) = pulled(store, text)?;
    if row.new_run.mode == RunMode::Push {
        let message = format!("run {} does its stages itself", row.run);
        return Err(CommandFailure::input(message).hint(format!("jurat resume {}", row.run)));
    }
    Ok((row, workflow))
}

pub(crate) fn status(
    app: &AppContext,
    args: &RunsStatusArgs,
) -> Result<CommandExit, CommandFailure> {
    output::value(&pull_status(&*app.store()?, &args.run)?)?;
    Ok(CommandExit::Done)
}

/// How far a run is.
pub(crate) fn pull_status(store: &dyn RunStore, run: &str) -> Result<Json, CommandFailure> {
    let (row, workflow) = pulled(store, run)?;
    let status = pull(store, &workflow).status(row.run)?;
    // What was said to the run meanwhile may have moved it.
    let row = store.run(row.run)?.unwrap_or(row);
    let mut status = serde_json::to_value(&status)
        .map_err(|error| CommandFailure::ours(format!("cannot write JSON: {error}")))?;
    // The word that `runs list` and `runs show` have for it.
    status["status"] = json!(row.standing());
    Ok(status)
}

/// Folds in what was said to a run that nobody owns.
pub(super) fn hear(store: &dyn RunStore, row: &RunRow) -> Result<(), CommandFailure> {
    let workflow = Workflow::pulled(pinned(store, row)?);
    pull(store, &workflow).next(row.run)?;
    Ok(())
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
