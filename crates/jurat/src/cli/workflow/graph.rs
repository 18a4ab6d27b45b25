//! `jurat workflow graph`: a workflow as a drawing.

use clap::ValueEnum;
use jurat_engine::{dot, mermaid};
use serde_json::json;

use jurat_systems::ALL;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// What to draw.
#[derive(Debug, clap::Args)]
pub(crate) struct WorkflowGraphArgs {
    /// A built-in workflow, or the path of a JSON file
    workflow: String,
    /// The language of the drawing
    #[arg(long, value_enum, default_value_t = GraphFormat::Mermaid)]
    format: GraphFormat,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum GraphFormat {
    Mermaid,
    Dot,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &WorkflowGraphArgs,
) -> Result<CommandExit, CommandFailure> {
    let checked = ALL.definition(&args.workflow)?;
    let drawing = match args.format {
        GraphFormat::Mermaid => mermaid(&checked.definition),
        GraphFormat::Dot => dot(&checked.definition),
    };
    if app.out.json {
        output::value(&json!({ "workflow": checked.definition.name, "graph": drawing }))?;
    } else {
        output::text(&drawing)?;
    }
    Ok(CommandExit::Done)
}
