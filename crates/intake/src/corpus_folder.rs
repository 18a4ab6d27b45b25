//! The folder of all corpora, and how one of them is opened.

use std::path::PathBuf;

use jurat_retrieve::{CorpusError, CorpusName, FileStore, encoder_of};

use crate::{
    CorpusNotice, EmbedderSource, IntakeError, QuestionCorpus, VectorGap,
    vector_cache::VectorCache,
};

/// Where corpora lie, and the model that makes their vectors.
#[derive(Clone)]
pub struct CorpusFolder {
    /// The folder of all corpora.
    pub corpora: PathBuf,
    /// The folder of vectors that are remembered from question to question.
    pub vectors: PathBuf,
    pub embedder: EmbedderSource,
}

impl CorpusFolder {
    /// Opens a corpus to read.
    pub fn read(&self, name: &CorpusName) -> Result<FileStore, CorpusError> {
        FileStore::read_only(&self.corpora, name)
    }

    /// Opens a corpus to write, tells what a kill has left behind and finishes what it cut short.
    pub fn write(
        &self,
        name: &CorpusName,
        tell: &dyn Fn(&CorpusNotice),
    ) -> Result<FileStore, IntakeError> {
        self.mended(FileStore::write_to(&self.corpora, name)?, tell)
    }

    /// The same, and makes it where there is none.
    pub(crate) fn made(
        &self,
        name: &CorpusName,
        tell: &dyn Fn(&CorpusNotice),
    ) -> Result<FileStore, IntakeError> {
        self.mended(FileStore::create(&self.corpora, name)?, tell)
    }

    /// A corpus that is there for one question.
    pub fn for_question(&self, name: CorpusName) -> Result<QuestionCorpus, IntakeError> {
        QuestionCorpus::claim(&self.corpora, name)
    }

    /// Why a corpus is searched by words alone, where it is for want of vectors that fit.
    pub fn vector_gap(&self, store: &FileStore) -> Option<VectorGap> {
        let Ok(Some(embedder)) = (self.embedder)() else { return None };
        let (corpus, set) = (store.name().clone(), embedder.name().to_owned());
        match encoder_of(store) {
            Some(made_by) if made_by == set => None,
            Some(made_by) => Some(VectorGap::OtherEncoder { corpus, made_by, set }),
            None => Some(VectorGap::NoVectors { corpus }),
        }
    }

    /// Forgets the vectors that are remembered from question to question.
    pub fn forget_vectors(&self) -> Result<(), IntakeError> {
        self.vector_cache().forget()
    }

    pub(crate) fn vector_cache(&self) -> VectorCache<'_> {
        VectorCache { folder: &self.vectors }
    }

    /// Tells of an unfinished commit, and finishes an erasure, if there was one.
    fn mended(
        &self,
        mut store: FileStore,
        tell: &dyn Fn(&CorpusNotice),
    ) -> Result<FileStore, IntakeError> {
        let (corpus, bytes) = (store.name().clone(), store.torn());
        if 0 < bytes {
            tell(&CorpusNotice::TornCommit { corpus: corpus.clone(), bytes });
        }
        if store.is_erasing() {
            tell(&CorpusNotice::UnfinishedErasure { corpus });
            self.scrub(&mut store)?;
        }
        Ok(store)
    }
}
