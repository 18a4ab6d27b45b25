//! Which changes a file that was read makes to a corpus: what is new, what is the same, what is gone.

use std::collections::{BTreeMap, BTreeSet};

use jurat_canon::Hash;
use jurat_model::IngestedDocument;
use serde::Serialize;

use super::{
    entry::{CorpusEntry, FileRecord, FileRefusal, map_bytes},
    entry_table::{EntrySpot, EntryTable},
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

/// A file on its way in, document by document.
#[derive(Debug)]
pub struct OpenFileIntake {
    path: String,
    hash: Hash,
    how: Hash,
    /// Whether the corpus has read these bytes before.
    is_known: bool,
    /// Entries of before that have not come again.
    before: BTreeSet<EntrySpot>,
    /// For each own name the numbered names that its documents have in the corpus, the first one last.
    slots: BTreeMap<String, Vec<String>>,
    /// Entries that came.
    spots: Vec<EntrySpot>,
    tally: IntakeTally,
}

#[derive(Debug)]
pub struct CorpusIntake<S> {
    store: S,
    /// The entries of each file, by path.
    by_file: BTreeMap<String, Vec<EntrySpot>>,
    /// The number after which a free name for a repeated one is looked for.
    repeated: BTreeMap<String, u64>,
}

impl<S: CorpusStore> CorpusIntake<S> {
    pub fn new(store: S) -> Self {
        let mut by_file: BTreeMap<String, Vec<EntrySpot>> = BTreeMap::new();
        let entries = store.entries();
        for spot in entries.live() {
            let file = entries.file_at(spot);
            match by_file.get_mut(file) {
                Some(spots) => spots.push(spot),
                None => drop(by_file.insert(file.to_owned(), vec![spot])),
            }
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
        let mut open = self.begin(&read.path, read.hash, read.how);
        for document in &read.documents {
            self.add(&mut open, document)?;
        }
        self.finish(open, read.refused.clone())
    }

    /// Begins to take in a file whose documents come one by one.
    pub fn begin(&mut self, path: &str, hash: Hash, how: Hash) -> OpenFileIntake {
        let before: BTreeSet<EntrySpot> =
            self.by_file.remove(path).unwrap_or_default().into_iter().collect();
        let known = self.store.files().get(path);
        OpenFileIntake {
            path: path.to_owned(),
            hash,
            how,
            is_known: known.is_some_and(|file| file.hash == hash),
            slots: slots(self.store.entries(), &before),
            before,
            spots: Vec::new(),
            tally: IntakeTally::default(),
        }
    }

    /// Takes in one document of a file.
    pub fn add(
        &mut self,
        open: &mut OpenFileIntake,
        document: &IngestedDocument,
    ) -> Result<(), CorpusError> {
        let own = &document.source.name;
        let name = self.name_for(open, own);
        let before = self.store.entries().spot(&name);
        match before.map(|spot| self.store.entries().entry_at(spot)) {
            Some(entry) if same(&entry, document) => open.tally.unchanged += 1,
            found => {
                let replaced = found.is_some();
                open.tally.replaced += u64::from(replaced);
                open.tally.added += u64::from(!replaced);
                let put = StagedChange::Put { name: &name, file: &open.path, document };
                self.store.stage(put)?;
            }
        }
        if let Some(spot) = before {
            open.before.remove(&spot);
        }
        open.spots.extend(self.store.entries().spot(&name));
        Ok(())
    }

    /// Makes durable what has come of a file so far. Until the rest has come, it counts as unread.
    pub fn pause(&mut self, open: &OpenFileIntake) -> Result<LogPosition, CorpusError> {
        let part = FileRecord {
            how: Hash::ZERO,
            unfinished: true,
            ..open.record(Vec::new())
        };
        self.store.stage(StagedChange::Read(part))?;
        self.store.commit()
    }

    /// All documents of a file have come: what it had before and has no more goes.
    pub fn finish(
        &mut self,
        mut open: OpenFileIntake,
        refused: Vec<FileRefusal>,
    ) -> Result<IntakeTally, CorpusError> {
        for spot in &open.before {
            self.drop_at(*spot)?;
            open.tally.removed += 1;
        }
        let record = open.record(refused);
        self.by_file.insert(open.path, open.spots);
        self.store.stage(StagedChange::Read(record))?;
        Ok(open.tally)
    }

    /// Not all documents of a file came: what it had before stays. Gives what came.
    pub fn abandon(&mut self, mut open: OpenFileIntake) -> IntakeTally {
        open.spots.extend(open.before);
        self.by_file.insert(open.path, open.spots);
        open.tally
    }

    /// Takes a file and all that came out of it away. Gives the number of sources.
    pub fn forget(&mut self, path: &str) -> Result<u64, CorpusError> {
        let spots = self.by_file.remove(path).unwrap_or_default();
        for spot in &spots {
            self.drop_at(*spot)?;
        }
        self.store.stage(StagedChange::Forget(path))?;
        Ok(spots.len() as u64)
    }

    pub fn drop_source(&mut self, name: &str) -> Result<(), CorpusError> {
        let Some(spot) = self.store.entries().spot(name) else { return Ok(()) };
        let file = self.store.entries().file_at(spot).to_owned();
        self.store.stage(StagedChange::Drop(name))?;
        let left = self.by_file.get_mut(&file);
        let left = left.is_some_and(|spots| {
            spots.retain(|other| *other != spot);
            !spots.is_empty()
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

    pub fn commit(&mut self) -> Result<LogPosition, CorpusError> {
        self.store.commit()
    }

    fn drop_at(&mut self, spot: EntrySpot) -> Result<(), CorpusError> {
        let name = self.store.entries().name_at(spot).to_owned();
        self.store.stage(StagedChange::Drop(&name))
    }

    /// The name that a document had in the corpus before, or one that is free.
    fn name_for(&mut self, open: &mut OpenFileIntake, own: &str) -> String {
        let entries = self.store.entries();
        let its_own =
            |spot: &EntrySpot| open.before.contains(spot) && entries.has_own_name(*spot);
        if entries.spot(own).as_ref().is_some_and(its_own) {
            return own.to_owned();
        }
        let slot = open.slots.get_mut(own).and_then(Vec::pop);
        slot.unwrap_or_else(|| self.free(own))
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

impl OpenFileIntake {
    /// Whether to finish now would drop documents of a file whose bytes are the same as before.
    pub fn would_lose(&self) -> bool {
        self.is_known && !self.before.is_empty()
    }

    fn record(&self, refused: Vec<FileRefusal>) -> FileRecord {
        FileRecord {
            path: self.path.clone(),
            hash: self.hash,
            how: self.how,
            documents: self.spots.len() as u64,
            refused,
            unfinished: false,
        }
    }
}

/// For each own name the numbered names that its documents have in the corpus, the first one last.
fn slots(entries: &EntryTable, spots: &BTreeSet<EntrySpot>) -> BTreeMap<String, Vec<String>> {
    let mut slots: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let numbered = spots.iter().filter(|spot| !entries.has_own_name(**spot));
    for entry in numbered.map(|spot| entries.entry_at(*spot)) {
        slots.entry(entry.source.name).or_default().push(entry.name);
    }
    // `x#2` before `x#10`.
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

fn is_under(path: &str, root: &str) -> bool {
    let rest = path.strip_prefix(root.trim_end_matches(['/', '\\']));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '\\']))
}
