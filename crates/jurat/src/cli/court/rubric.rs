//! `jurat court rubric`: rubrics that are built in, and checking one of your own.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use jurat_code::tree_query_problem;
use jurat_digital_courtroom::built_in_rubrics::{self, RUBRICS};
use jurat_digital_courtroom::rubric::{FlawLevel, RubricFlaw};

use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, output,
    parameter_args::document_text,
};

/// What to do.
#[derive(Debug, Subcommand)]
pub(super) enum RubricCommand {
    /// Tell all that is wrong or odd in a rubric
    Lint {
        /// The file
        file: PathBuf,
    },
    /// List the rubrics that are built in
    List,
    /// Print one that is built in, to start your own from
    Show {
        /// Its name
        name: String,
    },
    /// Print the JSON Schema of a rubric
    Schema,
}

pub(super) fn execute(
    app: &AppContext,
    verb: &RubricCommand,
) -> Result<CommandExit, CommandFailure> {
    match verb {
        RubricCommand::Lint { file } => lint(app, file),
        RubricCommand::List => list(app),
        RubricCommand::Show { name } => {
            let found = built_in_rubrics::rubric(name).ok_or_else(|| unknown(name))?;
            output::text(found.text)?;
            Ok(CommandExit::Done)
        }
        RubricCommand::Schema => {
            output::text(built_in_rubrics::RUBRIC_SCHEMA)?;
            Ok(CommandExit::Done)
        }
    }
}

fn unknown(given: &str) -> CommandFailure {
    let names: Vec<&str> = RUBRICS.iter().map(|one| one.name).collect();
    CommandFailure::input(format!("there is no rubric `{given}`"))
        .hint(format!("it is a file, or one of {}", names.join(", ")))
}

fn list(app: &AppContext) -> Result<CommandExit, CommandFailure> {
    if app.out.json {
        let rows: Vec<_> = RUBRICS
            .iter()
            .map(|one| serde_json::json!({ "name": one.name, "about": one.about }))
            .collect();
        output::value(&rows)?;
        return Ok(CommandExit::Done);
    }
    let rows = RUBRICS
        .iter()
        .map(|one| vec![one.name.to_owned(), one.about.to_owned()]);
    output::text(&output::table(&["rubric", "for"], rows))?;
    Ok(CommandExit::Done)
}

fn lint(app: &AppContext, file: &Path) -> Result<CommandExit, CommandFailure> {
    let text = document_text("rubric", file)?;
    let flaws =
        built_in_rubrics::lint(&text, &tree_query_problem).map_err(CommandFailure::ours)?;
    if app.out.json {
        output::value(&flaws)?;
    } else if !flaws.is_empty() {
        let lines: Vec<String> = flaws.iter().map(line).collect();
        output::text(&lines.join("\n"))?;
    }
    let wrong = flaws.iter().filter(|one| one.level == FlawLevel::Error).count();
    app.out
        .note(&format!("{}: {wrong} wrong, {} odd", file.display(), flaws.len() - wrong));
    Ok(if wrong == 0 { CommandExit::Done } else { CommandExit::BadInput })
}

fn line(flaw: &RubricFlaw) -> String {
    let level = match flaw.level {
        FlawLevel::Error => "wrong",
        FlawLevel::Warning => "odd",
    };
    output::plain(&format!("{level:<6}{}: {}", flaw.note.at, flaw.note.message))
}
