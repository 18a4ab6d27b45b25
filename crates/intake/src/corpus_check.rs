//! A corpus held against itself: every blob is read and hashed, every part held against its text, the index against
//! the log; vectors are read again. What is derived can be made anew.

use std::collections::BTreeMap;

use jurat_model::Rendition;
use jurat_retrieve::{
    ChunkSettings, CorpusEntry, CorpusIndexer, CorpusName, CorpusStore, CorpusVectors,
    FileRecord, FileStore, Index, has_vectors, open_index, passages_of, remove_vectors,
};

use crate::{CorpusFolder, CorpusNotice, IntakeError};

/// What a check of a corpus found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorpusFindings {
    /// How many sources it has.
    pub sources: usize,
    /// What is wrong with what was stored. None of it can be made anew.
    pub stored: Vec<String>,
    /// Files of which only a part was read. To ingest them again reads the rest.
    pub unfinished: Vec<String>,
    pub index: Vec<String>,
    pub vectors: Vec<String>,
}

impl CorpusFindings {
    /// Everything that is wrong.
    pub fn problems(&self) -> Vec<&str> {
        let kept = self.stored.iter().chain(&self.unfinished).map(String::as_str);
        kept.chain(self.derived()).collect()
    }

    /// What is wrong with what is derived.
    pub fn derived(&self) -> impl Iterator<Item = &str> {
        self.index.iter().chain(&self.vectors).map(String::as_str)
    }

    /// Whether something is wrong that can be made anew from what was stored.
    pub fn is_repairable(&self) -> bool {
        self.stored.is_empty() && self.derived().next().is_some()
    }
}

impl CorpusFolder {
    /// Looks for all that is wrong with a corpus.
    pub fn check(&self, name: &CorpusName) -> Result<CorpusFindings, IntakeError> {
        let store = self.read(name)?;
        let mut stored = store.faults();
        if stored.is_empty() {
            for entry in store.in_order() {
                stored.extend(span_fault(&entry, &store.rendition(&entry)?));
            }
        }
        Ok(CorpusFindings {
            sources: store.entries().len(),
            index: index_faults(&store, stored.is_empty())?,
            vectors: self.vector_faults(&store),
            unfinished: store.unfinished().into_iter().map(read_in_part).collect(),
            stored,
        })
    }

    /// Makes the index of a corpus anew, and removes vectors that are wrong: the next intake makes them.
    pub fn repair(
        &self,
        name: &CorpusName,
        findings: &CorpusFindings,
        tell: &dyn Fn(&CorpusNotice),
    ) -> Result<(), IntakeError> {
        let store = self.write(name, tell)?;
        let mut follower = CorpusIndexer::anew(&store, ChunkSettings::default())?;
        follower.follow(&store, &mut |_| {})?;
        follower.finish()?;
        if !findings.vectors.is_empty() {
            remove_vectors(&store)?;
        }
        Ok(())
    }

    /// Only the model that is installed can say what its vectors must look like.
    fn vector_faults(&self, store: &FileStore) -> Vec<String> {
        if !has_vectors(store) {
            return Vec::new();
        }
        let Ok(Some(embedder)) = (self.embedder)() else { return Vec::new() };
        let checked = CorpusVectors::open(store, &*embedder).and_then(|dense| dense.check());
        checked.unwrap_or_else(|error| vec![error.to_string()])
    }
}

fn read_in_part(file: &FileRecord) -> String {
    let FileRecord { path, documents, .. } = file;
    format!("file `{path}` was read in part: {documents} documents came before it stopped")
}

/// What a rendition says of its own text.
fn span_fault(entry: &CorpusEntry, rendition: &Rendition) -> Option<String> {
    let text = &rendition.text;
    let parts = rendition.parts.iter().map(|part| part.span);
    let references = rendition.references.iter().map(|reference| reference.span);
    let warnings = rendition.warnings.iter().filter_map(|warning| warning.span);
    let all = parts.chain(references).chain(warnings);
    let bad = all.filter(|span| span.of(text).is_none()).count();
    (0 < bad).then(|| format!("source `{}`: {bad} parts do not fit its text", entry.name))
}

fn index_faults(store: &FileStore, readable: bool) -> Result<Vec<String>, IntakeError> {
    let (index, current) = match open_index(store) {
        Ok(opened) => opened,
        Err(error) => return Ok(vec![error.to_string()]),
    };
    let Some(index) = index else {
        let missing = !store.entries().is_empty();
        return Ok(missing.then(|| "there is no index".to_owned()).into_iter().collect());
    };
    let damaged = index.check()?;
    let mut faults: Vec<String> = damaged
        .iter()
        .map(|path| format!("the index's file {} is damaged", path.display()))
        .collect();
    if !current {
        faults.push("the index is behind the log".to_owned());
    } else if readable && faults.is_empty() {
        faults.extend(disagreements(store, &index)?);
    }
    Ok(faults)
}

/// Every passage that the log implies must be in the index, word for word, and no other.
fn disagreements(store: &FileStore, index: &Index) -> Result<Vec<String>, IntakeError> {
    let mut wrong: BTreeMap<String, usize> = BTreeMap::new();
    let mut expected = 0;
    for entry in store.in_order() {
        for passage in passages_of(store, &entry, ChunkSettings::default())? {
            expected += 1;
            if index.passage(&passage.id)?.as_ref() != Some(&passage) {
                *wrong.entry(entry.name.clone()).or_insert(0) += 1;
            }
        }
    }
    let mut faults: Vec<String> = wrong
        .iter()
        .map(|(name, count)| format!("source `{name}`: {count} passages are not in the index"))
        .collect();
    if faults.is_empty() && index.len() != expected {
        faults.push(format!("the index holds {} passages, expected {expected}", index.len()));
    }
    Ok(faults)
}
