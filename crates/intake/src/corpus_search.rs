//! A corpus searched, by words and by meaning where it can be.

use std::sync::Arc;

use jurat_llm::Embedder;
use jurat_retrieve::{
    CorpusName, CorpusStore as _, CorpusVectors, DenseError, FileStore, Index, Query,
    QueryWording, SearchHit, SearchLegs, VectorSearch, encoder_of, open_index,
};

use crate::{CorpusFolder, IntakeError};

/// What is worth saying of a search besides its hits.
#[derive(Debug)]
pub enum SearchNotice {
    /// Reading of these files, by path, stopped before their end.
    ReadInPart(Vec<String>),
    /// The index is behind the corpus.
    IndexBehind,
    /// It goes by words alone, and why.
    WordsAlone(IntakeError),
}

/// The vectors of a corpus and the model that made them.
type DenseWithEmbedder = (CorpusVectors, Arc<dyn Embedder>);

impl CorpusFolder {
    /// The hits for a query, best first. Legs that were asked for by name must be there; others give way.
    pub fn search(
        &self,
        name: &CorpusName,
        mut query: Query,
        tell: &dyn Fn(SearchNotice),
    ) -> Result<Vec<SearchHit>, IntakeError> {
        let store = self.read(name)?;
        let unfinished = store.unfinished();
        if !unfinished.is_empty() {
            let files = unfinished.iter().map(|file| file.path.clone()).collect();
            tell(SearchNotice::ReadInPart(files));
        }
        let (index, current) = indexed(&store)?;
        if !current {
            tell(SearchNotice::IndexBehind);
        }
        let dense = self.dense(&store, (&index, query.legs), tell)?;
        let vectors = dense.as_ref().map(|(dense, _)| dense as &dyn VectorSearch);
        if let Some((_, embedder)) = &dense {
            embed(&mut query.texts, &**embedder)?;
        }
        Ok(index.searcher(vectors)?.search(&query)?)
    }

    /// What search by meaning needs, where the legs go on it.
    fn dense(
        &self,
        store: &FileStore,
        (index, asked): (&Index, SearchLegs),
        tell: &dyn Fn(SearchNotice),
    ) -> Result<Option<DenseWithEmbedder>, IntakeError> {
        if index.fusion().legs(asked, true) == SearchLegs::Bm25 {
            return Ok(None);
        }
        match self.dense_of(store) {
            Ok(found) => Ok(Some(found)),
            Err(error) if matches!(asked, SearchLegs::Dense | SearchLegs::Hybrid) => Err(error),
            Err(error) => {
                tell(SearchNotice::WordsAlone(error));
                Ok(None)
            }
        }
    }

    fn dense_of(&self, store: &FileStore) -> Result<DenseWithEmbedder, IntakeError> {
        let corpus = store.name().clone();
        let encoder = encoder_of(store).ok_or(IntakeError::NoVectors { corpus })?;
        let embedder = (self.embedder)()?.ok_or(IntakeError::NoEmbedder { encoder })?;
        Ok((CorpusVectors::open(store, &*embedder)?, embedder))
    }
}

/// The index of a corpus, and whether it is up to it.
pub(crate) fn indexed(store: &FileStore) -> Result<(Index, bool), IntakeError> {
    let (index, current) = open_index(store)?;
    Ok((index.ok_or_else(|| no_index(store))?, current))
}

/// That a corpus has no index.
pub fn no_index(store: &FileStore) -> IntakeError {
    let corpus = store.name().clone();
    IntakeError::NoIndex { corpus, unfinished: !store.unfinished().is_empty() }
}

/// Gives every wording its vector.
pub(crate) fn embed(
    wordings: &mut [QueryWording],
    embedder: &dyn Embedder,
) -> Result<(), IntakeError> {
    let texts: Vec<&str> = wordings.iter().map(|asked| asked.text.as_str()).collect();
    let vectors = embedder.embed(&texts).map_err(DenseError::from)?;
    for (asked, vector) in wordings.iter_mut().zip(vectors) {
        asked.vector = Some(vector);
    }
    Ok(())
}
