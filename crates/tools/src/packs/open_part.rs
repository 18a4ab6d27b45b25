//! One part of a pack, open to be searched.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use jurat_canon::Hash;
use jurat_llm::Embedder;
use jurat_model::Rendition;
use jurat_pack::{NumberedParagraph, PackFile, PackPart, PackRecord, paragraphs};
use jurat_retrieve::{
    CorpusEntry, CorpusName, CorpusStore as _, CorpusVectors, FileStore, Index, encoder_of,
    open_index,
};

use crate::{ToolFailure, caselaw::DecisionTable, packs::PackAccess};

/// Documents whose paragraphs are remembered.
const REMEMBERED: usize = 4_096;

/// Vectors, and the model that made them.
type PartVectors = (CorpusVectors, Arc<dyn Embedder>);

/// One part of a pack, open to be searched.
pub(crate) struct OpenPart {
    record: Arc<PackRecord>,
    part: usize,
    access: PackAccess,
    store: FileStore,
    pub(crate) index: Index,
    vectors: OnceLock<Result<PartVectors, String>>,
    decisions: OnceLock<DecisionTable>,
    paragraphs: Mutex<BTreeMap<Hash, Arc<Vec<NumberedParagraph>>>>,
    files: BTreeMap<String, PackFile>,
}

impl OpenPart {
    pub(super) fn open(
        access: &PackAccess,
        (record, part): (&Arc<PackRecord>, usize),
        corpus: &str,
    ) -> Result<Self, ToolFailure> {
        let failed = |why: &dyn std::fmt::Display| ToolFailure::ServiceFailed {
            service: format!("the corpus {corpus}"),
            why: format!("{why}; `jurat pack add` of the same pack mends it"),
        };
        let name: CorpusName = corpus.parse().map_err(|error| failed(&error))?;
        let store =
            FileStore::read_only(&access.corpora, &name).map_err(|error| failed(&error))?;
        let (index, _) = open_index(&store).map_err(|error| failed(&error))?;
        let index = index.ok_or_else(|| failed(&"it has no index"))?;
        let files = record.manifest.parts[part].files.iter();
        Ok(Self {
            files: files.map(|file| (file.path.clone(), file.clone())).collect(),
            record: Arc::clone(record),
            part,
            access: access.clone(),
            store,
            index,
            vectors: OnceLock::new(),
            decisions: OnceLock::new(),
            paragraphs: Mutex::default(),
        })
    }

    pub(crate) fn record(&self) -> &PackRecord {
        &self.record
    }

    pub(crate) fn part(&self) -> &PackPart {
        &self.record.manifest.parts[self.part]
    }

    pub(crate) fn as_of(&self) -> &str {
        self.record.manifest.part_as_of(self.part())
    }

    /// A file of the pack, as the manifest names it.
    pub(crate) fn file(&self, path: &str) -> Option<&PackFile> {
        self.files.get(path)
    }

    /// Every document of the part, by name.
    pub(crate) fn entries(&self) -> impl Iterator<Item = CorpusEntry> + '_ {
        self.store.entries().values()
    }

    pub(crate) fn entry(&self, name: &str) -> Option<CorpusEntry> {
        self.store.entries().get(name)
    }

    pub(crate) fn rendition(&self, entry: &CorpusEntry) -> Result<Rendition, ToolFailure> {
        let read = self.store.rendition(entry);
        read.map_err(|error| {
            ToolFailure::ours(format!("the corpus {}", self.store.name()), &error)
        })
    }

    /// What is known of its decisions.
    pub(crate) fn decisions(&self) -> &DecisionTable {
        self.decisions.get_or_init(|| DecisionTable::of(self.entries()))
    }

    /// Its vectors and the model that made them, or why there are none.
    pub(crate) fn vectors(&self) -> Result<&PartVectors, String> {
        let made = || {
            let corpus = self.store.name();
            let again = format!(
                "`jurat pack add` of `{}` without `--no-vectors` makes them",
                self.record.manifest.name
            );
            encoder_of(&self.store)
                .ok_or(format!("the corpus {corpus} has no vectors; {again}"))?;
            let embedder = (self.access.embedder)()?
                .ok_or("there is no model to embed with; see `jurat doctor`")?;
            let vectors = CorpusVectors::open(&self.store, &*embedder)
                .map_err(|error| format!("{error}; {again}"))?;
            Ok((vectors, embedder))
        };
        self.vectors.get_or_init(made).as_ref().map_err(Clone::clone)
    }

    /// The numbered paragraphs of a document.
    pub(crate) fn paragraphs(
        &self,
        name: &str,
        rendition: Hash,
    ) -> Result<Arc<Vec<NumberedParagraph>>, ToolFailure> {
        let lock = || self.paragraphs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&rendition) {
            return Ok(Arc::clone(known));
        }
        let Some(entry) = self.entry(name) else { return Ok(Arc::default()) };
        let found = Arc::new(paragraphs(&self.rendition(&entry)?.text));
        let mut all = lock();
        if REMEMBERED <= all.len() {
            all.clear();
        }
        all.insert(rendition, Arc::clone(&found));
        Ok(found)
    }
}
