//! The model that turns words into vectors, where its weights are installed.

use std::{path::Path, sync::Arc};

use jurat_llm::Embedder;

use crate::{app::App, failure::Failure};

/// The embedder, or nothing where no weights are installed: search then goes by words alone.
pub(crate) fn installed(app: &App) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    open(&app.settings.models, app.settings.workers)
}

/// The embedder of a folder of models.
#[cfg(feature = "minilm")]
pub(crate) fn open(
    models: &Path,
    threads: usize,
) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    use jurat_llm::{
        MiniLm, MiniLmOptions,
        weights::{ModelStore, State, named},
    };

    let store = ModelStore::new(models);
    let Some(weights) = named("minilm") else { return Ok(None) };
    match store.state(weights) {
        State::Absent => Ok(None),
        State::Damaged => Err(Failure::ours("the weights of `minilm` are damaged")
            .hint("`jurat models fetch minilm` gets them again")),
        State::Installed => {
            let options = MiniLmOptions { threads };
            let model = MiniLm::open(&store.path(weights), options)
                .map_err(|error| Failure::ours(error.to_string()))?;
            Ok(Some(Arc::new(model)))
        }
    }
}

/// This build has no model in it.
#[cfg(not(feature = "minilm"))]
pub(crate) fn open(_: &Path, _: usize) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    Ok(None)
}
