//! Why files could not be taken in, or a corpus not be used.

use std::{io, path::PathBuf};

use jurat_pack::PackError;
use jurat_retrieve::{CorpusError, CorpusName, DenseError, IndexError, IndexerError};

use crate::EmbedderError;

/// Why files could not be taken in or taken out again, or a corpus not be used. A file that cannot be read is no such reason: the outcome tells of it.
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// A path that was given leads nowhere.
    #[error("cannot read {}: {why}", path.display())]
    Path { path: PathBuf, why: io::Error },
    /// Vectors that were remembered cannot be forgotten.
    #[error("cannot remove {}: {why}", folder.display())]
    Forget { folder: PathBuf, why: io::Error },
    /// A corpus for one question cannot be made.
    #[error("cannot make {}: {why}", folder.display())]
    Claim { folder: PathBuf, why: io::Error },
    /// How files are read has no canonical form.
    #[error("{0}")]
    Canonical(String),
    /// Nothing was indexed yet.
    #[error("corpus `{corpus}` has no index yet")]
    NoIndex {
        corpus: CorpusName,
        /// Whether an intake stopped before its end, and would make the index when it goes on.
        unfinished: bool,
    },
    /// It cannot be searched by meaning.
    #[error("corpus `{corpus}` has no vectors")]
    NoVectors { corpus: CorpusName },
    /// The model that made the vectors of a corpus is not here.
    #[error("there is no `{encoder}` to embed with")]
    NoEmbedder { encoder: String },
    #[error(transparent)]
    Pack(#[from] PackError),
    #[error(transparent)]
    Index(#[from] IndexError),
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    #[error(transparent)]
    Indexer(#[from] IndexerError),
    #[error(transparent)]
    Vectors(#[from] DenseError),
    #[error(transparent)]
    Embedder(#[from] EmbedderError),
}
