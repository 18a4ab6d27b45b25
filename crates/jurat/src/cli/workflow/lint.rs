//! `jurat workflow lint`: everything that is wrong with a workflow, before any run.

use jurat_engine::{CheckedDefinition, DefinitionDiagnostic};
use serde_json::{Value as Json, json};

use jurat_system::catalog::defects;
use jurat_systems::ALL;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// What to check.
#[derive(Debug, clap::Args)]
pub(crate) struct WorkflowLintArgs {
    /// A built-in workflow, or the path of a JSON file
    workflow: String,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &WorkflowLintArgs,
) -> Result<CommandExit, CommandFailure> {
    let name = &args.workflow;
    let text = ALL.text(name)?;
    let checked = match app.catalog.lint(&text) {
        Ok(checked) => checked,
        Err(wrong) => {
            if app.out.json {
                let found: Vec<Json> = wrong.iter().map(face).collect();
                output::value(&json!({ "workflow": name, "ok": false, "defects": found }))?;
            }
            return Err(CommandFailure::input(defects(name, &wrong)));
        }
    };
    let warnings = app.catalog.warnings(&text, &checked);
    let CheckedDefinition { definition, hash, .. } = checked;
    if app.out.json {
        output::value(&json!({
            "workflow": definition.name, "ok": true, "hash": hash,
            "stages": definition.stages.len(), "defects": [],
            "warnings": warnings.iter().map(face).collect::<Vec<Json>>(),
        }))?;
    } else {
        let stages = definition.stages.len();
        output::text(&format!("{}: {stages} stages, no defects ({hash})", definition.name))?;
        for warning in &warnings {
            app.out
                .note(&format!("warning: {}", warning.to_string().replace('\n', "\n  ")));
        }
    }
    Ok(CommandExit::Done)
}

fn face(one: &DefinitionDiagnostic) -> Json {
    json!({
        "code": one.code, "message": one.message, "line": one.line, "column": one.column,
        "pointer": one.pointer, "hint": one.hint,
    })
}
