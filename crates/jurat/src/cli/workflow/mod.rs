//! `jurat workflow`: looks at workflows and checks them.

mod graph;
mod lint;
mod list;
mod show;

use clap::Subcommand;

use crate::{app::App, exit::Exit, failure::Failure};

/// What to do with workflows.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// List the built-in workflows
    List,
    /// Show the parameters, stages and loops of a workflow
    Show(show::Args),
    /// Say everything that is wrong with a workflow
    Lint(lint::Args),
    /// Draw a workflow
    Graph(graph::Args),
    /// Print the JSON Schema of workflows
    Schema,
}

pub(crate) fn execute(app: &App, verb: Verb) -> Result<Exit, Failure> {
    match verb {
        Verb::List => list::execute(app),
        Verb::Show(args) => show::execute(app, &args),
        Verb::Lint(args) => lint::execute(app, &args),
        Verb::Graph(args) => graph::execute(app, &args),
        Verb::Schema => super::schema::execute(),
    }
}
