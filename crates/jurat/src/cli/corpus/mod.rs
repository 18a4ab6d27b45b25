//! `jurat corpus`: looks after corpora.

mod check;
mod list;
mod remove;
mod show;
mod tune;

use clap::Subcommand;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure};

/// What to do with corpora.
#[derive(Debug, Subcommand)]
pub(crate) enum CorpusCommand {
    /// List all corpora
    List,
    /// Show what a corpus holds
    Show(show::CorpusShowArgs),
    /// Take sources out of a corpus, or remove it whole
    Remove(remove::CorpusRemoveArgs),
    /// Read every blob again and hold the index against the log
    Check(check::CorpusCheckArgs),
    /// Choose the fusion of a corpus by judged queries
    Tune(tune::CorpusTuneArgs),
}

pub(crate) fn execute(
    app: &AppContext,
    verb: CorpusCommand,
) -> Result<CommandExit, CommandFailure> {
    match verb {
        CorpusCommand::List => list::execute(app),
        CorpusCommand::Show(args) => show::execute(app, &args),
        CorpusCommand::Remove(args) => remove::execute(app, &args),
        CorpusCommand::Check(args) => check::execute(app, &args),
        CorpusCommand::Tune(args) => tune::execute(app, &args),
    }
}
