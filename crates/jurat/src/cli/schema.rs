//! `jurat schema`: the JSON Schema of workflows, or of what one takes.

use jurat_systems::ALL;

use crate::{exit::CommandExit, failure::CommandFailure, output};

/// Of what.
#[derive(Debug, clap::Args)]
pub(crate) struct SchemaArgs {
    /// A built-in workflow, or the path of one: what it takes, as every surface gives it
    workflow: Option<String>,
}

pub(crate) fn execute(args: &SchemaArgs) -> Result<CommandExit, CommandFailure> {
    let Some(workflow) = &args.workflow else { return of_workflows() };
    output::value(&ALL.input_schema(workflow)?)?;
    Ok(CommandExit::Done)
}

/// The schema of workflows themselves.
pub(crate) fn of_workflows() -> Result<CommandExit, CommandFailure> {
    output::value(&jurat_engine::schema())?;
    Ok(CommandExit::Done)
}
