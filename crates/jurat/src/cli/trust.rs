//! `jurat trust`: takes the `jurat.toml` of a project at its word, until it is edited.

use std::{
    fs, path,
    path::{Path, PathBuf},
};

use serde_json::json;

use crate::{
    exit::CommandExit,
    failure::CommandFailure,
    output::{self, CliOutput},
    settings::{self, FILE, ProjectFile, TrustedFiles, project_file, settings_lines},
};

/// Whom to trust, or what else to do.
#[derive(Debug, clap::Args)]
pub(crate) struct TrustArgs {
    /// The folder of the project
    #[arg(value_name = "DIR", required_unless_present_any = ["list", "remove"])]
    dir: Option<PathBuf>,
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
    /// Show what is trusted
    #[arg(long, conflicts_with_all = ["dir", "yes", "remove"])]
    list: bool,
    /// Trust the file of this folder no longer
    #[arg(long, value_name = "DIR", conflicts_with_all = ["dir", "yes"])]
    remove: Option<PathBuf>,
}

pub(crate) fn execute(out: CliOutput, args: &TrustArgs) -> Result<CommandExit, CommandFailure> {
    let home = settings::own_folder().ok_or_else(|| {
        CommandFailure::input("there is no folder of your own to keep it in")
            .hint("JURAT_HOME names one")
    })?;
    let trusted = TrustedFiles::read(&home)?;
    match (&args.dir, &args.remove) {
        (Some(dir), _) => {
            let file = FileToTrust::of(dir)?;
            if !out.json {
                file.show()?;
            }
            if !args.yes {
                confirm(&file.path())?;
            }
            trust(out, (&home, trusted), file)?;
        }
        (None, Some(dir)) => remove(out, (&home, trusted), dir)?,
        (None, None) => list(out, &trusted)?,
    }
    Ok(CommandExit::Done)
}

/// A file, and what it sets.
struct FileToTrust {
    file: ProjectFile,
    sets: Vec<String>,
}

impl FileToTrust {
    fn of(dir: &Path) -> Result<Self, CommandFailure> {
        let file = file_of(dir)?;
        let sets = settings_lines(&file.text, &file.path)?;
        Ok(Self { file, sets })
    }

    fn path(&self) -> String {
        output::plain(&self.file.path.display().to_string())
    }

    fn show(&self) -> Result<(), CommandFailure> {
        let lines = self.sets.iter().map(|line| format!("  {}", output::plain(line)));
        let lines: Vec<String> = lines.collect();
        output::text(&format!("{} sets\n{}", self.path(), lines.join("\n")))
    }
}

fn trust(
    out: CliOutput,
    (home, mut trusted): (&Path, TrustedFiles),
    FileToTrust { file, sets }: FileToTrust,
) -> Result<(), CommandFailure> {
    trusted.insert(file.path.clone(), file.hash);
    trusted.write(home)?;
    if out.json {
        let path = &file.path;
        output::value(&json!({ "trusted": path, "hash": file.hash, "sets": sets }))?;
    }
    out.note("it is trusted until it is edited");
    Ok(())
}

/// Asks a person; where there is none, `--yes` must say it.
fn confirm(shown: &str) -> Result<(), CommandFailure> {
    match output::asked_yes(&format!("trust {shown}?")) {
        Some(true) => Ok(()),
        Some(false) => Err(CommandFailure::input("nothing is trusted that was not before")),
        None => Err(CommandFailure::input("nobody is there to be asked")
            .hint("say `--yes` to trust it without being asked")),
    }
}

fn file_of(dir: &Path) -> Result<ProjectFile, CommandFailure> {
    let shown = dir.join(FILE).display().to_string();
    let folder = fs::canonicalize(dir)
        .map_err(|error| CommandFailure::input(format!("cannot read {shown}: {error}")))?;
    let found = project_file(&folder).map_err(|why| {
        CommandFailure::input(format!("{shown} cannot be trusted: {why}"))
            .hint("`jurat init` writes a file of your own, which needs no trust")
    })?;
    found.ok_or_else(|| {
        CommandFailure::input(format!("there is no {shown}"))
            .hint("give the folder that it lies in")
    })
}

fn remove(
    out: CliOutput,
    (home, mut trusted): (&Path, TrustedFiles),
    dir: &Path,
) -> Result<(), CommandFailure> {
    // The folder may be gone by now.
    let folder = fs::canonicalize(dir).or_else(|_| path::absolute(dir));
    let path = folder.unwrap_or_else(|_| dir.to_path_buf()).join(FILE);
    if !trusted.remove(&path) {
        return Err(CommandFailure::input(format!("{} is not trusted", path.display()))
            .hint("`jurat trust --list` shows what is"));
    }
    trusted.write(home)?;
    if out.json {
        return output::value(&json!({ "removed": path }));
    }
    out.note(&format!("{} is trusted no longer", path.display()));
    Ok(())
}

fn list(out: CliOutput, trusted: &TrustedFiles) -> Result<(), CommandFailure> {
    let state = |path: &Path| match path.parent().map(project_file) {
        Some(Ok(Some(file))) if trusted.holds(path, file.hash) => "trusted",
        Some(Ok(Some(_))) => "edited since",
        Some(Ok(None)) | None => "gone",
        Some(Err(_)) => "not read",
    };
    if out.json {
        let row = |(path, hash): (&Path, _)| json!({ "file": path, "hash": hash, "state": state(path) });
        return output::value(&trusted.iter().map(row).collect::<Vec<_>>());
    }
    let row = |(path, _): (&Path, _)| vec![path.display().to_string(), state(path).to_owned()];
    let rows: Vec<Vec<String>> = trusted.iter().map(row).collect();
    if rows.is_empty() {
        out.note("no settings file of a project is trusted");
        return Ok(());
    }
    output::text(&output::table(&["FILE", "STATE"], rows))
}
