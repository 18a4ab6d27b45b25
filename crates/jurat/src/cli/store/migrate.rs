//! `jurat store migrate`: brings an older database to the current format.

use jurat_store::{Migrated, migrate};
use serde_json::json;

use crate::{app::App, exit::Exit, failure::Failure, output};

pub(crate) fn execute(app: &App) -> Result<Exit, Failure> {
    let Migrated { from, to } = migrate(&app.settings.store)?;
    if app.out.json {
        output::value(&json!({ "from": from, "to": to }))?;
    } else if from == to {
        output::text(&format!("the store has format {to} already"))?;
    } else {
        output::text(&format!("the store had format {from} and has {to} now"))?;
    }
    Ok(Exit::Done)
}
