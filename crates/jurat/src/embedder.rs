//! The model that turns words into vectors: a server of the settings, or an encoder here.

use std::sync::Arc;

use jurat_llm::{Embedder, connect_embedder};

#[cfg(feature = "encoder")]
use crate::settings::EncoderChoice;
use crate::{
    app::AppContext,
    failure::CommandFailure,
    model_args::EMBED,
    settings::{self, CliSettings},
};

/// The embedder, or nothing where there is none: search then goes by words alone.
pub(crate) fn installed(app: &AppContext) -> Result<Option<Arc<dyn Embedder>>, CommandFailure> {
    open(&app.settings)
}

/// The embedder that the settings name under [roles], else the encoder that they name.
pub(crate) fn open(
    settings: &CliSettings,
) -> Result<Option<Arc<dyn Embedder>>, CommandFailure> {
    let named = settings.roles.get(EMBED);
    let Some((name, server)) = named.and_then(|it| settings.servers.get_key_value(it)) else {
        return weights(settings);
    };
    let dimensions = server.dimensions.ok_or_else(|| {
        CommandFailure::input(format!(
            "[models.{name}] makes embeddings and has no `dimensions`"
        ))
        .hint("the length of its vectors, as its documentation gives it")
    })?;
    let opened = connect_embedder(server, dimensions, &settings::key);
    opened
        .map(Some)
        .map_err(|error| CommandFailure::input(format!("[models.{name}]: {error}")))
}

#[cfg(feature = "encoder")]
fn weights(settings: &CliSettings) -> Result<Option<Arc<dyn Embedder>>, CommandFailure> {
    use jurat_llm::{Encoder, EncoderOptions};

    let options = EncoderOptions { threads: settings.workers };
    let encoder = match settings.encoder {
        EncoderChoice::Law => Encoder::law(options),
        EncoderChoice::Minilm => Encoder::open(&fetched(settings)?, options),
    };
    let encoder = encoder.map_err(|error| CommandFailure::ours(error.to_string()))?;
    Ok(Some(Arc::new(encoder)))
}

/// The folder of the published weights.
#[cfg(feature = "encoder")]
fn fetched(settings: &CliSettings) -> Result<std::path::PathBuf, CommandFailure> {
    use jurat_llm::weights::{InstallState, ModelStore, named};

    let store = ModelStore::new(&settings.models);
    let weights = named("minilm").ok_or_else(|| CommandFailure::ours("`minilm` is unknown"))?;
    match store.state(weights) {
        InstallState::Installed => Ok(store.path(weights)),
        InstallState::Absent => {
            Err(CommandFailure::input("`encoder = \"minilm\"`, which was never fetched")
                .hint("`jurat models fetch minilm`, or leave `encoder` away"))
        }
        InstallState::Damaged => {
            Err(CommandFailure::ours("the weights of `minilm` are damaged")
                .hint("`jurat models fetch minilm` gets them again"))
        }
    }
}

/// This build has no encoder in it.
#[cfg(not(feature = "encoder"))]
fn weights(_: &CliSettings) -> Result<Option<Arc<dyn Embedder>>, CommandFailure> {
    Ok(None)
}
