//! What is asked of an intake, and who hears how far it is.

use std::path::PathBuf;

use jurat_ingest::FileLimits;
use jurat_retrieve::CorpusName;

use crate::{CorpusNotice, DocumentDescriber, MetadataOverlay};

/// What to read, and into which corpus.
#[derive(Debug, Clone)]
pub struct IntakeRequest {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// It is made where there is none.
    pub corpus: CorpusName,
    /// What is said of every document.
    pub metadata: MetadataOverlay,
    /// Who reads off a document what is known of it; none where it says all itself.
    pub describer: Option<DocumentDescriber>,
    /// How much one file may take.
    pub limits: FileLimits,
    /// Whether what was read from these folders before and is no longer there is taken out.
    pub prune: bool,
    /// Whether everything is read again, changed or not.
    pub again: bool,
    /// Whether vectors are made, where there is a model.
    pub with_vectors: bool,
    /// How long the corpus is there for.
    pub lifetime: CorpusLifetime,
}

/// How long a corpus is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CorpusLifetime {
    /// Until it is removed.
    Corpus,
    /// For one question; its vectors are remembered for the next.
    Question,
}

impl IntakeRequest {
    /// Reads files into a corpus that is asked once.
    pub fn for_question(paths: &[PathBuf], corpus: &CorpusName) -> Self {
        Self {
            paths: paths.to_vec(),
            corpus: corpus.clone(),
            metadata: MetadataOverlay::default(),
            describer: None,
            limits: FileLimits::default(),
            prune: false,
            again: false,
            with_vectors: true,
            lifetime: CorpusLifetime::Question,
        }
    }
}

/// How far an intake is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntakeEvent<'a> {
    /// Something about the corpus that whoever owns it should know.
    Notice(&'a CorpusNotice),
    /// All files were found; so many bytes are to be read.
    Found { bytes: u64 },
    /// A file is being read.
    Reading { file: &'a str },
    /// It was, whatever became of it.
    Read { bytes: u64 },
    /// From here on documents are indexed.
    Indexing,
    /// One more was.
    Indexed,
    /// From here on passages are embedded, so many in all.
    Embedding { passages: u64 },
    /// So many more were.
    Embedded { passages: u64 },
}

/// Who hears how far an intake is, and may end it.
pub trait IntakeListener {
    fn hear(&self, event: IntakeEvent<'_>);

    /// Whether it is to end. What was read until then is kept.
    fn is_stopped(&self) -> bool;
}
