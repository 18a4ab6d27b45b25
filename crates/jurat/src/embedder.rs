//! The embedder that the settings name, and what an error means on the command line.

use std::sync::Arc;

use jurat_intake::{EmbedderError, EmbedderSettings, EmbedderSource};
use jurat_llm::Embedder;

use crate::{
    app::AppContext,
    failure::CommandFailure,
    model_args::EMBED,
    settings::{self, CliSettings},
};

/// The embedder, or nothing where there is none: search then goes by words alone.
pub(crate) fn installed(app: &AppContext) -> Result<Option<Arc<dyn Embedder>>, CommandFailure> {
    Ok(open(&app.settings)?)
}

/// The same, opened when it is asked for.
pub(crate) fn source(settings: &CliSettings) -> EmbedderSource {
    let settings = settings.clone();
    Arc::new(move || open(&settings))
}

/// The embedder that the settings name under [roles], else the encoder that they name.
fn open(settings: &CliSettings) -> Result<Option<Arc<dyn Embedder>>, EmbedderError> {
    let named = settings.roles.get(EMBED);
    let server = named.and_then(|it| settings.servers.get_key_value(it));
    let chosen = EmbedderSettings {
        server: server.map(|(name, server)| (name.clone(), server.clone())),
        encoder: settings.encoder,
        models: settings.models.clone(),
        threads: settings.workers,
    };
    chosen.open(&settings::key)
}

impl From<EmbedderError> for CommandFailure {
    fn from(error: EmbedderError) -> Self {
        let message = error.to_string();
        match error {
            EmbedderError::NoDimensions(_) => Self::input(message)
                .hint("the length of its vectors, as its documentation gives it"),
            EmbedderError::Server { .. } => Self::input(message),
            EmbedderError::NeverFetched => Self::input(message)
                .hint("`jurat models fetch minilm`, or leave `encoder` away"),
            EmbedderError::DamagedWeights => {
                Self::ours(message).hint("`jurat models fetch minilm` gets them again")
            }
            EmbedderError::Encoder(_) => Self::ours(message),
        }
    }
}
