//! `jurat pack list`: the packs that were added.

use jurat_pack::{PackError, PackRecord, PackState};
use serde_json::{Value as Json, json};

use super::{face, shelf};
use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

pub(super) fn execute(app: &AppContext) -> Result<CommandExit, CommandFailure> {
    let found = shelf(app).list()?;
    let broken = found.iter().any(Result::is_err);
    if app.out.json {
        let row = |found: &Result<PackRecord, PackError>| match found {
            Ok(record) => face(record),
            Err(error) => json!({ "problem": error.to_string() }),
        };
        output::value(&found.iter().map(row).collect::<Vec<Json>>())?;
    } else if found.is_empty() {
        app.out.note("no packs were added yet");
        app.out
            .hint("`jurat pack add meridia` adds a fictional one to try things on");
    } else {
        let good = found.iter().filter_map(|it| it.as_ref().ok());
        let head = ["PACK", "VERSION", "AS OF", "LICENCE", "TITLE", ""];
        output::text(&output::table(&head, good.map(cells)))?;
        for error in found.iter().filter_map(|it| it.as_ref().err()) {
            app.out.note(&error.to_string());
        }
    }
    Ok(if broken { CommandExit::Refused } else { CommandExit::Done })
}

fn cells(record: &PackRecord) -> Vec<String> {
    let manifest = &record.manifest;
    let state = match record.state {
        PackState::Ready => "",
        PackState::Adding => "not all of it is in: `jurat pack add` goes on",
    };
    vec![
        manifest.name.clone(),
        manifest.version.clone(),
        manifest.as_of.clone(),
        manifest.licence.clone(),
        manifest.title.clone(),
        state.to_owned(),
    ]
}
