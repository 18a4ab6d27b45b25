//! A corpus in a folder: a log of changes and a pack of blobs, and whatever is derived from them.
//!
//! Order of a commit: blobs, then log, each on disk before the next begins. So a log never names
//! a blob that is not there, and blobs without a log are cut off by the next writer.

mod lock;
mod log;
mod manifest;
mod open;
mod pack;
mod rewrite;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs::File,
    io::{Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use jurat_canon::Hash;
use jurat_model::{IngestedDocument, Rendition};

use self::{
    lock::CorpusLock, manifest::CorpusManifest, open::BlobWorth, pack::BlobPack,
    pack::BlobPackAppender,
};
pub use open::{discard, list, remove};

use super::{
    entry::{BlobLocation, CorpusChange, CorpusEntry, FileRecord, RenditionMap, map_bytes},
    entry_table::EntryTable,
    error::CorpusError,
    name::CorpusName,
    port::{CorpusStore, LogPosition, StagedChange},
};

#[derive(Debug)]
pub struct FileStore {
    name: CorpusName,
    folder: PathBuf,
    manifest: CorpusManifest,
    entries: EntryTable,
    files: BTreeMap<String, FileRecord>,
    /// After each batch: where the log was, and its checksum.
    marks: Vec<(u64, Hash)>,
    pack: BlobPack,
    pack_len: u64,
    writer: Option<CorpusWriter>,
    torn: u64,
}

#[derive(Debug)]
struct CorpusWriter {
    _lock: CorpusLock,
    log: File,
    tail: BlobPackAppender,
    staged: Vec<CorpusChange>,
    /// The blobs of the pack that are worth finding again.
    known: HashMap<Hash, BlobLocation>,
    /// A write failed: what is in memory is ahead of the disk.
    broken: bool,
}

impl FileStore {
    pub fn name(&self) -> &CorpusName {
        &self.name
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many bytes of an unfinished commit were found, and cut off, when it was opened.
    pub const fn torn(&self) -> u64 {
        self.torn
    }

    /// How many bytes the log and the pack have on disk.
    pub fn stored_bytes(&self) -> u64 {
        self.position().log + self.pack_len
    }

    /// The entry of a source, by its name or by the beginning of its hash.
    pub fn find(&self, given: &str) -> Result<CorpusEntry, CorpusError> {
        if let Some(entry) = self.entries.get(given) {
            return Ok(entry);
        }
        let hex = 8 <= given.len() && given.bytes().all(|byte| byte.is_ascii_hexdigit());
        let given = given.to_owned();
        let corpus = self.name.to_string();
        let starts =
            |entry: &CorpusEntry| hex && entry.source.hash.to_string().starts_with(&given);
        let found: Vec<CorpusEntry> = self.entries.values().filter(starts).collect();
        let hashes = found.iter().map(|entry| entry.source.hash);
        let hashes: std::collections::BTreeSet<Hash> = hashes.collect();
        match (found.into_iter().next(), hashes.len()) {
            (None, _) => Err(CorpusError::NoSource { corpus, name: given }),
            (Some(entry), 1) => Ok(entry),
            (_, count) => Err(CorpusError::Ambiguous { corpus, given, count }),
        }
    }

    /// The sources in the order in which their text lies in the pack: the quick way to read all.
    pub fn in_order(&self) -> impl Iterator<Item = CorpusEntry> + '_ {
        self.entries.in_pack_order()
    }

    /// Whether a position is one that this store was at; it is not where the store was rewritten since.
    /// A position that the log does not reach is damage.
    pub fn was_at(&self, position: LogPosition) -> Result<bool, CorpusError> {
        let here = self.position();
        if position.generation == here.generation && here.log < position.log {
            let lost = position.log - here.log;
            let what = format!("its log has lost {lost} bytes that were indexed already");
            return Err(CorpusError::damaged(self.name.as_str(), what));
        }
        Ok(self.is_mark(position))
    }

    /// The hashes that sources of these names had at a position.
    pub(crate) fn hashes_at(
        &self,
        position: LogPosition,
        names: &BTreeSet<String>,
    ) -> Result<BTreeMap<String, Hash>, CorpusError> {
        let mut held = BTreeMap::new();
        self.each_batch(0, position.log, &mut |_, batch| {
            for change in batch {
                match change {
                    CorpusChange::Put(entry) if names.contains(&entry.name) => {
                        held.insert(entry.name, entry.source.hash);
                    }
                    CorpusChange::Drop(name) => {
                        held.remove(&name);
                    }
                    _ => {}
                }
            }
            Ok::<_, CorpusError>(())
        })?;
        Ok(held)
    }

    /// The changes between two places of the log, a batch at a time with its end: all at once may be
    /// many.
    pub(crate) fn each_batch<E: From<CorpusError>>(
        &self,
        from: u64,
        to: u64,
        take: &mut dyn FnMut(LogPosition, Vec<CorpusChange>) -> Result<(), E>,
    ) -> Result<(), E> {
        let path = self.manifest.log(&self.folder);
        let mut log = File::open(&path).map_err(CorpusError::io(&path))?;
        let (mut start, generation) = (0, self.manifest.generation);
        for (end, check) in &self.marks {
            if from <= start && *end <= to {
                let bytes = log::read_frame(&mut log, start, *end);
                let bytes = bytes.map_err(CorpusError::io(&path))?;
                let batch = log::single(&bytes, *check);
                let batch =
                    batch.map_err(|what| CorpusError::damaged(self.name.as_str(), what))?;
                take(LogPosition { generation, log: *end, check: *check }, batch)?;
            }
            start = *end;
        }
        Ok(())
    }

    fn is_mark(&self, position: LogPosition) -> bool {
        let known = self.marks.contains(&(position.log, position.check));
        let begin = position.log == 0 && position.check == Hash::ZERO;
        position.generation == self.manifest.generation && (known || begin)
    }

    /// What is wrong with the blobs: every one is read and hashed.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for entry in self.in_order() {
            for (what, place) in
                [("bytes", entry.bytes), ("text", entry.text), ("map", entry.map)]
            {
                if let Err(error) = self.read(&place) {
                    faults.push(format!("source `{}`, its {what}: {error}", entry.name));
                }
            }
        }
        faults
    }

    fn read(&self, place: &BlobLocation) -> Result<Vec<u8>, CorpusError> {
        let open = self.writer.as_ref().and_then(|writer| writer.tail.read(place));
        let read = open.unwrap_or_else(|| self.pack.read(place));
        read.map_err(|what| CorpusError::blob(self.name.as_str(), place.hash, &what))
    }

    fn writer(&mut self) -> Result<&mut CorpusWriter, CorpusError> {
        let name = &self.name;
        let writer = self
            .writer
            .as_mut()
            .ok_or_else(|| CorpusError::ReadOnly(name.to_string()))?;
        if writer.broken {
            let what = "an earlier write failed; open it again".to_owned();
            return Err(CorpusError::Unwritable { corpus: name.to_string(), what });
        }
        Ok(writer)
    }

    /// Adds a blob, or finds the one that is there, where that is worth it.
    fn keep(&mut self, bytes: &[u8], worth: BlobWorth) -> Result<BlobLocation, CorpusError> {
        let path = self.manifest.pack(&self.folder);
        let writer = self.writer()?;
        let hash = Hash::of(bytes);
        if let Some(place) = writer.known.get(&hash) {
            return Ok(*place);
        }
        let added = writer.tail.add(hash, bytes);
        let place = added.map_err(|error| {
            writer.broken = true;
            CorpusError::io(&path)(error)
        })?;
        if worth.is_known(&place) {
            writer.known.insert(hash, place);
        }
        Ok(place)
    }

    fn put(
        &mut self,
        name: &str,
        file: &str,
        document: &IngestedDocument,
    ) -> Result<CorpusEntry, CorpusError> {
        let IngestedDocument { source, bytes, rendition, metadata } = document;
        let map = map_bytes(rendition).map_err(|error| self.unwritable(&error))?;
        let raw = self.keep(bytes, BlobWorth::IfLong)?;
        // Of plain text the two are the same.
        let text = if *bytes == rendition.text.as_bytes() {
            raw
        } else {
            self.keep(rendition.text.as_bytes(), BlobWorth::IfLong)?
        };
        Ok(CorpusEntry {
            name: name.to_owned(),
            source: source.clone(),
            reader: rendition.reader.clone(),
            metadata: metadata.clone(),
            file: file.to_owned(),
            bytes: raw,
            text,
            map: self.keep(&map, BlobWorth::Always)?,
        })
    }

    fn unwritable(&self, error: &serde_json::Error) -> CorpusError {
        CorpusError::Unwritable {
            corpus: self.name.to_string(),
            what: error.to_string(),
        }
    }

    /// Writes a batch: the pack first, so that no log ever names a blob that is not there.
    fn write(&mut self) -> Result<(), CorpusError> {
        let (position, name) = (self.position(), self.name.to_string());
        let (log, pack) = (self.manifest.log(&self.folder), self.manifest.pack(&self.folder));
        let writer = self.writer()?;
        // Only a commit that is done takes this back: whatever fails below, memory is ahead.
        writer.broken = true;
        let length = writer.tail.sync().map_err(CorpusError::io(&pack))?;
        let framed = log::frame(&writer.staged, position.check, length);
        let (frame, check) = framed.map_err(|error| CorpusError::Unwritable {
            corpus: name,
            what: error.to_string(),
        })?;
        let written = writer.log.seek(SeekFrom::Start(position.log));
        let written = written.and_then(|_| writer.log.write_all(&frame));
        let written = written.and_then(|()| writer.log.sync_data());
        written.map_err(CorpusError::io(&log))?;
        writer.staged.clear();
        writer.broken = false;
        self.pack_len = length;
        self.marks.push((position.log + frame.len() as u64, check));
        Ok(())
    }
}

