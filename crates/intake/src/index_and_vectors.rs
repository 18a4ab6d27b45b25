//! What is derived from a corpus, brought up to it: the index, and the vectors where there is a model.

use jurat_llm::Embedder;
use jurat_retrieve::{
    ChunkSettings, CorpusIndexer, CorpusVectors, DenseError, FileStore, IndexingSummary,
    remove_vectors, vectors::VectorError,
};

use crate::{
    CorpusFolder, CorpusLifetime, CorpusNotice, IntakeError, IntakeEvent, IntakeListener,
};

/// Brings the index up to the corpus.
pub(crate) fn index(
    store: &FileStore,
    listener: &dyn IntakeListener,
) -> Result<IndexingSummary, IntakeError> {
    listener.hear(IntakeEvent::Indexing);
    let mut follower = CorpusIndexer::open(store, ChunkSettings::default())?;
    Ok(follower.follow(store, &mut |_| listener.hear(IntakeEvent::Indexed))?)
}

impl CorpusFolder {
    /// Makes the vectors that are missing, where there is a model. An end before its time keeps
    /// those made so far.
    pub(crate) fn embed(
        &self,
        store: &FileStore,
        lifetime: CorpusLifetime,
        indexed: IndexingSummary,
        listener: &dyn IntakeListener,
    ) -> Result<u64, IntakeError> {
        let Some(embedder) = (self.embedder)()? else { return Ok(0) };
        let mut dense = opened(store, &*embedder, listener)?;
        let settings = ChunkSettings::default();
        if lifetime == CorpusLifetime::Question {
            self.vector_cache().recall(&*embedder, store, &mut dense);
        }
        let passages = dense.due(store, settings)?;
        listener.hear(IntakeEvent::Embedding { passages });
        let stop = || listener.is_stopped();
        let mut done = |passages| listener.hear(IntakeEvent::Embedded { passages });
        let made = dense.fill(store, &*embedder, settings, &stop, &mut done)?;
        if lifetime == CorpusLifetime::Question && 0 < made {
            self.vector_cache().keep(&*embedder, &dense);
        }
        if (0 < indexed.removed || indexed.rebuilt) && !listener.is_stopped() {
            dense.prune(store, settings)?;
        }
        Ok(made)
    }
}

/// The vectors of a corpus. They are derived: what cannot be used is made again.
fn opened(
    store: &FileStore,
    embedder: &dyn Embedder,
    listener: &dyn IntakeListener,
) -> Result<CorpusVectors, IntakeError> {
    match CorpusVectors::open(store, embedder) {
        Err(DenseError::Vectors(
            error @ (VectorError::Damaged { .. } | VectorError::OtherModel { .. }),
        )) => {
            let notice = CorpusNotice::UnusableVectors { why: error.to_string() };
            listener.hear(IntakeEvent::Notice(&notice));
            remove_vectors(store)?;
            Ok(CorpusVectors::open(store, embedder)?)
        }
        opened => Ok(opened?),
    }
}
