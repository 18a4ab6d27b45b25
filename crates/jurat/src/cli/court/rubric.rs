//! `jurat court rubric`: rubrics that are built in, and checking one of your own.

use std::{fs, path::PathBuf};

use clap::Subcommand;
use jurat_digital_courtroom::rubric::{Flaw, FlawLevel};
use jurat_digital_courtroom::shipped::{self, RUBRICS};
use jurat_ingest::repo::tree_query_problem;

use crate::{app::App, exit::Exit, failure::Failure, output};

/// The largest file that is taken for a rubric.
const LARGEST: u64 = 4 << 20;

/// What to do.
#[derive(Debug, Subcommand)]
pub(super) enum Verb {
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

pub(super) fn execute(app: &App, verb: &Verb) -> Result<Exit, Failure> {
    match verb {
        Verb::Lint { file } => lint(app, file),
        Verb::List => list(app),
        Verb::Show { name } => {
            let found = shipped::rubric(name).ok_or_else(|| unknown(name))?;
            output::text(found.text)?;
            Ok(Exit::Done)
        }
        Verb::Schema => {
            output::text(shipped::RUBRIC_SCHEMA)?;
            Ok(Exit::Done)
        }
    }
}

/// The text of a rubric that is built in, or of a file; it is one that can be read.
pub(super) fn text_of(given: &str) -> Result<String, Failure> {
    if let Some(found) = shipped::rubric(given) {
        return Ok(found.text.to_owned());
    }
    let path = PathBuf::from(given);
    if !path.exists() {
        return Err(unknown(given));
    }
    let text = read(&path)?;
    let flaws = shipped::lint(&text, &tree_query_problem).map_err(Failure::ours)?;
    match flaws.iter().find(|flaw| flaw.level == FlawLevel::Error) {
        Some(wrong) => Err(Failure::input(output::plain(&format!(
            "{given}: {}: {}",
            wrong.note.at, wrong.note.message
        )))
        .hint(format!("`jurat court rubric lint {given}` tells all that is wrong"))),
        None => Ok(text),
    }
}

fn unknown(given: &str) -> Failure {
    let names: Vec<&str> = RUBRICS.iter().map(|one| one.name).collect();
    Failure::input(format!("there is no rubric `{given}`"))
        .hint(format!("it is a file, or one of {}", names.join(", ")))
}

fn read(path: &PathBuf) -> Result<String, Failure> {
    let failed = |error: std::io::Error| {
        Failure::input(format!("cannot read {}: {error}", path.display()))
    };
    if LARGEST < fs::metadata(path).map_err(failed)?.len() {
        return Err(Failure::input(format!("{} is too large for a rubric", path.display())));
    }
    fs::read_to_string(path).map_err(failed)
}

fn list(app: &App) -> Result<Exit, Failure> {
    if app.out.json {
        let rows: Vec<_> = RUBRICS
            .iter()
            .map(|one| serde_json::json!({ "name": one.name, "about": one.about }))
            .collect();
        output::value(&rows)?;
        return Ok(Exit::Done);
    }
    let rows = RUBRICS
        .iter()
        .map(|one| vec![one.name.to_owned(), one.about.to_owned()]);
    output::text(&output::table(&["rubric", "for"], rows))?;
    Ok(Exit::Done)
}

fn lint(app: &App, file: &PathBuf) -> Result<Exit, Failure> {
    let text = read(file)?;
    let flaws = shipped::lint(&text, &tree_query_problem).map_err(Failure::ours)?;
    if app.out.json {
        output::value(&flaws)?;
    } else if !flaws.is_empty() {
        let lines: Vec<String> = flaws.iter().map(line).collect();
        output::text(&lines.join("\n"))?;
    }
    let wrong = flaws.iter().filter(|one| one.level == FlawLevel::Error).count();
    app.out
        .note(&format!("{}: {wrong} wrong, {} odd", file.display(), flaws.len() - wrong));
    Ok(if wrong == 0 { Exit::Done } else { Exit::BadInput })
}

fn line(flaw: &Flaw) -> String {
    let level = match flaw.level {
        FlawLevel::Error => "wrong",
        FlawLevel::Warning => "odd",
    };
    output::plain(&format!("{level:<6}{}: {}", flaw.note.at, flaw.note.message))
}
