//! The index of a corpus follows its log: what the log holds and the index does not is indexed.
//!
//! The index is derived. Where it was cut off by a kill it catches up; where it is missing, of
//! other settings or broken, it is made anew.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use jurat_canon::Hash;
use jurat_model::Passage;
use serde::{Deserialize, Serialize};

use super::{
    entry::{CorpusChange, CorpusEntry},
    entry_table::{EntrySpot, SpotSet},
    error::CorpusError,
    file::FileStore,
    port::{CorpusStore, LogPosition},
};
use crate::{
    chunk::{ChunkSettings, ChunkedDocument, passages},
    file_system::{clear, if_there, sync_folder},
    index::{Index, IndexError, IndexSettings, PassageWriter},
};

const FILE: &str = "followed.json";
/// What people tuned, in the folder of an index.
const TUNING: [&str; 2] = ["fusion.json", "calibration.json"];
/// Passages after which the index is committed on the way: a kill then costs no more than these, and what the index has
/// to remember of passages that may replace others does not grow with the corpus.
const NOTED_EVERY: u64 = 8_000;
/// Where that lies while the index is made anew. It is there only until then.
const TUNED: &str = "tuned";

#[derive(Debug, thiserror::Error)]
pub enum IndexerError {
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    #[error(transparent)]
    Index(#[from] IndexError),
}

/// How far the index has come, and how passages were cut for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct IndexProgress {
    position: LogPosition,
    version: u32,
    settings: ChunkSettings,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct IndexingSummary {
    pub passages: u64,
    pub sources: u64,
    pub removed: u64,
    pub rebuilt: bool,
}

impl IndexingSummary {
    /// Whether the index is another than before.
    const fn has_changed(&self) -> bool {
        self.rebuilt || 0 < self.removed || 0 < self.passages
    }
}

pub struct CorpusIndexer {
    folder: PathBuf,
    index: Index,
    followed: IndexProgress,
    rebuilt: bool,
    /// The index may be ahead of what is known: a kill came between its commit and our note.
    unsure: bool,
}

impl CorpusIndexer {
    /// Opens the index of a corpus, and makes it where there is none that can be gone on with.
    pub fn open(store: &FileStore, settings: ChunkSettings) -> Result<Self, IndexerError> {
        let known = read_progress(store)?.filter(|known| known.suits(settings));
        if let Some(followed) = known
            && store.was_at(followed.position)?
            && let Ok(index) = Index::open(&folder(store))
        {
            let folder = store.folder().to_path_buf();
            let unsure = followed.position != store.position();
            return Ok(Self { folder, index, followed, rebuilt: false, unsure });
        }
        Self::anew(store, settings)
    }

    /// Whether all that the corpus holds is indexed.
    pub fn is_current(&self, store: &FileStore) -> bool {
        self.followed.position == store.position()
    }

    /// Brings the index up to the last commit of the corpus. `done` hears of each source. Whoever searches opens it by
    /// [`open_index`]: to load it here would take room for nothing.
    ///
    /// A kill in the middle of a commit can leave a file that the next commit would write: such
    /// an index reads well and cannot be gone on with. It is derived, so it is made anew.
    pub fn follow(
        &mut self,
        store: &FileStore,
        done: &mut dyn FnMut(&IndexingSummary),
    ) -> Result<IndexingSummary, IndexerError> {
        match self.advance(store, done) {
            Err(IndexerError::Index(IndexError::Damaged { .. })) if !self.rebuilt => {
                *self = Self::anew(store, self.followed.settings)?;
                self.advance(store, done)
            }
            followed => followed,
        }
    }