impl CorpusStore for FileStore {
    fn entries(&self) -> &EntryTable {
        &self.entries
    }

    fn files(&self) -> &BTreeMap<String, FileRecord> {
        &self.files
    }

    fn bytes(&self, entry: &CorpusEntry) -> Result<Vec<u8>, CorpusError> {
        self.read(&entry.bytes)
    }

    fn rendition(&self, entry: &CorpusEntry) -> Result<Rendition, CorpusError> {
        let wrong = |place: &BlobLocation, what: String| {
            CorpusError::blob(self.name.as_str(), place.hash, &what)
        };
        let text = String::from_utf8(self.read(&entry.text)?)
            .map_err(|error| wrong(&entry.text, error.to_string()))?;
        let map: RenditionMap<'_> = serde_json::from_slice(&self.read(&entry.map)?)
            .map_err(|error| wrong(&entry.map, error.to_string()))?;
        Ok(Rendition {
            reader: entry.reader.clone(),
            text,
            parts: map.parts.into_owned(),
            fields: map.fields.into_owned(),
            references: map.references.into_owned(),
            warnings: map.warnings.into_owned(),
        })
    }

    fn stage(&mut self, staged: StagedChange<'_>) -> Result<(), CorpusError> {
        let change = match staged {
            StagedChange::Put { name, file, document } => {
                CorpusChange::Put(Box::new(self.put(name, file, document)?))
            }
            StagedChange::Drop(name) => CorpusChange::Drop(name.to_owned()),
            StagedChange::Read(record) => CorpusChange::Read(record),
            StagedChange::Forget(path) => CorpusChange::Forget(path.to_owned()),
        };
        self.writer()?.staged.push(change.clone());
        apply(&mut self.entries, &mut self.files, change);
        Ok(())
    }

