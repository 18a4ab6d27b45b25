//! What is asked of a place that keeps sources and renditions.

use std::collections::BTreeMap;

use jurat_canon::Hash;
use jurat_model::{IngestedDocument, Rendition};
use serde::{Deserialize, Serialize};

use super::{
    entry::{CorpusChange, CorpusEntry, FileRecord},
    entry_table::EntryTable,
    error::CorpusError,
};

/// Keeps sources and what was read of them.
///
/// Changes are staged and become visible and durable together: after a crash all of a commit is
/// there or nothing of it. What is derived (an index, vectors) follows by [`LogPosition`].
pub trait CorpusStore {
    /// The sources, by their name in the corpus, as of the last commit.
    fn entries(&self) -> &EntryTable;

    /// The files that were read, by path, as of the last commit.
    fn files(&self) -> &BTreeMap<String, FileRecord>;

    /// The files of which only a part was read, because reading stopped before their end.
    fn unfinished(&self) -> Vec<&FileRecord> {
        self.files().values().filter(|file| file.unfinished).collect()
    }

    /// The raw bytes of a source, checked against its hash.
    fn bytes(&self, entry: &CorpusEntry) -> Result<Vec<u8>, CorpusError>;

    /// What was read of a source, its text checked against its hash.
    fn rendition(&self, entry: &CorpusEntry) -> Result<Rendition, CorpusError>;

    fn stage(&mut self, staged: StagedChange<'_>) -> Result<(), CorpusError>;

    /// Makes durable what was staged. An empty stage leaves everything as it is.
    fn commit(&mut self) -> Result<LogPosition, CorpusError>;

    /// How far the store has come.
    fn position(&self) -> LogPosition;

    /// What happened after `position`, oldest first; nothing where the store was rewritten since,
    /// and whoever follows it must begin anew.
    fn since(&self, position: LogPosition) -> Result<Option<Vec<CorpusChange>>, CorpusError>;
}

#[derive(Debug)]
pub enum StagedChange<'a> {
    /// A document, under its name in the corpus, out of a file.
    Put {
        name: &'a str,
        file: &'a str,
        document: &'a IngestedDocument,
    },
    Drop(&'a str),
    Read(FileRecord),
    Forget(&'a str),
}

/// How far a store has come; whoever follows it remembers this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogPosition {
    /// Goes up whenever the store is rewritten.
    pub generation: u64,
    /// How many bytes of the log are committed.
    pub log: u64,
    /// What the log says up to there.
    pub check: Hash,
}
