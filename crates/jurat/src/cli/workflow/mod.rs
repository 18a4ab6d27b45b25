//! `jurat workflow`: makes workflows, looks at them and checks them.

mod functions;
mod graph;
mod lint;
mod list;
mod new;
mod show;

use clap::Subcommand;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure};

/// What to do with workflows.
#[derive(Debug, Subcommand)]
pub(crate) enum WorkflowCommand {
    /// List the built-in workflows
    List,
    /// Show the parameters, stages and loops of a workflow
    Show(show::WorkflowShowArgs),
    /// Say everything that is wrong with a workflow
    Lint(lint::WorkflowLintArgs),
    /// Write a first workflow of your own, which runs as it is
    New(new::WorkflowNewArgs),
    /// List what a stage's `run` can name
    Functions,
    /// Draw a workflow
    Graph(graph::WorkflowGraphArgs),
    /// Print the JSON Schema of workflows
    Schema,
}

pub(crate) fn execute(
    app: &AppContext,
    verb: WorkflowCommand,
) -> Result<CommandExit, CommandFailure> {
    match verb {
        WorkflowCommand::List => list::execute(app),
        WorkflowCommand::Show(args) => show::execute(app, &args),
        WorkflowCommand::Lint(args) => lint::execute(app, &args),
        WorkflowCommand::New(args) => new::execute(app, &args),
        WorkflowCommand::Functions => functions::execute(app),
        WorkflowCommand::Graph(args) => graph::execute(app, &args),
        WorkflowCommand::Schema => super::schema::of_workflows(),
    }
}