    fn advance(
        &mut self,
        store: &FileStore,
        done: &mut dyn FnMut(&IndexingSummary),
    ) -> Result<IndexingSummary, IndexerError> {
        let mut indexed = IndexingSummary {
            rebuilt: self.rebuilt,
            ..IndexingSummary::default()
        };
        let from = self.followed.position;
        if !store.was_at(from)? {
            *self = Self::anew(store, self.followed.settings)?;
            return self.advance(store, done);
        }
        let gone = self.gone(store)?;
        let Self { folder, index, followed, .. } = self;
        let mut writer = index.writer()?;
        for hash in &gone {
            writer.remove_source(hash);
        }
        indexed.removed = gone.len() as u64;
        let mut noted = 0;
        let mut due = DueSources {
            store,
            settings: followed.settings,
            seen: SpotSet::default(),
        };
        // Other sources of the same bytes lost their passages with them.
        if !gone.is_empty() {
            let entries = store.entries();
            let twin = |spot: &EntrySpot| gone.contains(&entries.entry_at(*spot).source.hash);
            let twins: Vec<EntrySpot> = entries.live().filter(twin).collect();
            due.add(twins, &mut writer, (&mut indexed, &mut *done))?;
        }
        store.each_batch(from.log, u64::MAX, &mut |end, batch| {
            let names = batch.iter().filter_map(name);
            let spots = names.filter_map(|name| store.entries().spot(name)).collect();
            due.add(spots, &mut writer, (&mut indexed, &mut *done))?;
            if noted + NOTED_EVERY <= indexed.passages {
                writer.checkpoint()?;
                followed.position = end;
                write(folder, followed)?;
                noted = indexed.passages;
            }
            Ok::<_, IndexerError>(())
        })?;
        writer.settle()?;
        followed.position = store.position();
        write(folder, followed)?;
        if indexed.has_changed() {
            index.tidy()?;
        }
        (self.rebuilt, self.unsure) = (false, false);
        Ok(indexed)
    }

    /// The hashes of sources that the index holds and that have changed or gone since, and of those
    /// that it may hold.
    fn gone(&self, store: &FileStore) -> Result<BTreeSet<Hash>, IndexerError> {
        let (from, mut gone) = (self.followed.position, BTreeSet::new());
        let is_new = from.log == 0;
        if is_new && !self.unsure {
            return Ok(gone);
        }
        let mut changed = BTreeSet::new();
        store.each_batch(from.log, u64::MAX, &mut |_, batch| {
            if self.unsure {
                gone.extend(batch.iter().filter_map(put));
            }
            if !is_new {
                changed.extend(batch.iter().filter_map(name).map(str::to_owned));
            }
            Ok::<_, CorpusError>(())
        })?;
        if !changed.is_empty() {
            gone.extend(store.hashes_at(from, &changed)?.into_values());
        }
        Ok(gone)
    }

    /// Merges small parts of the index that an earlier process left; what was removed is then gone from the disk.
    pub fn finish(&self) -> Result<(), IndexerError> {
        Ok(self.index.tidy()?)
    }

    /// Makes an empty index in place of what there is; what was tuned is carried over.
    pub fn anew(store: &FileStore, settings: ChunkSettings) -> Result<Self, IndexerError> {
        forget(store.folder())?;
        // What was tuned by people is not derived from the corpus alone: it is carried over.
        let aside = store.folder().join(TUNED);
        if let Some(old) = newest(store).filter(|_| !aside.exists()) {
            set_aside(&old, &aside).map_err(CorpusError::io(&aside))?;
        }
        for old in folders(store) {
            fs::remove_dir_all(&old).map_err(CorpusError::io(&old))?;
        }
        let new = folder(store);
        Index::create(&new, &IndexSettings::default())?;
        carry(&aside, &new).map_err(CorpusError::io(&new))?;
        let index = Index::open(&new).or_else(|_| {
            // It is new: what cannot be read is what was carried over.
            for name in TUNING {
                let _ = fs::remove_file(new.join(name));
            }
            Index::open(&new)
        })?;
        clear(&aside).map_err(CorpusError::io(&aside))?;
        let start = LogPosition {
            generation: store.position().generation,
            log: 0,
            check: Hash::ZERO,
        };
        let followed = IndexProgress {
            position: start,
            version: ChunkSettings::VERSION,
            settings,
        };
        let folder = store.folder().to_path_buf();
        write(&folder, &followed)?;
        Ok(Self {
            folder,
            index,
            followed,
            rebuilt: true,
            unsure: false,
        })
    }
}

/// Sources on their way into the index, each once.
struct DueSources<'a> {
    store: &'a FileStore,
    settings: ChunkSettings,
    seen: SpotSet,
}

impl DueSources<'_> {
    /// Adds those that were not added yet, in the order in which their text lies in the pack.
    fn add(
        &mut self,
        mut spots: Vec<EntrySpot>,
        writer: &mut PassageWriter<'_>,
        (indexed, done): (&mut IndexingSummary, &mut dyn FnMut(&IndexingSummary)),
    ) -> Result<(), IndexerError> {
        spots.retain(|spot| self.seen.insert(*spot));
        let entries = spots.iter().map(|spot| self.store.entries().entry_at(*spot));
        let mut entries: Vec<CorpusEntry> = entries.collect();
        entries.sort_by_key(|entry| (entry.text.block, entry.text.start));
        for entry in &entries {
            add(writer, self.store, entry, self.settings, indexed)?;
            done(indexed);
        }
        Ok(())
    }
}

