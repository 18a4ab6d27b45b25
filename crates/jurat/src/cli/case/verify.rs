//! `jurat case verify`: whether chains of events hold, those of erased cases too.

use serde_json::{Value as Json, json};

use crate::{
    app::AppContext, case_vault::CaseVault, exit::CommandExit, failure::CommandFailure, output,
};

/// Which ones.
#[derive(Debug, clap::Args)]
pub(crate) struct CaseVerifyArgs {
    /// The case: its id or the beginning of it; all without it
    case: Option<String>,
}

pub(super) fn execute(
    app: &AppContext,
    args: &CaseVerifyArgs,
) -> Result<CommandExit, CommandFailure> {
    let vault = CaseVault::of(app);
    let key = vault.known_key()?;
    let ids = match &args.case {
        Some(given) => vec![vault.id_of(key.as_ref(), given)?],
        None => vault.folder.ids()?,
    };
    let (mut rows, mut exit) = (Vec::new(), CommandExit::Done);
    for id in ids {
        let check = vault.folder.check(&id, key.as_ref())?;
        let is_compared = key.is_some() || !check.is_kept;
        if !check.faults.is_empty() {
            exit = CommandExit::Refused;
        } else if !is_compared && exit == CommandExit::Done {
            exit = CommandExit::Unsettled;
        }
        rows.push(json!({
            "case": id, "events": check.chain.links().len(), "head": check.chain.head(),
            "kept": check.is_kept, "contents_compared": is_compared, "faults": check.faults,
        }));
    }
    if app.out.json {
        output::value(&rows)?;
    } else {
        let lines: Vec<String> = rows.iter().map(told).collect();
        output::text(&lines.join("\n"))?;
    }
    Ok(exit)
}

fn told(row: &Json) -> String {
    let faults = row["faults"].as_array().into_iter().flatten();
    let faults: Vec<&str> = faults.filter_map(Json::as_str).collect();
    let word = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let (case, events, head) = (word("case"), &row["events"], word("head"));
    let state = match (faults.is_empty(), row["kept"] == true, row["contents_compared"] == true)
    {
        (false, ..) => return format!("{case}  does not hold: {}", faults.join("; ")),
        (_, false, _) => "holds, and is erased",
        (_, _, true) => "holds, and is the chain of what is kept",
        (..) => "holds; without the key, contents were not compared",
    };
    format!("{case}  {state}; {events} events, head {head}")
}
