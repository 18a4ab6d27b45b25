//! `jurat pack`: loads what the tools search, and looks after it.

mod add;
mod init;
mod lint;
mod list;
mod remove;
mod show;
mod update;

use std::path::{Path, PathBuf};

use clap::Subcommand;
use jurat_pack::{
    BUILT_IN, CheckedPack, PackError, PackFault, PackLimits, PackRecord, PackShelf, PackSource,
    check_pack,
};
use serde_json::{Value as Json, json};

use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, output,
    sandbox_launcher::sandbox_launcher, wiring,
};

/// Faults that a failure tells one by one; `jurat pack lint` tells all.
const TOLD: usize = 5;

/// What to do with packs.
#[derive(Debug, Subcommand)]
pub(crate) enum PackCommand {
    /// Add a pack: a folder or zip with `pack.json`, or one that is part of the program (`meridia`)
    Add(add::PackAddArgs),
    /// List the packs that were added
    List,
    /// Show what a pack holds and how far it reaches
    Show(show::PackShowArgs),
    /// Take in the newer version of a pack
    Update(update::PackUpdateArgs),
    /// Remove a pack and its own corpora
    Remove(remove::PackRemoveArgs),
    /// Say all that is wrong with a pack, and change nothing
    Lint(lint::PackLintArgs),
    /// Write `pack.json` for a folder of yours, with hashes
    Init(init::PackInitArgs),
}

impl PackCommand {
    /// What is read.
    pub(super) fn subjects(&self) -> Vec<PathBuf> {
        match self {
            Self::Add(args) => vec![PathBuf::from(&args.pack)],
            Self::Lint(args) => vec![args.path.clone()],
            Self::Init(args) => vec![args.path.clone()],
            Self::Update(args) => args.path.iter().cloned().collect(),
            Self::List | Self::Show(_) | Self::Remove(_) => Vec::new(),
        }
    }
}

pub(crate) fn execute(
    app: &AppContext,
    verb: PackCommand,
) -> Result<CommandExit, CommandFailure> {
    match verb {
        PackCommand::Add(args) => add::execute(app, &args),
        PackCommand::List => list::execute(app),
        PackCommand::Show(args) => show::execute(app, &args),
        PackCommand::Update(args) => update::execute(app, &args),
        PackCommand::Remove(args) => remove::execute(app, &args),
        PackCommand::Lint(args) => lint::execute(app, &args),
        PackCommand::Init(args) => init::execute(app, &args),
    }
}

fn shelf(app: &AppContext) -> PackShelf {
    PackShelf { root: wiring::packs(&app.settings.store) }
}

/// A pack by its path, and where it lies; else the one of this name that is part of the program.
fn found(given: &str) -> Result<(PackSource, String), CommandFailure> {
    let path = Path::new(given);
    if !path.exists() {
        if let Some(source) = PackSource::built_in(given) {
            let shown = source.shown();
            return Ok((source, shown));
        }
        let known: Vec<&str> = BUILT_IN.iter().map(|pack| pack.name).collect();
        return Err(CommandFailure::input(format!(
            "there is no folder or archive `{given}`, and no pack of this name in the program"
        ))
        .hint(format!("part of the program: {}", known.join(", "))));
    }
    Ok((opened(path)?, real(path)))
}

fn opened(path: &Path) -> Result<PackSource, CommandFailure> {
    Ok(PackSource::open(path, &sandbox_launcher()?, &PackLimits::default())?)
}

fn real(path: &Path) -> String {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    real.display().to_string()
}

fn checked(source: PackSource) -> Result<CheckedPack, CommandFailure> {
    check_pack(source, &PackLimits::default())
        .map_err(|faults| PackError::Faulty(faults).into())
}

/// A pack as programs read it.
fn face(record: &PackRecord) -> Json {
    let manifest = &record.manifest;
    json!({
        "pack": manifest.name, "version": manifest.version, "title": manifest.title,
        "fictional": manifest.fictional, "licence": manifest.licence,
        "as_of": manifest.as_of, "hash": record.hash, "state": record.state,
        "source": record.source, "corpora": record.corpora, "courts": manifest.courts,
        "statutes": manifest.statutes, "corpus_version": record.corpus_version(),
        "parts": manifest.parts.iter().map(|part| json!({
            "part": part.name, "kind": part.kind, "format": part.format,
            "files": part.files.len(), "as_of": manifest.part_as_of(part),
            "coverage": part.coverage,
        })).collect::<Vec<Json>>(),
    })
}

fn fault_lines(faults: &[PackFault]) -> String {
    let line = |fault: &PackFault| {
        format!("{}\n  hint: {}", output::plain(&fault.to_string()), output::plain(&fault.hint))
    };
    faults.iter().map(line).collect::<Vec<_>>().join("\n")
}

impl From<PackError> for CommandFailure {
    fn from(error: PackError) -> Self {
        let message = match &error {
            PackError::Faulty(faults) => {
                let told = &faults[..faults.len().min(TOLD)];
                format!("{error}\n{}", fault_lines(told))
            }
            other => other.to_string(),
        };
        let failure = match &error {
            PackError::Unwritable { .. }
            | PackError::DamagedRecord { .. }
            | PackError::Canonical(_) => Self::ours(message),
            _ => Self::input(message),
        };
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}