impl IndexProgress {
    fn suits(&self, settings: ChunkSettings) -> bool {
        self.version == ChunkSettings::VERSION && self.settings == settings
    }
}

/// Opens the index of a corpus to search it, as far as it goes: whether that is all, too.
pub fn open_index(store: &FileStore) -> Result<(Option<Index>, bool), IndexerError> {
    let Some(followed) = read_progress(store)? else {
        return Ok((None, store.entries().is_empty()));
    };
    let dir = folder(store);
    if !dir.is_dir() {
        return Ok((None, store.entries().is_empty()));
    }
    Ok((Some(Index::open(&dir)?), followed.position == store.position()))
}

fn add(
    writer: &mut PassageWriter<'_>,
    store: &FileStore,
    entry: &CorpusEntry,
    settings: ChunkSettings,
    indexed: &mut IndexingSummary,
) -> Result<(), IndexerError> {
    for passage in passages_of(store, entry, settings)? {
        writer.add(&passage, &[])?;
        indexed.passages += 1;
    }
    indexed.sources += 1;
    Ok(())
}

pub fn passages_of(
    store: &FileStore,
    entry: &CorpusEntry,
    settings: ChunkSettings,
) -> Result<Vec<Passage>, CorpusError> {
    let rendition = store.rendition(entry)?;
    let whole = ChunkedDocument {
        source: entry.source.hash,
        name: &entry.name,
        rendition: entry.rendition(),
        metadata: &entry.metadata,
    };
    Ok(passages(&whole, &rendition, settings))
}

fn name(change: &CorpusChange) -> Option<&str> {
    match change {
        CorpusChange::Put(entry) => Some(&entry.name),
        CorpusChange::Drop(name) => Some(name),
        CorpusChange::Read(_) | CorpusChange::Forget(_) => None,
    }
}

fn put(change: &CorpusChange) -> Option<Hash> {
    match change {
        CorpusChange::Put(entry) => Some(entry.source.hash),
        _ => None,
    }
}

/// The folder of the index: a rewritten corpus gets another, so that readers are not disturbed.
fn folder(store: &FileStore) -> PathBuf {
    store.folder().join(format!("index-{}", store.position().generation))
}

fn folders(store: &FileStore) -> Vec<PathBuf> {
    let Ok(found) = fs::read_dir(store.folder()) else { return Vec::new() };
    let found = found.flatten().map(|entry| entry.path());
    let is_index = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("index-") && path.is_dir()
    };
    let mut folders: Vec<PathBuf> = found.filter(is_index).collect();
    folders.sort();
    folders
}

/// The one of the highest number: 10 comes after 9.
fn newest(store: &FileStore) -> Option<PathBuf> {
    folders(store).into_iter().max_by_key(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.strip_prefix("index-")
            .and_then(|number| number.parse::<u64>().ok())
    })
}

/// Copies what was tuned out of an index that is to go: whole, or not at all.
fn set_aside(index: &Path, aside: &Path) -> io::Result<()> {
    let part = aside.with_extension("new");
    clear(&part)?;
    fs::create_dir(&part)?;
    carry(index, &part)?;
    fs::rename(&part, aside)
}

fn carry(from: &Path, to: &Path) -> io::Result<()> {
    for name in TUNING {
        if let Some(text) = if_there(fs::read(from.join(name)))? {
            fs::write(to.join(name), text)?;
        }
    }
    Ok(())
}

/// From here on no index counts as followed: one that a kill leaves empty must not pass for whole.
fn forget(folder: &Path) -> Result<(), CorpusError> {
    let path = folder.join(FILE);
    let forgotten = if_there(fs::remove_file(&path));
    let forgotten = forgotten.and_then(|there| there.map_or(Ok(()), |()| sync_folder(folder)));
    forgotten.map_err(CorpusError::io(&path))
}

fn read_progress(store: &FileStore) -> Result<Option<IndexProgress>, CorpusError> {
    let path = store.folder().join(FILE);
    let text = if_there(fs::read(&path)).map_err(CorpusError::io(&path))?;
    // It only says where to go on: what cannot be read says to begin anew.
    Ok(text.and_then(|text| serde_json::from_slice(&text).ok()))
}

fn write(folder: &Path, followed: &IndexProgress) -> Result<(), CorpusError> {
    let (path, new) = (folder.join(FILE), folder.join("followed.json.new"));
    let written = serde_json::to_vec(followed).map_err(io::Error::from);
    let written = written.and_then(|text| fs::write(&new, text));
    let written = written.and_then(|()| fs::rename(&new, &path));
    written.map_err(CorpusError::io(&path))
}
