//! `jurat tools show`: what a tool takes and gives.

use jurat_tools::{ToolServices, tool_named};
use serde_json::json;

use crate::{
    exit::CommandExit,
    failure::CommandFailure,
    output::{self, CliOutput},
};

/// Which tool.
#[derive(Debug, clap::Args)]
pub(crate) struct ToolShowArgs {
    /// The tool, as `jurat tools list` names it
    name: String,
}

pub(super) fn execute(
    out: CliOutput,
    args: &ToolShowArgs,
) -> Result<CommandExit, CommandFailure> {
    let (service, tool) = tool_named(&args.name)?;
    let services = ToolServices::built_in()?;
    out.note(tool.about);
    output::value(&json!({
        "name": tool.name,
        "service": service.name,
        "about": tool.about,
        "input": tool.input_schema(&services),
        "output": tool.output_schema(),
    }))?;
    Ok(CommandExit::Done)
}
