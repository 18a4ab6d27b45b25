//! `jurat pack update`: takes in the newer version of a pack that was added.

use std::path::PathBuf;

use jurat_intake::PackIntakeRequest;

use super::{add, checked, found, shelf};
use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure};

/// Which pack, and where its newer version lies.
#[derive(Debug, clap::Args)]
pub(crate) struct PackUpdateArgs {
    /// The pack, as `jurat pack list` names it
    name: String,
    /// The folder or archive of the newer version [default: where it was added from]
    pub(super) path: Option<PathBuf>,
}

pub(super) fn execute(
    app: &AppContext,
    args: &PackUpdateArgs,
) -> Result<CommandExit, CommandFailure> {
    let record = shelf(app).required(&args.name)?;
    let built_in = jurat_pack::PackSource::built_in(&args.name)
        .filter(|source| source.shown() == record.source);
    let (source, from) = match (&args.path, built_in) {
        (Some(path), _) => found(&path.display().to_string())?,
        (None, Some(source)) => (source, record.source.clone()),
        (None, None) => found(&record.source)?,
    };
    let pack = checked(source)?;
    if pack.manifest.name != args.name {
        let other = &pack.manifest.name;
        return Err(CommandFailure::input(format!("that is the pack `{other}`"))
            .hint(format!("`jurat pack add` adds `{other}` beside `{}`", args.name)));
    }
    let request = PackIntakeRequest {
        source: from,
        with_vectors: record.with_vectors,
        reader: Some(jurat_tools::DECISION_READER),
    };
    add::take_in(app, &pack, &request)
}
