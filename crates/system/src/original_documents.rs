//! The original files, read again: does a text in a bundle follow from its source?

use std::{collections::BTreeMap, fs, path::PathBuf};

use jurat_canon::Hash;
use jurat_ingest::{ChildLauncher, FileLimits, read_bytes, walk};
use jurat_model::{IngestedDocument, SourceExhibit};
use jurat_proof::{RereadRendition, SourceRereader};

/// A path that was named and is not there.
#[derive(Debug, thiserror::Error)]
#[error("there is no {}", .0.display())]
pub struct MissingOriginal(pub PathBuf);

/// Documents by the hash of their bytes.
pub struct OriginalDocuments {
    documents: BTreeMap<Hash, Vec<IngestedDocument>>,
}

impl OriginalDocuments {
    /// Reads all files below these paths, by children that `launcher` starts.
    pub fn read(paths: &[PathBuf], launcher: &ChildLauncher) -> Result<Self, MissingOriginal> {
        let missing = paths.iter().find(|path| !path.exists());
        if let Some(path) = missing {
            return Err(MissingOriginal(path.clone()));
        }
        let limits = FileLimits::default();
        let mut documents: BTreeMap<Hash, Vec<IngestedDocument>> = BTreeMap::new();
        for file in walk(paths, &limits) {
            // What cannot be read is not at hand: the verdict says so of each source.
            let Ok(bytes) = fs::read(&file.path) else { continue };
            let read = read_bytes(Some(launcher), &file.name, bytes, &limits);
            for document in read.documents {
                documents.entry(document.source.hash).or_default().push(document);
            }
        }
        Ok(Self { documents })
    }

    /// The document of an exhibit: of several in one file, that of its name.
    fn document(&self, exhibit: &SourceExhibit) -> Option<&IngestedDocument> {
        let documents = self.documents.get(&exhibit.source)?;
        let named = documents.iter().find(|one| one.source.name == exhibit.name);
        named.or_else(|| documents.first())
    }

    /// A document of the same file name, whatever its bytes: the verdict says that they are others.
    fn called(&self, exhibit: &SourceExhibit) -> Option<&IngestedDocument> {
        let file = |name: &str| name.rsplit('/').next().map(str::to_owned);
        let mut all = self.documents.values().flatten();
        all.find(|one| file(&one.source.name) == file(&exhibit.name))
    }
}

impl SourceRereader for OriginalDocuments {
    fn source(&self, exhibit: &SourceExhibit) -> Option<Vec<u8>> {
        let document = self.document(exhibit).or_else(|| self.called(exhibit))?;
        Some(document.bytes.clone())
    }

    fn read(&self, exhibit: &SourceExhibit, _: &[u8]) -> Result<RereadRendition, String> {
        let document = self.document(exhibit).ok_or("the source is not at hand")?;
        Ok(RereadRendition {
            reader: document.rendition.reader.clone(),
            text: document.rendition.text.clone(),
        })
    }
}
