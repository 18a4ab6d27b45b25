//! `jurat schema`: the JSON Schema of workflows.

use crate::{app::App, exit::Exit, failure::Failure};

pub(crate) fn execute(app: &App) -> Result<Exit, Failure> {
    app.out.value(&jurat_engine::schema())?;
    Ok(Exit::Done)
}
