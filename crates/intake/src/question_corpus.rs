//! A corpus that is there for one question.

use std::{fs, path::PathBuf};

use jurat_retrieve::CorpusName;

/// A corpus that is gone when this is dropped.
pub struct QuestionCorpus {
    pub name: CorpusName,
    pub(crate) folder: PathBuf,
}

impl Drop for QuestionCorpus {
    fn drop(&mut self) {
        if self.folder.exists() {
            // What cannot be removed is found by `jurat corpus list`.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}
