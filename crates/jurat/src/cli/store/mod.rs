//! `jurat store`: looks after the run database.

mod backup;
mod check;
mod migrate;

use clap::Subcommand;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure};

pub(crate) use check::summary_fault;

/// What to do with the store.
#[derive(Debug, Subcommand)]
pub(crate) enum StoreCommand {
    /// Check the database, the hash chain of every run, and what lists show of it
    Check(check::StoreCheckArgs),
    /// Copy the database into another folder, while runs go on
    Backup(backup::StoreBackupArgs),
    /// Bring an older database to the current format
    Migrate,
}

pub(crate) fn execute(
    app: &AppContext,
    verb: StoreCommand,
) -> Result<CommandExit, CommandFailure> {
    app.require_store()?;
    match verb {
        StoreCommand::Check(args) => check::execute(app, &args),
        StoreCommand::Backup(args) => backup::execute(app, &args),
        StoreCommand::Migrate => migrate::execute(app),
    }
}
