//! `jurat workflow graph`: a workflow as a drawing.

use clap::ValueEnum;
use jurat_engine::{dot, mermaid};
use serde_json::json;

use jurat_systems::ALL;

use crate::{app::App, exit::Exit, failure::Failure, output};

/// What to draw.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A built-in workflow, or the path of a JSON file
    workflow: String,
    /// The language of the drawing
    #[arg(long, value_enum, default_value_t = Format::Mermaid)]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Mermaid,
    Dot,
}

pub(crate) fn execute(app: &App, args: &Args) -> Result<Exit, Failure> {
    let checked = ALL.definition(&args.workflow)?;
    let drawing = match args.format {
        Format::Mermaid => mermaid(&checked.definition),
        Format::Dot => dot(&checked.definition),
    };
    if app.out.json {
        output::value(&json!({ "workflow": checked.definition.name, "graph": drawing }))?;
    } else {
        output::text(&drawing)?;
    }
    Ok(Exit::Done)
}
