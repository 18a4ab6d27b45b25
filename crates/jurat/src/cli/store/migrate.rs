//! `jurat store migrate`: brings an older database to the current format.

use jurat_store::{FormatMigration, migrate};
use serde_json::json;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

pub(crate) fn execute(app: &AppContext) -> Result<CommandExit, CommandFailure> {
    let FormatMigration { from, to } = migrate(&app.settings.store)?;
    if app.out.json {
        output::value(&json!({ "from": from, "to": to }))?;
    } else if from == to {
        output::text(&format!("the store has format {to} already"))?;
    } else {
        output::text(&format!("the store had format {from} and has {to} now"))?;
    }
    Ok(CommandExit::Done)
}
