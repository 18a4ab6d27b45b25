//! `jurat workflow list`: the workflows that are built in.

use jurat_engine::Definition;
use serde_json::{Value as Json, json};

use jurat_systems::ALL;

use crate::{app::App, exit::Exit, failure::Failure, output};

pub(crate) fn execute(app: &App) -> Result<Exit, Failure> {
    let checked: Result<Vec<_>, _> =
        ALL.workflows().map(|one| ALL.definition(one.name)).collect();
    let definitions: Vec<Definition> =
        checked?.into_iter().map(|checked| checked.definition).collect();
    if app.out.json {
        output::value(&definitions.iter().map(face).collect::<Vec<Json>>())?;
    } else {
        let cells = |def: &Definition| {
            vec![def.name.clone(), def.stages.len().to_string(), def.description.clone()]
        };
        let head = ["WORKFLOW", "STAGES", "DESCRIPTION"];
        output::text(&output::table(&head, definitions.iter().map(cells)))?;
    }
    Ok(Exit::Done)
}

fn face(def: &Definition) -> Json {
    let Definition { name, version, description, stages, .. } = def;
    json!({ "name": name, "version": version, "description": description, "stages": stages.len() })
}
