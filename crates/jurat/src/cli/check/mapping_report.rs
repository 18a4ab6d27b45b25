//! Which mapping a state fits, and what it takes from where.

use jurat_pipeline_audit::audit::{MappedPart, StateMapping};
use serde_json::{Value as Json, json};

use super::{CheckTask, StateAuditArgs, state_reader};
use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// Pointers that are told where nothing was found.
const MOST_TRIED: usize = 8;

pub(super) fn execute(
    app: &AppContext,
    task: &CheckTask,
    args: &StateAuditArgs,
) -> Result<CommandExit, CommandFailure> {
    for name in &args.states {
        if !args.jsonl {
            one(app, task, name, &state_reader::whole(name)?)?;
            continue;
        }
        for line in state_reader::StateLineReader::of(name)? {
            let name = format!("{name}:{}", line.number);
            let state = line.bytes.and_then(|bytes| state_reader::parsed(&bytes));
            let no_json =
                |error| CommandFailure::input(format!("`{name}` is no JSON: {error}"));
            one(app, task, &name, &state.map_err(no_json)?)?;
        }
    }
    Ok(CommandExit::Done)
}

fn one(
    app: &AppContext,
    task: &CheckTask,
    name: &str,
    state: &Json,
) -> Result<(), CommandFailure> {
    let mapping = task.kit.mapping_for(state);
    let mapping =
        mapping.map_err(|error| CommandFailure::input(format!("`{name}`: {error}")))?;
    let parts = mapping.explain(state);
    if app.out.json {
        return output::line(
            &json!({ "state": name, "mapping": mapping.name, "parts": parts }),
        );
    }
    output::text(&in_words(name, &mapping, &parts))
}

fn in_words(name: &str, mapping: &StateMapping, parts: &[MappedPart]) -> String {
    let mut lines = vec![format!("{name}: mapping `{}`: {}", mapping.name, mapping.about)];
    for part in parts {
        let said = match &part.pointer {
            Some(pointer) => {
                let more = if part.count <= part.paths.len() { "" } else { ", …" };
                let note = part.note.iter().map(|note| format!(" ({note})"));
                let note: String = note.collect();
                format!("{} by {pointer}: {}{more}{note}", part.count, part.paths.join(", "))
            }
            None if part.tried.is_empty() => "not looked for".to_owned(),
            None => {
                let more = if part.tried.len() <= MOST_TRIED { "" } else { ", …" };
                let tried = &part.tried[..part.tried.len().min(MOST_TRIED)];
                format!("nothing; looked at {}{more}", tried.join(", "))
            }
        };
        lines.push(format!("  {:<10} {said}", part.part));
    }
    lines.join("\n") + "\n"
}
