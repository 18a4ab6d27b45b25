//! What becomes of a finished answer: reports for people, and the bundle that proves them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use jurat_compose::Report;
use jurat_engine::{RunId, RunStore};
use jurat_model::Exhibit;
use jurat_proof::{Meaning, SigningKey};
use jurat_report::{Format, render};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::{
    app::App,
    failure::Failure,
    proving::{self, Wanted},
};

/// Where the answer goes besides the screen.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Places {
    /// Write the report; the ending of the name says how: .md, .html, .pdf or .json
    #[arg(long = "report", value_name = "FILE")]
    pub(crate) reports: Vec<PathBuf>,
    /// Write the bundle that `jurat verify` checks, by custom a .jurat
    #[arg(long, value_name = "FILE")]
    pub(crate) bundle: Option<PathBuf>,
    /// Sign the bundle with a key of `jurat keys new`
    #[arg(long, value_name = "FILE", requires = "bundle")]
    pub(crate) sign: Option<PathBuf>,
}

impl Places {
    /// Finds out what is wrong with the names before any work is done.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        for path in &self.reports {
            format_of(path)?;
        }
        if let Some(path) = &self.sign {
            SigningKey::read(path).map_err(|error| Failure::input(error.to_string()))?;
        }
        Ok(())
    }
}

/// An answer at its end, with the texts it rests on.
pub(crate) struct Finished {
    run: RunId,
    pub(crate) report: Report,
    exhibits: Vec<Exhibit>,
}

impl Finished {
    /// Out of the final state of a run.
    pub(crate) fn of(run: RunId, state: &Json) -> Result<Self, Failure> {
        Ok(Self {
            run,
            report: channel(state, "report")?,
            exhibits: channel(state, "exhibits")?,
        })
    }

    /// Writes what was asked for. A bundle is checked before it is said to be there.
    pub(crate) fn publish(
        &self,
        app: &App,
        store: &dyn RunStore,
        places: &Places,
    ) -> Result<(), Failure> {
        for path in &places.reports {
            let format = format_of(path)?;
            let bytes = render(&self.report, &self.exhibits, format.name);
            let bytes = bytes.map_err(|error| Failure::ours(error.to_string()))?;
            write(path, &bytes)?;
            app.out.note(&format!("report    {}", path.display()));
        }
        let Some(path) = &places.bundle else { return Ok(()) };
        let bytes = self.bundle(store, places)?;
        let verdict = proving::verify(&bytes, &Wanted::default());
        if verdict.meaning == Meaning::Fails {
            let lines = verdict.lines().join("\n  ");
            return Err(Failure::ours(format!("the bundle does not hold:\n  {lines}")));
        }
        write(path, &bytes)?;
        let root = verdict.root.map(|root| root.to_string()).unwrap_or_default();
        app.out.note(&format!("bundle    {}  root {root}", path.display()));
        Ok(())
    }

    fn bundle(&self, store: &dyn RunStore, places: &Places) -> Result<Vec<u8>, Failure> {
        let key = places.sign.as_deref().map(SigningKey::read).transpose();
        let key = key.map_err(|error| Failure::input(error.to_string()))?;
        let asked: Vec<&Format> = places
            .reports
            .iter()
            .map(|path| format_of(path))
            .collect::<Result<_, _>>()?;
        let files = proving::files(&self.report, &self.exhibits, &asked);
        let files = files.map_err(Failure::ours)?;
        jurat_proof::write(self.run, store, &files, proving::maker(), key.as_ref())
            .map_err(|error| Failure::ours(error.to_string()))
    }
}

fn channel<T: DeserializeOwned>(state: &Json, name: &str) -> Result<T, Failure> {
    let value = state.get(name).cloned().unwrap_or_default();
    serde_json::from_value(value)
        .map_err(|error| Failure::ours(format!("channel `{name}` cannot be read: {error}")))
}

fn format_of(path: &Path) -> Result<&'static Format, Failure> {
    let ending = path
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    let found = jurat_report::ALL.iter().find(|format| format.extension == ending);
    found.ok_or_else(|| {
        let known: Vec<String> = jurat_report::ALL
            .iter()
            .map(|format| format!(".{}", format.extension))
            .collect();
        Failure::input(format!("no report ends in `.{ending}`: {}", path.display()))
            .hint(format!("the endings are {}", known.join(", ")))
    })
}

/// Written beside and moved into place: a kill leaves the old file or the new one.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error| Failure::input(format!("cannot write {}: {error}", path.display()));
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    fs::write(&beside, bytes).map_err(failed)?;
    fs::rename(&beside, path).map_err(failed)
}
