//! Which changes a file that was read makes to a corpus: what is new, what is the same, what is gone.

use std::collections::{BTreeMap, BTreeSet};

use jurat_canon::Hash;
use jurat_model::IngestedDocument;
use serde::Serialize;

use super::{
    entry::{CorpusEntry, FileRecord, FileRefusal, map_bytes},
    error::CorpusError,
    port::{CorpusStore, LogPosition, StagedChange},
};

#[derive(Debug)]
pub struct IntakeFile {
    pub path: String,
    pub hash: Hash,
    /// How it was read: readers, limits and metadata that were given.
    pub how: Hash,
    pub documents: Vec<IngestedDocument>,
    pub refused: Vec<FileRefusal>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct IntakeTally {
    pub added: u64,
    /// There in another form.
    pub replaced: u64,
    /// There in the same form.
    pub unchanged: u64,
    /// No longer in the file.
    pub removed: u64,
}

#[derive(Debug)]
pub struct CorpusIntake<S> {
    store: S,
    /// The names in the corpus that each file has, by path.
    by_file: BTreeMap<String, BTreeSet<String>>,
    /// The number after which a free name for a repeated one is looked for.
    repeated: BTreeMap<String, u64>,
}

impl<S: CorpusStore> CorpusIntake<S> {
    pub fn new(store: S) -> Self {
        let mut by_file: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for entry in store.entries().values() {
            by_file
                .entry(entry.file.clone())
                .or_default()
                .insert(entry.name.clone());
        }
        Self { store, by_file, repeated: BTreeMap::new() }
    }

    pub const fn store(&self) -> &S {
        &self.store
    }

    pub fn into_store(self) -> S {
        self.store
    }

    /// Whether a file was read already, whole, in the same way and with the same content.
    pub fn is_current(&self, path: &str, hash: Hash, how: Hash) -> bool {
        let known = self.store.files().get(path);
        known
            .is_some_and(|file| file.hash == hash && file.how == how && file.refused.is_empty())
    }

    /// Takes in a file. Nothing is durable before [`CorpusIntake::commit`].
    pub fn take(&mut self, read: &IntakeFile) -> Result<IntakeTally, CorpusError> {
        let mut before = self.by_file.remove(&read.path).unwrap_or_default();
        let mut slots = slots(self.store.entries(), &before);
        let mut names = BTreeSet::new();
        let mut tally = IntakeTally::default();
        for document in &read.documents {
            let own = &document.source.name;
            let slot = slots.get_mut(own).and_then(Vec::pop);
            let name = slot.unwrap_or_else(|| self.free(own));
            match self.store.entries().get(&name) {
                Some(entry) if same(entry, document) => tally.unchanged += 1,
                found => {
                    let replaced = found.is_some();
                    tally.replaced += u64::from(replaced);
                    tally.added += u64::from(!replaced);
                    let put = StagedChange::Put { name: &name, file: &read.path, document };
                    self.store.stage(put)?;
                }
            }
            before.remove(&name);
            names.insert(name);
        }
        for name in &before {
            self.store.stage(StagedChange::Drop(name))?;
            tally.removed += 1;
        }
        self.by_file.insert(read.path.clone(), names);
        self.store.stage(StagedChange::Read(record(read)))?;
        Ok(tally)
    }

    /// Takes a file and all that came out of it away. Gives the number of sources.
    pub fn forget(&mut self, path: &str) -> Result<u64, CorpusError> {
        let names = self.by_file.remove(path).unwrap_or_default();
        for name in &names {
            self.store.stage(StagedChange::Drop(name))?;
        }
        self.store.stage(StagedChange::Forget(path))?;
        Ok(names.len() as u64)
    }

    pub fn drop_source(&mut self, name: &str) -> Result<(), CorpusError> {
        let file = self.store.entries().get(name).map(|entry| entry.file.clone());
        let Some(file) = file else { return Ok(()) };
        self.store.stage(StagedChange::Drop(name))?;
        let left = self.by_file.get_mut(&file);
        let left = left.is_some_and(|names| {
            names.remove(name);
            !names.is_empty()
        });
        // A file that is not whole any more must not pass for current.
        match self.store.files().get(&file).cloned() {
            Some(record) if left => {
                let partly = FileRecord { how: Hash::ZERO, ..record };
                self.store.stage(StagedChange::Read(partly))
            }
            Some(_) => self.store.stage(StagedChange::Forget(&file)),
            None => Ok(()),
        }
    }

    /// The files under `roots` that are in the corpus, not among those `seen` and not under a
    /// place where nobody could look.
    pub fn vanished(
        &self,
        roots: &[String],
        seen: &BTreeSet<String>,
        blind: &[String],
    ) -> Vec<String> {
        let under =
            |path: &str, places: &[String]| places.iter().any(|place| is_under(path, place));
        let files = self.store.files().keys();
        let files = files.filter(|path| !seen.contains(*path) && under(path, roots));
        files.filter(|path| !under(path, blind)).cloned().collect()
    }

    /// Whether taking in these documents would drop others of a file whose bytes are the same.
    pub fn would_lose(&self, path: &str, hash: Hash, documents: &[IngestedDocument]) -> bool {
        let same = self.store.files().get(path).is_some_and(|file| file.hash == hash);
        let new: BTreeSet<&str> = documents
            .iter()
            .map(|document| document.source.name.as_str())
            .collect();
        let held = self.by_file.get(path).into_iter().flatten();
        let mut held = held.filter_map(|name| self.store.entries().get(name));
        same && held.any(|entry| !new.contains(entry.source.name.as_str()))
    }

    pub fn commit(&mut self) -> Result<LogPosition, CorpusError> {
        self.store.commit()
    }

    /// A name that no source has: the document's own, else with a number.
    fn free(&mut self, own: &str) -> String {
        if !self.store.entries().contains_key(own) {
            return own.to_owned();
        }
        let number = self.repeated.entry(own.to_owned()).or_insert(1);
        loop {
            *number += 1;
            let name = format!("{own}#{number}");
            if !self.store.entries().contains_key(&name) {
                return name;
            }
        }
    }
}

/// For each own name the names in the corpus that its documents have, the first one last.
fn slots(
    entries: &BTreeMap<String, CorpusEntry>,
    names: &BTreeSet<String>,
) -> BTreeMap<String, Vec<String>> {
    let mut slots: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in names.iter().filter_map(|name| entries.get(name)) {
        slots
            .entry(entry.source.name.clone())
            .or_default()
            .push(entry.name.clone());
    }
    // `x` before `x#2` before `x#10`.
    let order = |name: &String| std::cmp::Reverse((name.len(), name.clone()));
    for names in slots.values_mut() {
        names.sort_by_key(order);
    }
    slots
}

fn same(entry: &CorpusEntry, document: &IngestedDocument) -> bool {
    let rendition = &document.rendition;
    entry.source == document.source
        && entry.reader == rendition.reader
        && entry.metadata == document.metadata
        && entry.rendition() == rendition.hash()
        && map_bytes(rendition).is_ok_and(|map| Hash::of(&map) == entry.map.hash)
}

fn record(read: &IntakeFile) -> FileRecord {
    FileRecord {
        path: read.path.clone(),
        hash: read.hash,
        how: read.how,
        documents: read.documents.len() as u64,
        refused: read.refused.clone(),
    }
}

fn is_under(path: &str, root: &str) -> bool {
    let rest = path.strip_prefix(root.trim_end_matches(['/', '\\']));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '\\']))
}
