//! The model that turns words into vectors: a server of the settings, or weights installed here.

use std::sync::Arc;

use jurat_llm::{Embedder, connect_embedder};

use crate::{
    app::App,
    failure::Failure,
    models::EMBED,
    settings::{self, Settings},
};

/// The embedder, or nothing where there is none: search then goes by words alone.
pub(crate) fn installed(app: &App) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    open(&app.settings)
}

/// The embedder that the settings name under [roles], else the weights that are installed.
pub(crate) fn open(settings: &Settings) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    let named = settings.roles.get(EMBED);
    let Some((name, server)) = named.and_then(|it| settings.servers.get_key_value(it)) else {
        return weights(settings);
    };
    let dimensions = server.dimensions.ok_or_else(|| {
        Failure::input(format!("[models.{name}] makes embeddings and has no `dimensions`"))
            .hint("the length of its vectors, as its documentation gives it")
    })?;
    let opened = connect_embedder(server, dimensions, &settings::key);
    opened
        .map(Some)
        .map_err(|error| Failure::input(format!("[models.{name}]: {error}")))
}

#[cfg(feature = "minilm")]
fn weights(settings: &Settings) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    use jurat_llm::{
        MiniLm, MiniLmOptions,
        weights::{ModelStore, State, named},
    };

    let store = ModelStore::new(&settings.models);
    let Some(weights) = named("minilm") else { return Ok(None) };
    match store.state(weights) {
        State::Absent => Ok(None),
        State::Damaged => Err(Failure::ours("the weights of `minilm` are damaged")
            .hint("`jurat models fetch minilm` gets them again")),
        State::Installed => {
            let options = MiniLmOptions { threads: settings.workers };
            let model = MiniLm::open(&store.path(weights), options)
                .map_err(|error| Failure::ours(error.to_string()))?;
            Ok(Some(Arc::new(model)))
        }
    }
}

/// This build has no model in it.
#[cfg(not(feature = "minilm"))]
fn weights(_: &Settings) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    Ok(None)
}
