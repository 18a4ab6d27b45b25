//! What becomes of a finished run: reports for people, and the bundle that proves them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use jurat_engine::{RunId, RunStore};
use jurat_model::{DoneBy, ModelUse};
use jurat_proof::SigningKey;
use jurat_system::{
    publish::{Bundle, FinishedRun},
    reports::{ReportFormat, ReportKind, ReportSummary, ReportVerdict},
};
use jurat_systems::ALL;
use serde::Deserialize as _;
use serde_json::Value as Json;

use crate::{
    app::AppContext,
    failure::CommandFailure,
    output::{self, CliOutput},
    private_files,
};

/// Where the result goes besides the screen.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct OutputArgs {
    /// Write everything into a folder: every format, the bundle (unless `--bundle` says where) and
    /// a manifest with all hashes
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write the report; the ending of the name says how: .md, .html, .pdf, .json and what else
    /// there is
    #[arg(long = "report", value_name = "FILE")]
    pub(crate) reports: Vec<PathBuf>,
    /// Write the bundle that `jurat verify` checks, by custom a .jurat
    #[arg(long, value_name = "FILE")]
    pub(crate) bundle: Option<PathBuf>,
    /// Sign the bundle with a key of `jurat keys new`
    #[arg(long, value_name = "FILE")]
    pub(crate) sign: Option<PathBuf>,
}

impl OutputArgs {
    /// The same for a workflow of ours.
    pub(crate) fn check_for(&self, workflow: &str) -> Result<(), CommandFailure> {
        ALL.report_kind(workflow).map_or(Ok(()), |kind| self.check(kind))
    }

    /// Finds out what is wrong with the names before any work is done.
    pub(crate) fn check(&self, kind: &ReportKind) -> Result<(), CommandFailure> {
        self.formats(kind)?;
        let Some(path) = &self.sign else { return Ok(()) };
        if !self.has_proof() {
            return Err(CommandFailure::input(
                "there is nothing to sign: no bundle is written",
            )
            .hint("`--bundle FILE` or `--out DIR` writes one"));
        }
        SigningKey::read(path).map_err(|error| CommandFailure::input(error.to_string()))?;
        Ok(())
    }

    /// Whether a bundle is written.
    pub(crate) const fn has_proof(&self) -> bool {
        self.bundle.is_some() || self.out.is_some()
    }

    /// Whether anything is written.
    pub(crate) const fn is_anywhere(&self) -> bool {
        self.has_proof() || !self.reports.is_empty()
    }

    /// Every file by its name, those of the folder too.
    fn spelled_out(&self, kind: &ReportKind) -> Result<Self, CommandFailure> {
        let mut all = self.clone();
        if let Some(folder) = &self.out {
            private_files::make_folders_for_user(folder).map_err(|error| {
                CommandFailure::input(format!("cannot make {}: {error}", folder.display()))
            })?;
            let formats = (kind.formats)();
            all.reports
                .extend(formats.iter().map(|format| folder.join(format.file())));
            all.bundle.get_or_insert_with(|| folder.join(kind.bundle));
        }
        Ok(all)
    }

    /// The format of each report.
    fn formats(&self, kind: &ReportKind) -> Result<Vec<ReportFormat>, CommandFailure> {
        self.reports.iter().map(|path| format_of(kind, path)).collect()
    }
}

/// Says which models failed in a run, and what was done instead: the report says it too, and not everybody reads it to the end.
pub(crate) fn say_model_failures(out: CliOutput, state: &Json) {
    let rows = Vec::<ModelUse>::deserialize(&state["model_use"]).unwrap_or_default();
    let failed: Vec<&ModelUse> =
        rows.iter().filter(|row| row.done_by != DoneBy::Model).collect();
    for row in &failed {
        let ModelUse { stage, provider, model, failure, .. } = row;
        let instead = match row.done_by {
            DoneBy::Value => "the workflow's own value stands for its words",
            DoneBy::Twin | DoneBy::Model => "done offline instead",
        };
        let line =
            format!("{stage}: the model {model} ({provider}) failed: {failure}; {instead}");
        out.note(&output::plain(&line));
    }
    if !failed.is_empty() {
        out.hint("`jurat doctor` tries the models that are set up");
    }
}

/// A run at its end.
pub(crate) struct PublishableRun(FinishedRun);

impl PublishableRun {
    /// Out of the final state of a run; none where it has come to nothing, or comes to no report.
    pub(crate) fn of(run: (RunId, &str), state: &Json) -> Result<Option<Self>, CommandFailure> {
        let finished = ALL.finished(run, state).map_err(CommandFailure::ours)?;
        Ok(finished.map(Self))
    }

