//! `jurat workflow list`: the workflows that are built in.

use jurat_engine::WorkflowDefinition;
use serde_json::{Value as Json, json};

use jurat_systems::ALL;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

pub(crate) fn execute(app: &AppContext) -> Result<CommandExit, CommandFailure> {
    let checked: Result<Vec<_>, _> =
        ALL.workflows().map(|one| ALL.definition(one.name)).collect();
    let definitions: Vec<WorkflowDefinition> =
        checked?.into_iter().map(|checked| checked.definition).collect();
    if app.out.json {
        output::value(&definitions.iter().map(face).collect::<Vec<Json>>())?;
    } else {
        let cells = |def: &WorkflowDefinition| {
            vec![def.name.clone(), def.stages.len().to_string(), def.description.clone()]
        };
        let head = ["WORKFLOW", "STAGES", "DESCRIPTION"];
        output::text(&output::table(&head, definitions.iter().map(cells)))?;
    }
    Ok(CommandExit::Done)
}

fn face(def: &WorkflowDefinition) -> Json {
    let WorkflowDefinition { name, version, description, stages, .. } = def;
    json!({ "name": name, "version": version, "description": description, "stages": stages.len() })
}
