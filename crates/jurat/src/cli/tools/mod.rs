//! `jurat tools`: looks things up, by the tools that agents have.

mod call;
mod list;
mod loaded_services;
mod remote;
mod show;

use clap::Subcommand;
use jurat_tools::ToolFailure;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure};

pub(crate) use self::{
    loaded_services::{pack_access, tool_services},
    remote::remote_service,
};

/// What to do with tools.
#[derive(Debug, Subcommand)]
pub(crate) enum ToolsCommand {
    /// List all tools
    List,
    /// Show what a tool takes and gives, as JSON Schema
    Show(show::ToolShowArgs),
    /// Call a tool: `jurat tools call noc_lookup --json '{"code": "21231"}'`
    Call(call::ToolCallArgs),
}

pub(crate) fn execute(
    app: &AppContext,
    verb: ToolsCommand,
) -> Result<CommandExit, CommandFailure> {
    match verb {
        ToolsCommand::List => list::execute(app.out),
        ToolsCommand::Show(args) => show::execute(app.out, &args),
        ToolsCommand::Call(args) => call::execute(app, &args),
    }
}

impl From<ToolFailure> for CommandFailure {
    fn from(failure: ToolFailure) -> Self {
        let code = failure.code();
        let message = failure.to_string();
        let told = match failure {
            ToolFailure::BadArgument { .. } => {
                Self::input(message).hint("`jurat tools show NAME` says what a tool takes")
            }
            ToolFailure::NotFound { .. } => Self::refused(message),
            ToolFailure::OutsideCoverage { .. } => Self::unsettled(message),
            ToolFailure::ServiceFailed { .. } => Self::ours(message),
        };
        told.code(code)
    }
}
