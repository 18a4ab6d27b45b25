//! `jurat store`: looks after the run database.

mod backup;
mod check;
mod migrate;

use clap::Subcommand;

use crate::{app::App, exit::Exit, failure::Failure};

/// What to do with the store.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Check the database and the hash chain of every run
    Check,
    /// Copy the database into another folder, while runs go on
    Backup(backup::Args),
    /// Bring an older database to the current format
    Migrate,
}

pub(crate) fn execute(app: &App, verb: Verb) -> Result<Exit, Failure> {
    app.require_store()?;
    match verb {
        Verb::Check => check::execute(app),
        Verb::Backup(args) => backup::execute(app, &args),
        Verb::Migrate => migrate::execute(app),
    }
}
