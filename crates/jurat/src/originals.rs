//! The original files, read again: does a text in a bundle follow from its source?

use std::{collections::BTreeMap, fs, path::PathBuf};

use jurat_canon::Hash;
use jurat_ingest::{Limits, read_bytes, walk};
use jurat_model::{Document, Exhibit};
use jurat_proof::{Reading, Rereader};

use crate::{cli::sandbox, failure::Failure};

/// Documents by the hash of their bytes.
pub(crate) struct Originals {
    documents: BTreeMap<Hash, Vec<Document>>,
}

impl Originals {
    /// Reads all files below these paths.
    pub(crate) fn read(paths: &[PathBuf]) -> Result<Self, Failure> {
        let missing = paths.iter().find(|path| !path.exists());
        if let Some(path) = missing {
            return Err(Failure::input(format!("there is no {}", path.display()))
                .hint("give the files, or the folder, that the answer was made from"));
        }
        let (launcher, limits) = (sandbox::launcher()?, Limits::default());
        let mut documents: BTreeMap<Hash, Vec<Document>> = BTreeMap::new();
        for file in walk(paths, &limits) {
            // What cannot be read is not at hand: the verdict says so of each source.
            let Ok(bytes) = fs::read(&file.path) else { continue };
            let read = read_bytes(Some(&launcher), &file.name, bytes, &limits);
            for document in read.documents {
                documents.entry(document.source.hash).or_default().push(document);
            }
        }
        Ok(Self { documents })
    }

    /// The document of an exhibit: of several in one file, that of its name.
    fn document(&self, exhibit: &Exhibit) -> Option<&Document> {
        let documents = self.documents.get(&exhibit.source)?;
        let named = documents.iter().find(|one| one.source.name == exhibit.name);
        named.or_else(|| documents.first())
    }

    /// A document of the same file name, whatever its bytes: the verdict says that they are others.
    fn called(&self, exhibit: &Exhibit) -> Option<&Document> {
        let file = |name: &str| name.rsplit('/').next().map(str::to_owned);
        let mut all = self.documents.values().flatten();
        all.find(|one| file(&one.source.name) == file(&exhibit.name))
    }
}

impl Rereader for Originals {
    fn source(&self, exhibit: &Exhibit) -> Option<Vec<u8>> {
        let document = self.document(exhibit).or_else(|| self.called(exhibit))?;
        Some(document.bytes.clone())
    }

    fn read(&self, exhibit: &Exhibit, _: &[u8]) -> Result<Reading, String> {
        let document = self.document(exhibit).ok_or("the source is not at hand")?;
        Ok(Reading {
            reader: document.rendition.reader.clone(),
            text: document.rendition.text.clone(),
        })
    }
}
