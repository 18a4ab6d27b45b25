//! The embedder that the settings name, and what an error means on the command line.

use std::sync::Arc;

use jurat_intake::{EmbedderError, EmbedderSettings, EmbedderSource};
use jurat_llm::Embedder;

use crate::{
    app::AppContext,
    failure::CommandFailure,
    model_args::EMBED,
    model_servers::server_line,
    output::CliOutput,
    settings::{self, CliSettings},
};

/// The embedder, or nothing where there is none: search then goes by words alone.
pub(crate) fn installed(app: &AppContext) -> Result<Option<Arc<dyn Embedder>>, CommandFailure> {
    Ok(open(&app.settings, app.out)?)
}

/// The same, opened when it is asked for.
pub(crate) fn source(settings: &CliSettings, out: CliOutput) -> EmbedderSource {
    let settings = settings.clone();
    Arc::new(move || open(&settings, out))
}

/// The embedder that the settings name under [roles], else the encoder that they name. A server is named to the user.
fn open(
    settings: &CliSettings,
    out: CliOutput,
) -> Result<Option<Arc<dyn Embedder>>, EmbedderError> {
    let named = settings.roles.get(EMBED);
    let server = named.and_then(|it| settings.servers.get_key_value(it));
    let chosen = EmbedderSettings {
        server: server.map(|(name, server)| (name.clone(), server.clone())),
        encoder: settings.encoder,
        models: settings.models.clone(),
        threads: settings.workers,
    };
    let opened = chosen.open(&settings::key)?;
    if let Some((name, server)) = &chosen.server {
        out.note_once(&server_line(name, server));
    }
    Ok(opened)
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
