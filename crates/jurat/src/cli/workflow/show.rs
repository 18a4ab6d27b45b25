//! `jurat workflow show`: a workflow for people, or its definition as JSON.

use jurat_engine::{ParamDef, StageDef, WorkflowDefinition};
use serde_json::Value as Json;

use jurat_systems::ALL;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// What to show.
#[derive(Debug, clap::Args)]
pub(crate) struct WorkflowShowArgs {
    /// A built-in workflow, or the path of a JSON file
    workflow: String,
    /// Print what a run of it takes, as JSON Schema
    #[arg(long)]
    inputs: bool,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &WorkflowShowArgs,
) -> Result<CommandExit, CommandFailure> {
    let checked = ALL.definition(&args.workflow)?;
    let def = &checked.definition;
    if args.inputs {
        output::value(&def.input_schema())?;
        return Ok(CommandExit::Done);
    }
    if app.out.json {
        output::value(def)?;
        return Ok(CommandExit::Done);
    }
    let head = format!("{}: {}\ndefinition {}\n", def.name, def.description, checked.hash);
    output::text(&[head, params(def), stages(def), loops(def)].concat())?;
    Ok(CommandExit::Done)
}

fn params(def: &WorkflowDefinition) -> String {
    if def.params.is_empty() {
        return String::new();
    }
    let rows = def.params.iter().map(|(name, param)| {
        vec![name.clone(), kind(param), default(param), param.description.clone()]
    });
    format!("\n{}\n", output::table(&["PARAMETER", "TYPE", "DEFAULT", "DESCRIPTION"], rows))
}

fn kind(param: &ParamDef) -> String {
    match &param.allowed {
        Some(allowed) => {
            let plain =
                |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            allowed.iter().map(plain).collect::<Vec<_>>().join("|")
        }
        None => param.value_type.name().to_owned(),
    }
}

fn default(param: &ParamDef) -> String {
    param
        .default
        .as_ref()
        .map_or_else(|| "must be given".to_owned(), Json::to_string)
}

fn stages(def: &WorkflowDefinition) -> String {
    let rows = def.stages.iter().map(|stage| {
        vec![
            stage.id.clone(),
            work(stage),
            stage.depends_on.join(", "),
            stage.description.clone(),
        ]
    });
    format!("\n{}\n", output::table(&["STAGE", "RUNS", "AFTER", "DESCRIPTION"], rows))
}

fn work(stage: &StageDef) -> String {
    match (&stage.interrupt, &stage.run) {
        (Some(_), _) => "asks a person".to_owned(),
        (None, Some(run)) => run.clone(),
        (None, None) => "done from outside".to_owned(),
    }
}

fn loops(def: &WorkflowDefinition) -> String {
    if def.loop_back.is_empty() {
        return String::new();
    }
    let rows = def
        .loop_back
        .iter()
        .map(|back| vec![back.from.clone(), back.to.clone(), back.when.clone()]);
    format!("\n{}\n", output::table(&["LOOP FROM", "TO", "WHEN"], rows))
}
