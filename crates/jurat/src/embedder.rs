//! The model that turns words into vectors: a server of the settings, or an encoder here.

use std::sync::Arc;

use jurat_llm::{Embedder, connect_embedder};

#[cfg(feature = "encoder")]
use crate::settings::Choice;
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

/// The embedder that the settings name under [roles], else the encoder that they name.
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

#[cfg(feature = "encoder")]
fn weights(settings: &Settings) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    use jurat_llm::{Encoder, EncoderOptions};

    let options = EncoderOptions { threads: settings.workers };
    let encoder = match settings.encoder {
        Choice::Law => Encoder::law(options),
        Choice::Minilm => Encoder::open(&fetched(settings)?, options),
    };
    let encoder = encoder.map_err(|error| Failure::ours(error.to_string()))?;
    Ok(Some(Arc::new(encoder)))
}

/// The folder of the published weights.
#[cfg(feature = "encoder")]
fn fetched(settings: &Settings) -> Result<std::path::PathBuf, Failure> {
    use jurat_llm::weights::{ModelStore, State, named};

    let store = ModelStore::new(&settings.models);
    let weights = named("minilm").ok_or_else(|| Failure::ours("`minilm` is unknown"))?;
    match store.state(weights) {
        State::Installed => Ok(store.path(weights)),
        State::Absent => Err(Failure::input("`encoder = \"minilm\"`, which was never fetched")
            .hint("`jurat models fetch minilm`, or leave `encoder` away")),
        State::Damaged => Err(Failure::ours("the weights of `minilm` are damaged")
            .hint("`jurat models fetch minilm` gets them again")),
    }
}

/// This build has no encoder in it.
#[cfg(not(feature = "encoder"))]
fn weights(_: &Settings) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    Ok(None)
}
