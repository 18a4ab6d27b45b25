//! `jurat store backup`: a copy of the database, while runs go on.

use std::path::PathBuf;

use serde_json::json;

use crate::{app::App, exit::Exit, failure::Failure, output};

/// Where to.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A folder without a store in it
    dir: PathBuf,
}

pub(crate) fn execute(app: &App, args: &Args) -> Result<Exit, Failure> {
    app.store()?.backup(&args.dir)?;
    let shown = args.dir.display().to_string();
    if app.out.json {
        output::value(&json!({ "backup": shown }))?;
    } else {
        output::text(&shown)?;
    }
    app.out
        .hint(&format!("`jurat --store {shown} runs list` looks into it"));
    Ok(Exit::Done)
}
