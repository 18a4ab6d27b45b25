//! `jurat schema`: the JSON Schema of workflows.

use crate::{exit::Exit, failure::Failure, output};

pub(crate) fn execute() -> Result<Exit, Failure> {
    output::value(&jurat_engine::schema())?;
    Ok(Exit::Done)
}
