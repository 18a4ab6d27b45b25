//! What becomes of a finished run: reports for people, and the bundle that proves them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use jurat_engine::{RunId, RunStore};
use jurat_proof::{Meaning, SigningKey};
use serde_json::Value as Json;

use crate::{
    app::App,
    failure::Failure,
    product::{Face, Product},
    proving::{self, Wanted},
};

/// Where the result goes besides the screen.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Places {
    /// Write the report; the ending of the name says how: .md, .html, .pdf, .json and what else
    /// there is
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
    pub(crate) fn check<P: Product>(&self) -> Result<(), Failure> {
        self.faces::<P>()?;
        if let Some(path) = &self.sign {
            SigningKey::read(path).map_err(|error| Failure::input(error.to_string()))?;
        }
        Ok(())
    }

    /// The format of each report.
    fn faces<P: Product>(&self) -> Result<Vec<Face>, Failure> {
        self.reports.iter().map(|path| face_of::<P>(path)).collect()
    }
}

/// A run at its end.
pub(crate) struct Finished<P> {
    run: RunId,
    pub(crate) product: P,
}

impl<P: Product> Finished<P> {
    /// Out of the final state of a run.
    pub(crate) fn of(run: RunId, state: &Json) -> Result<Self, Failure> {
        Ok(Self { run, product: P::of(state)? })
    }

    /// Writes what was asked for. A bundle is checked before it is said to be there.
    pub(crate) fn publish(
        &self,
        app: &App,
        store: &dyn RunStore,
        places: &Places,
    ) -> Result<(), Failure> {
        for (path, face) in places.reports.iter().zip(places.faces::<P>()?) {
            write(path, &self.product.render(face.name).map_err(Failure::ours)?)?;
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
        let files = proving::files(&self.product, &places.faces::<P>()?);
        let files = files.map_err(Failure::ours)?;
        jurat_proof::write(self.run, store, &files, proving::maker(), key.as_ref())
            .map_err(|error| Failure::ours(error.to_string()))
    }
}

fn face_of<P: Product>(path: &Path) -> Result<Face, Failure> {
    let ending = path
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    let faces = P::faces();
    let found = faces.iter().find(|face| face.extension == ending);
    found.copied().ok_or_else(|| {
        let known: Vec<String> =
            faces.iter().map(|face| format!(".{}", face.extension)).collect();
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