    /// The name of its bundle in a folder of its own.
    pub(crate) const fn bundle_name(&self) -> &'static str {
        self.0.kind.bundle
    }

    /// What it comes to.
    pub(crate) fn verdict(&self) -> ReportVerdict {
        self.0.report.verdict()
    }

    /// Shows it, on the screen.
    pub(crate) fn show(&self, app: &AppContext) -> Result<(), CommandFailure> {
        if app.out.json {
            let data = self
                .0
                .report
                .data()
                .map_err(|error| CommandFailure::ours(error.to_string()))?;
            return output::value(&data);
        }
        output::text(&self.in_short())
    }

    /// What a person wants to see first.
    pub(crate) fn in_short(&self) -> String {
        let ReportSummary { lines, columns, rows, notes } = self.0.report.summary();
        let mut all = lines;
        if !rows.is_empty() {
            all.push(output::table(columns, rows));
        }
        all.extend(notes);
        all.join("\n")
    }

    /// Writes what was asked for. A bundle is checked before it is said to be there.
    pub(crate) fn publish(
        &self,
        out: CliOutput,
        store: &dyn RunStore,
        places: &OutputArgs,
    ) -> Result<(), CommandFailure> {
        let finished = &self.0;
        let places = &places.spelled_out(finished.kind)?;
        let formats = places.formats(finished.kind)?;
        for (path, format) in places.reports.iter().zip(&formats) {
            write(path, &finished.report.render(format.name).map_err(CommandFailure::ours)?)?;
            out.note(&format!("report    {}", path.display()));
        }
        if let Some(path) = &places.bundle {
            let key = places.sign.as_deref().map(SigningKey::read).transpose();
            let key = key.map_err(|error| CommandFailure::input(error.to_string()))?;
            let Bundle { bytes, root, .. } = finished
                .bundle(ALL, store, (&formats, key.as_ref()))
                .map_err(CommandFailure::ours)?;
            write(path, &bytes)?;
            out.note(&format!("bundle    {}  root {root}", path.display()));
        }
        if let Some(folder) = &places.out {
            let path = self.list(folder, places)?;
            out.note(&format!("manifest  {}", path.display()));
        }
        Ok(())
    }

    /// Its bundle, without reports for people, and the root of it.
    pub(crate) fn bundle(
        &self,
        store: &dyn RunStore,
    ) -> Result<(Vec<u8>, String), CommandFailure> {
        let Bundle { bytes, root, .. } =
            self.0.bundle(ALL, store, (&[], None)).map_err(CommandFailure::ours)?;
        Ok((bytes, root))
    }

    /// Lists what a folder holds, with the hash of each file.
    fn list(&self, folder: &Path, places: &OutputArgs) -> Result<PathBuf, CommandFailure> {
        let written = places.reports.iter().chain(&places.bundle);
        let mut files = Vec::new();
        for path in written.filter(|path| path.starts_with(folder)) {
            let bytes = fs::read(path).map_err(|error| {
                CommandFailure::ours(format!("cannot read {} again: {error}", path.display()))
            })?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.push((name, bytes));
        }
        let made_by = format!("jurat {}", env!("CARGO_PKG_VERSION"));
        let text = serde_json::to_vec_pretty(&self.0.manifest(&made_by, &files))
            .map_err(|error| CommandFailure::ours(error.to_string()))?;
        let path = folder.join("manifest.json");
        write(&path, &text)?;
        Ok(path)
    }
}

fn format_of(kind: &ReportKind, path: &Path) -> Result<ReportFormat, CommandFailure> {
    let ending = path
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    let formats = (kind.formats)();
    let found = formats.iter().find(|format| format.extension == ending);
    found.copied().ok_or_else(|| {
        let known: Vec<String> = formats
            .iter()
            .map(|format| format!(".{}", format.extension))
            .collect();
        CommandFailure::input(format!("no report ends in `.{ending}`: {}", path.display()))
            .hint(format!("the endings are {}", known.join(", ")))
    })
}

/// Written beside and moved into place: a kill leaves the old file or the new one.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), CommandFailure> {
    let failed =
        |error| CommandFailure::input(format!("cannot write {}: {error}", path.display()));
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    fs::write(&beside, bytes)
        .and_then(|()| private_files::open_to_umask(&beside))
        .map_err(failed)?;
    fs::rename(&beside, path).map_err(failed)
}
