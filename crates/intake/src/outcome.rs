//! What became of each file.

use jurat_ingest::SandboxIsolation;
use jurat_retrieve::{CorpusName, FileRefusal, IndexingSummary, IntakeTally};
use serde::Serialize;

/// What became of all files.
#[derive(Debug, Serialize)]
pub struct IntakeOutcome {
    pub corpus: String,
    pub files: Vec<FileIntake>,
    /// Files of the given folders that are no longer there.
    pub vanished: Vec<String>,
    /// Sources that were taken out with them.
    pub pruned: u64,
    /// Sources that the corpus holds now.
    pub sources: usize,
    pub indexed: IndexingSummary,
    /// Vectors that were made.
    pub vectors: u64,
    /// How far the weakest of the readers was shut off; nothing where none ran.
    pub isolation: Option<SandboxIsolation>,
    /// Whether it ended before everything was read, indexed and embedded, because someone asked for it.
    #[serde(skip)]
    pub interrupted: bool,
}

/// What became of one file.
#[derive(Debug, Serialize)]
pub struct FileIntake {
    pub file: String,
    pub outcome: FileReadOutcome,
    pub documents: IntakeTally,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<FileRefusal>,
}

/// How a file came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FileReadOutcome {
    /// New.
    Read,
    /// As it was.
    Unchanged,
    /// In another form than before.
    Replaced,
    /// Some of it could not be read.
    Partly,
    /// Nothing of it could be read.
    Refused,
    /// Someone asked for an end before its last document came; what came is kept.
    Interrupted,
}

impl IntakeOutcome {
    /// How many files came out so.
    pub fn count(&self, outcome: FileReadOutcome) -> usize {
        self.files.iter().filter(|file| file.outcome == outcome).count()
    }

    /// What could not be read.
    pub fn refusals(&self) -> impl Iterator<Item = &FileRefusal> {
        self.files.iter().flat_map(|file| &file.refused)
    }

    pub(crate) fn new(corpus: &CorpusName) -> Self {
        Self {
            corpus: corpus.to_string(),
            files: Vec::new(),
            vanished: Vec::new(),
            pruned: 0,
            sources: 0,
            indexed: IndexingSummary::default(),
            vectors: 0,
            isolation: None,
            interrupted: false,
        }
    }

    /// How far a reader was shut off: the weakest counts.
    pub(crate) fn shut_off(&mut self, isolation: Option<SandboxIsolation>) {
        let both = self.isolation.into_iter().chain(isolation);
        self.isolation = both.min();
    }

    pub(crate) fn read(
        &mut self,
        file: &str,
        documents: IntakeTally,
        refused: Vec<FileRefusal>,
    ) {
        let IntakeTally { added, replaced, unchanged, removed } = documents;
        let outcome = match (refused.is_empty(), added + replaced + unchanged) {
            (false, 0) => FileReadOutcome::Refused,
            (false, _) => FileReadOutcome::Partly,
            (true, _) if 0 < replaced + removed => FileReadOutcome::Replaced,
            (true, _) if 0 < unchanged && added == 0 => FileReadOutcome::Unchanged,
            (true, _) => FileReadOutcome::Read,
        };
        self.files
            .push(FileIntake { file: file.to_owned(), outcome, documents, refused });
    }

    pub(crate) fn unchanged(&mut self, file: &str) {
        self.files.push(FileIntake {
            file: file.to_owned(),
            outcome: FileReadOutcome::Unchanged,
            documents: IntakeTally::default(),
            refused: Vec::new(),
        });
    }

    pub(crate) fn stopped_in(&mut self, file: &str, documents: IntakeTally) {
        self.files.push(FileIntake {
            file: file.to_owned(),
            outcome: FileReadOutcome::Interrupted,
            documents,
            refused: Vec::new(),
        });
    }

    pub(crate) fn refused(&mut self, file: &str, refused: Vec<FileRefusal>) {
        self.read(file, IntakeTally::default(), refused);
    }
}
