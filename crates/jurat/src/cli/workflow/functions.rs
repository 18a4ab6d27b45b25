//! `jurat workflow functions`: what a stage's `run` can name.

use serde_json::json;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// Functions of one's own.
const OWN: [(&str, &str); 3] = [
    ("exec:PROGRAM ARGS", "a program in the sandbox: JSON on its stdin, JSON on its stdout"),
    ("worker:NAME", "whoever runs `jurat worker NAME -- COMMAND`"),
    ("http://… or https://…", "a service that your settings allow"),
];

pub(crate) fn execute(app: &AppContext) -> Result<CommandExit, CommandFailure> {
    let built_in: Vec<&str> = std::iter::once("pass").chain(app.catalog.functions()).collect();
    if app.out.json {
        let own: Vec<&str> = OWN.iter().map(|(name, _)| *name).collect();
        output::value(&json!({ "own": own, "built_in": built_in }))?;
        return Ok(CommandExit::Done);
    }
    let own = OWN
        .iter()
        .map(|(name, means)| vec![(*name).to_owned(), (*means).to_owned()]);
    let built_in = built_in.iter().map(|name| vec![(*name).to_owned(), String::new()]);
    output::text(&output::table(&["run", "means"], own.chain(built_in)))?;
    Ok(CommandExit::Done)
}
