//! `jurat store backup`: a copy of the database, while runs go on.

use std::{fs, path::PathBuf};

use serde_json::json;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// Where to.
#[derive(Debug, clap::Args)]
pub(crate) struct StoreBackupArgs {
    /// A folder that is empty or not there yet
    dir: PathBuf,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &StoreBackupArgs,
) -> Result<CommandExit, CommandFailure> {
    let shown = args.dir.display().to_string();
    if fs::read_dir(&args.dir).is_ok_and(|mut found| found.next().is_some()) {
        return Err(CommandFailure::input(format!(
            "{shown} is not empty: a backup overwrites nothing"
        ))
        .hint("name a folder that is empty or not there yet"));
    }
    app.database()?.backup(&args.dir)?;
    if app.out.json {
        output::value(&json!({ "backup": shown }))?;
    } else {
        output::text(&shown)?;
    }
    let store = output::quoted(&shown);
    app.out
        .hint(&format!("`jurat --store {store} runs list` looks into it"));
    Ok(CommandExit::Done)
}
