//! `jurat corpus`: looks after corpora.

mod check;
mod list;
mod remove;
mod show;
mod tune;

use clap::Subcommand;

use crate::{app::App, exit::Exit, failure::Failure};

/// What to do with corpora.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// List all corpora
    List,
    /// Show what a corpus holds
    Show(show::Args),
    /// Take sources out of a corpus, or remove it whole
    Remove(remove::Args),
    /// Read every blob again and hold the index against the log
    Check(check::Args),
    /// Choose the fusion of a corpus by judged queries
    Tune(tune::Args),
}

pub(crate) fn execute(app: &App, verb: Verb) -> Result<Exit, Failure> {
    match verb {
        Verb::List => list::execute(app),
        Verb::Show(args) => show::execute(app, &args),
        Verb::Remove(args) => remove::execute(app, &args),
        Verb::Check(args) => check::execute(app, &args),
        Verb::Tune(args) => tune::execute(app, &args),
    }
}
