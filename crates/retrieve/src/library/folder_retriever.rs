//! Corpora in a folder: the one that was asked last stays open, as long as nobody writes to it.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use jurat_llm::Embedder;
use jurat_model::{RetrievedChunk, SourceExhibit};

use super::{
    PassageRetriever, RetrievalReply,
    embedding_memo::EmbeddingMemo,
    folder_stamp::FolderStamp,
    open_corpus::{OpenCorpus, measure_found, query},
    retrieval_request::RetrievalRequest,
    said,
};
use crate::{
    CorpusName, CorpusVectors, DenseError, IndexSearcher, JoinedVectorRows, Query,
    VectorSearch, has_vectors, vectors::VectorError,
};

/// Opens the model that passages were embedded with, where one is installed.
pub type OpenEmbedder = dyn Fn() -> Result<Option<Arc<dyn Embedder>>, String> + Send + Sync;

/// Corpora in a folder.
pub struct FolderRetriever {
    root: PathBuf,
    open: Box<OpenEmbedder>,
    /// Opened when the first corpus with vectors is asked: that takes longer than most questions.
    embedder: OnceLock<Result<Option<Arc<dyn Embedder>>, String>>,
    last: Mutex<Option<StampedCorpus>>,
}

/// A corpus that is open, and what its folder looked like before it was opened.
struct StampedCorpus {
    name: String,
    stamp: FolderStamp,
    corpus: Arc<EmbeddedCorpus>,
}

/// An open corpus, with its vectors where it has any that can be asked.
struct EmbeddedCorpus {
    open: OpenCorpus,
    meaning: Option<CorpusMeaning>,
}

/// What search by meaning needs.
struct CorpusMeaning {
    vectors: CorpusVectors,
    /// Nothing where no passage has a vector yet.
    rows: Option<Arc<JoinedVectorRows>>,
    embedder: Arc<dyn Embedder>,
}

impl PassageRetriever for FolderRetriever {
    fn retrieve(&self, asked: &RetrievalRequest) -> Result<RetrievalReply, String> {
        self.corpus(&asked.corpus)?.answer(asked)
    }

    fn measure(
        &self,
        asked: &RetrievalRequest,
        chunks: &mut [RetrievedChunk],
        exhibits: &[SourceExhibit],
    ) -> Result<(), String> {
        match &self.corpus(&asked.corpus)?.meaning {
            Some(meaning) => measure_found(asked, &*meaning.embedder, chunks, exhibits),
            None => Ok(()),
        }
    }
}

impl FolderRetriever {
    /// Corpora below a folder.
    pub fn new(root: PathBuf, open: Box<OpenEmbedder>) -> Self {
        Self {
            root,
            open,
            embedder: OnceLock::new(),
            last: Mutex::default(),
        }
    }

    /// The corpus of a name as it stands now: as it was opened before, where its files are what they were.
    fn corpus(&self, name: &str) -> Result<Arc<EmbeddedCorpus>, String> {
        let checked: CorpusName = said(name.parse())?;
        // Taken before it is opened: what is written meanwhile is seen the next time.
        let stamp = FolderStamp::of(&self.root.join(checked.as_str())).ok();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let same = last
            .as_ref()
            .filter(|it| it.name == name && Some(&it.stamp) == stamp.as_ref());
        if let Some(open) = same {
            return Ok(Arc::clone(&open.corpus));
        }
        // What it holds is let go before as much is read again.
        *last = None;
        let open = OpenCorpus::open(&self.root, name)?;
        let meaning = self.meaning(&open)?;
        let corpus = Arc::new(EmbeddedCorpus { open, meaning });
        *last = stamp.map(|stamp| StampedCorpus {
            name: name.to_owned(),
            stamp,
            corpus: Arc::clone(&corpus),
        });
        Ok(corpus)
    }

    /// The vectors of a corpus, where it has any.
    fn meaning(&self, corpus: &OpenCorpus) -> Result<Option<CorpusMeaning>, String> {
        if !has_vectors(&corpus.store) {
            return Ok(None);
        }
        let embedder = self.embedder.get_or_init(|| {
            let opened = (self.open)()?;
            Ok(opened.map(|encoder| Arc::new(EmbeddingMemo::of(encoder)) as Arc<dyn Embedder>))
        });
        let Some(embedder) = embedder.as_ref().map_err(Clone::clone)? else { return Ok(None) };
        let vectors = match CorpusVectors::open(&corpus.store, &**embedder) {
            // Made by another encoder: by words alone, until they are made anew.
            Err(DenseError::Vectors(VectorError::OtherModel { .. })) => return Ok(None),
            opened => said(opened)?,
        };
        let rows = said(corpus.index.joined(&vectors))?;
        Ok(Some(CorpusMeaning { vectors, rows, embedder: Arc::clone(embedder) }))
    }
}

impl EmbeddedCorpus {
    fn answer(&self, asked: &RetrievalRequest) -> Result<RetrievalReply, String> {
        let mut query = query(asked);
        let Some(meaning) = &self.meaning else {
            let searcher = self.open.index.searcher_on(None);
            return self.open.answer(asked, &query, (&searcher, None));
        };
        meaning.embed(&mut query)?;
        let searcher = self.searcher(meaning);
        self.open.answer(asked, &query, (&searcher, Some(&*meaning.embedder)))
    }

    fn searcher<'a>(&'a self, meaning: &'a CorpusMeaning) -> IndexSearcher<'a> {
        let vectors: &dyn VectorSearch = &meaning.vectors;
        let dense = meaning.rows.as_ref().map(|rows| (vectors, Arc::clone(rows)));
        self.open.index.searcher_on(dense)
    }
}

impl CorpusMeaning {
    /// Gives each wording of a query its vector.
    fn embed(&self, query: &mut Query) -> Result<(), String> {
        let texts: Vec<&str> = query.texts.iter().map(|asked| asked.text.as_str()).collect();
        let vectors = said(self.embedder.embed(&texts))?;
        for (asked, vector) in query.texts.iter_mut().zip(vectors) {
            asked.vector = Some(vector);
        }
        Ok(())
    }
}