    fn commit(&mut self) -> Result<LogPosition, CorpusError> {
        if !self.writer()?.staged.is_empty() {
            self.write()?;
        }
        Ok(self.position())
    }

    fn position(&self) -> LogPosition {
        let (log, check) = self.marks.last().copied().unwrap_or((0, Hash::ZERO));
        LogPosition { generation: self.manifest.generation, log, check }
    }

    fn since(&self, position: LogPosition) -> Result<Option<Vec<CorpusChange>>, CorpusError> {
        if !self.is_mark(position) {
            return Ok(None);
        }
        let mut all = Vec::new();
        self.each_batch(position.log, u64::MAX, &mut |_, mut batch| {
            all.append(&mut batch);
            Ok::<_, CorpusError>(())
        })?;
        Ok(Some(all))
    }
}

fn apply(
    entries: &mut EntryTable,
    files: &mut BTreeMap<String, FileRecord>,
    change: CorpusChange,
) {
    match change {
        CorpusChange::Put(entry) => {
            entries.insert(&entry);
        }
        CorpusChange::Drop(name) => {
            entries.remove(&name);
        }
        CorpusChange::Read(record) => {
            files.insert(record.path.clone(), record);
        }
        CorpusChange::Forget(path) => {
            files.remove(&path);
        }
    }
}
