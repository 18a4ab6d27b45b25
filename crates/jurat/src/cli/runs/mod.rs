//! `jurat runs`: looks after runs, and drives one from outside.

mod answer;
mod cancel;
mod diff;
mod export;
mod fork;
mod list;
mod prune;
pub(crate) mod pull;
mod replay;
mod run_display;
pub(crate) mod show;
mod watch;

use clap::Subcommand;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure};

pub(crate) use run_display::time as shown_time;

/// What to do with runs.
#[derive(Debug, Subcommand)]
pub(crate) enum RunsCommand {
    /// List all runs, newest first
    List(list::RunsListArgs),
    /// Show where a run stands
    Show(show::RunsShowArgs),
    /// Follow a run's events until it rests
    Watch(watch::RunsWatchArgs),
    /// Answer a question that a run waits on
    Answer(answer::RunsAnswerArgs),
    /// Stop a run
    Cancel(cancel::RunsCancelArgs),
    /// Write a run as one JSON file; one that was changed after it was written is refused (exit 1)
    Export(export::RunsExportArgs),
    /// Forget runs that have ended
    Prune(prune::RunsPruneArgs),
    /// Start a new run from any event of an old one
    Fork(fork::RunsForkArgs),
    /// Execute a finished run again from its journal, with no network
    ///
    /// Pure and paid stages are executed, and the journal answers every paid call. For stages that
    /// read or change something outside, and for people, the journal stands in. Nothing is written.
    ///
    /// Exit codes: 0 the same, byte for byte; 1 it differs; 2 it cannot be replayed.
    Replay(replay::RunsReplayArgs),
    /// Say where two runs part, and why
    ///
    /// Exit codes: 0 the same; 1 they part; 2 payloads were erased, and nothing else parts them.
    Diff(diff::RunsDiffArgs),
    /// Start a run whose stages are done from outside (pull mode)
    Start(pull::StartArgs),
    /// Ask which stage is due (pull mode)
    Next(pull::NextArgs),
    /// Hand in the output of a stage (pull mode)
    Complete(pull::CompleteArgs),
    /// Report that a stage failed; it is due again while the definition allows another attempt
    /// (pull mode)
    Fail(pull::FailArgs),
    /// Ask how far a run is (pull mode)
    Status(pull::RunsStatusArgs),
}

pub(crate) fn execute(
    app: &AppContext,
    verb: RunsCommand,
) -> Result<CommandExit, CommandFailure> {
    match verb {
        RunsCommand::List(args) => list::execute(app, &args),
        RunsCommand::Show(args) => show::execute(app, &args),
        RunsCommand::Watch(args) => watch::execute(app, &args),
        RunsCommand::Answer(args) => answer::execute(app, &args),
        RunsCommand::Cancel(args) => cancel::execute(app, &args),
        RunsCommand::Export(args) => export::execute(app, &args),
        RunsCommand::Prune(args) => prune::execute(app, &args),
        RunsCommand::Fork(args) => fork::execute(app, &args),
        RunsCommand::Replay(args) => replay::execute(app, &args),
        RunsCommand::Diff(args) => diff::execute(app, &args),
        RunsCommand::Start(args) => pull::start(app, &args),
        RunsCommand::Next(args) => pull::next(app, &args),
        RunsCommand::Complete(args) => pull::complete(app, &args),
        RunsCommand::Fail(args) => pull::fail(app, &args),
        RunsCommand::Status(args) => pull::status(app, &args),
    }
}
