//! Who reads off a document what is known of it, on its way into a corpus.

use std::{fmt, sync::Arc};

use jurat_model::IngestedDocument;

/// Reads off a document what is known of it: its court, its date, where its paragraphs lie. The text itself stays as it is.
#[derive(Clone)]
pub struct DocumentDescriber {
    /// Another one whenever the same document may be described otherwise: files are then read again.
    pub version: String,
    pub describe: Arc<dyn Fn(&mut IngestedDocument) + Send + Sync>,
}

impl fmt::Debug for DocumentDescriber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DocumentDescriber")
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}
