//! `jurat models remove`: frees the room of a model's weights.

use serde_json::json;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// Which one.
#[derive(Debug, clap::Args)]
pub(crate) struct ModelsRemoveArgs {
    /// The model, as `jurat models list` names it
    name: String,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &ModelsRemoveArgs,
) -> Result<CommandExit, CommandFailure> {
    let weights = super::known(&args.name)?;
    let removed = super::store(app).remove(weights)?;
    if app.out.json {
        output::value(&json!({ "model": weights.name, "removed": removed }))?;
    } else if removed {
        let size = super::megabytes(weights.bytes());
        app.out.note(&format!("{} removed, {size} free again", weights.name));
    } else {
        app.out.note(&format!("{} was not installed", weights.name));
    }
    Ok(CommandExit::Done)
}
