//! `jurat schema`: the JSON Schema of workflows.

use crate::{exit::CommandExit, failure::CommandFailure, output};

pub(crate) fn execute() -> Result<CommandExit, CommandFailure> {
    output::value(&jurat_engine::schema())?;
    Ok(CommandExit::Done)
}
