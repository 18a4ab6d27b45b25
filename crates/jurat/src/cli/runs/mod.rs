//! `jurat runs`: looks after runs, and drives one from outside.

mod answer;
mod cancel;
mod diff;
mod export;
mod face;
mod fork;
mod list;
mod prune;
mod pull;
mod replay;
mod show;
mod watch;

use clap::Subcommand;

use crate::{app::App, exit::Exit, failure::Failure};

/// What to do with runs.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// List all runs, newest first
    List(list::Args),
    /// Show where a run stands
    Show(show::Args),
    /// Follow a run's events until it rests
    Watch(watch::Args),
    /// Answer a question that a run waits on
    Answer(answer::Args),
    /// Stop a run
    Cancel(cancel::Args),
    /// Write a run as one JSON file
    Export(export::Args),
    /// Forget runs that have ended
    Prune(prune::Args),
    /// Start a new run from any event of an old one
    Fork(fork::Args),
    /// Execute a finished run again from its journal, with no network
    ///
    /// Pure and paid stages are executed, and the journal answers every paid call. For stages that
    /// read or change something outside, and for people, the journal stands in. Nothing is written.
    ///
    /// Exit codes: 0 the same, byte for byte; 1 it differs; 2 it cannot be replayed.
    Replay(replay::Args),
    /// Say where two runs part, and why
    ///
    /// Exit codes: 0 the same; 1 they part; 2 payloads were erased, and nothing else parts them.
    Diff(diff::Args),
    /// Start a run whose stages are done from outside (pull mode)
    Start(pull::StartArgs),
    /// Ask which stage is due (pull mode)
    Next(pull::NextArgs),
    /// Hand in the output of a stage (pull mode)
    Complete(pull::CompleteArgs),
    /// Ask how far a run is (pull mode)
    Status(pull::StatusArgs),
}

pub(crate) fn execute(app: &App, verb: Verb) -> Result<Exit, Failure> {
    match verb {
        Verb::List(args) => list::execute(app, &args),
        Verb::Show(args) => show::execute(app, &args),
        Verb::Watch(args) => watch::execute(app, &args),
        Verb::Answer(args) => answer::execute(app, &args),
        Verb::Cancel(args) => cancel::execute(app, &args),
        Verb::Export(args) => export::execute(app, &args),
        Verb::Prune(args) => prune::execute(app, &args),
        Verb::Fork(args) => fork::execute(app, &args),
        Verb::Replay(args) => replay::execute(app, &args),
        Verb::Diff(args) => diff::execute(app, &args),
        Verb::Start(args) => pull::start(app, &args),
        Verb::Next(args) => pull::next(app, &args),
        Verb::Complete(args) => pull::complete(app, &args),
        Verb::Status(args) => pull::status(app, &args),
    }
}
