//! `jurat audit pack`: the packs of applications that are built in, and the check of one's own.

use std::{fs, path::PathBuf};

use clap::Subcommand;
use jurat_immigration_audit::packs;
use serde_json::json;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

#[derive(Debug, Subcommand)]
pub(super) enum AuditPackCommand {
    /// List the packs that are built in
    List,
    /// Show the text of a pack, to begin one's own with
    Show {
        /// Its name
        name: String,
    },
    /// Tell all that is wrong with a pack
    Lint {
        /// A built-in pack by its name, or a file
        pack: String,
    },
}

pub(super) fn execute(
    app: &AppContext,
    verb: &AuditPackCommand,
) -> Result<CommandExit, CommandFailure> {
    match verb {
        AuditPackCommand::List => list(app),
        AuditPackCommand::Show { name } => {
            let text = packs::text_of(name)
                .map_err(|fault| CommandFailure::input(fault.to_string()))?;
            output::text(text.trim_end())?;
            Ok(CommandExit::Done)
        }
        AuditPackCommand::Lint { pack } => lint(app, pack),
    }
}

fn list(app: &AppContext) -> Result<CommandExit, CommandFailure> {
    let mut rows = Vec::new();
    for name in packs::ALL_NAMES {
        let pack =
            packs::load(name).map_err(|fault| CommandFailure::ours(fault.to_string()))?;
        let checks = pack.requirements.len() + pack.rules.len() + pack.triggers.len();
        rows.push((name, pack.title, pack.version, pack.as_of, checks));
    }
    if app.out.json {
        let all: Vec<_> = rows
            .iter()
            .map(|(name, title, version, as_of, checks)| {
                json!({ "pack": name, "title": title, "version": version, "as_of": as_of, "checks": checks })
            })
            .collect();
        output::value(&all)?;
    } else {
        let rows = rows.into_iter().map(|(name, title, version, as_of, checks)| {
            vec![name.to_owned(), version, as_of, checks.to_string(), title]
        });
        output::text(
            output::table(&["pack", "version", "as of", "checks", "title"], rows).trim_end(),
        )?;
    }
    Ok(CommandExit::Done)
}

fn lint(app: &AppContext, pack: &str) -> Result<CommandExit, CommandFailure> {
    let text = match packs::text_of(pack) {
        Ok(text) => text.to_owned(),
        Err(_) => fs::read_to_string(PathBuf::from(pack)).map_err(|error| {
            CommandFailure::input(format!("cannot read `{pack}`: {error}"))
                .hint(format!("built in are {}", packs::ALL_NAMES.join(", ")))
        })?,
    };
    let faults = packs::lint(&text);
    if app.out.json {
        output::value(&json!({ "faults": faults }))?;
    } else if faults.is_empty() {
        output::text("no fault found")?;
    } else {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        output::text(&lines.join("\n"))?;
    }
    let wrong = faults.iter().any(|it| it.weight == packs::FaultWeight::Error);
    Ok(if wrong { CommandExit::Refused } else { CommandExit::Done })
}

/// Refuses a pack of one's own that cannot be used, before anything is begun with it.
pub(super) fn check_own(path: &str) -> Result<(), CommandFailure> {
    let text = fs::read_to_string(path)
        .map_err(|error| CommandFailure::input(format!("cannot read `{path}`: {error}")))?;
    let faults = packs::lint(&text);
    let wrong = faults.iter().find(|it| it.weight == packs::FaultWeight::Error);
    wrong.map_or(Ok(()), |fault| {
        Err(CommandFailure::input(format!("pack `{path}`: {fault}"))
            .hint(format!("`jurat audit pack lint {path}` tells all that is wrong with it")))
    })
}
