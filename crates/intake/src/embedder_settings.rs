//! The model that turns words into vectors: a server, or an encoder here.

use std::{path::PathBuf, sync::Arc};

use jurat_llm::{Embedder, ModelSettings, SettingsError, connect_embedder};
use serde::Deserialize;

/// Opens the embedder, or gives nothing where there is none: search then goes by words alone.
pub type EmbedderSource =
    Arc<dyn Fn() -> Result<Option<Arc<dyn Embedder>>, EmbedderError> + Send + Sync>;

/// Which embedder to open.
#[derive(Debug, Clone)]
pub struct EmbedderSettings {
    /// A server, under the name that the user gives it.
    pub server: Option<(String, ModelSettings)>,
    /// The encoder that makes vectors, where no server does.
    pub encoder: EncoderChoice,
    /// The folder of weights that were fetched.
    pub models: PathBuf,
    pub threads: usize,
}

/// An encoder that runs here.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EncoderChoice {
    /// Our own, which the program carries: English and French.
    #[default]
    Law,
    /// all-MiniLM-L6-v2, once it was fetched: English.
    Minilm,
}

/// Why an embedder cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum EmbedderError {
    /// Nobody knows how long the server's vectors are.
    #[error("[models.{0}] makes embeddings and has no `dimensions`")]
    NoDimensions(String),
    /// The server cannot be used as it is described.
    #[error("[models.{name}]: {why}")]
    Server { name: String, why: SettingsError },
    /// The weights are not there.
    #[error("`encoder = \"minilm\"`, which was never fetched")]
    NeverFetched,
    /// They are not what was published.
    #[error("the weights of `minilm` are damaged")]
    DamagedWeights,
    /// The encoder cannot be started.
    #[error("{0}")]
    Encoder(String),
}

impl EmbedderSettings {
    /// The server where one is named, else the encoder.
    pub fn open(
        &self,
        keys: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Option<Arc<dyn Embedder>>, EmbedderError> {
        let Some((name, server)) = &self.server else { return self.weights() };
        let dimensions = server
            .dimensions
            .ok_or_else(|| EmbedderError::NoDimensions(name.clone()))?;
        let opened = connect_embedder(server, dimensions, keys);
        opened
            .map(Some)
            .map_err(|why| EmbedderError::Server { name: name.clone(), why })
    }

    #[cfg(feature = "encoder")]
    fn weights(&self) -> Result<Option<Arc<dyn Embedder>>, EmbedderError> {
        use jurat_llm::{Encoder, EncoderOptions};

        let options = EncoderOptions { threads: self.threads };
        let encoder = match self.encoder {
            EncoderChoice::Law => Encoder::law(options),
            EncoderChoice::Minilm => Encoder::open(&self.fetched()?, options),
        };
        let encoder = encoder.map_err(|error| EmbedderError::Encoder(error.to_string()))?;
        Ok(Some(Arc::new(encoder)))
    }

    /// The folder of the published weights.
    #[cfg(feature = "encoder")]
    fn fetched(&self) -> Result<PathBuf, EmbedderError> {
        use jurat_llm::weights::{InstallState, ModelStore, named};

        let store = ModelStore::new(&self.models);
        let weights = named("minilm")
            .ok_or_else(|| EmbedderError::Encoder("`minilm` is unknown".to_owned()))?;
        match store.state(weights) {
            InstallState::Installed => Ok(store.path(weights)),
            InstallState::Absent => Err(EmbedderError::NeverFetched),
            InstallState::Damaged => Err(EmbedderError::DamagedWeights),
        }
    }

    /// This build has no encoder in it.
    #[cfg(not(feature = "encoder"))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "as with an encoder")]
    fn weights(&self) -> Result<Option<Arc<dyn Embedder>>, EmbedderError> {
        Ok(None)
    }
}
