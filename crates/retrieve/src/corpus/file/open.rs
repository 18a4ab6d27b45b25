//! Opening, creating, listing and removing corpora.

use std::{
    collections::{BTreeMap, HashMap},
    fs::{self, File, OpenOptions},
    path::{Path, PathBuf},
};

use jurat_canon::Hash;

use super::{
    CorpusWriter, FileStore, apply, lock,
    log::{self, CorpusLogFrame},
    manifest::CorpusManifest,
    pack::{BlobPack, BlobPackAppender},
};
use crate::{
    corpus::{
        entry::BlobLocation, entry_table::EntryTable, error::CorpusError, name::CorpusName,
    },
    file_system::{clear, if_there, sync_folder},
};

/// How often a reader looks again when the corpus is rewritten under its hands.
const LOOKS: usize = 5;

/// The names of the corpora under `root`, in order.
pub fn list(root: &Path) -> Result<Vec<CorpusName>, CorpusError> {
    let found = if_there(fs::read_dir(root)).map_err(CorpusError::io(root))?;
    let folders = found
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().is_dir());
    let names = folders.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let mut names: Vec<CorpusName> = names.collect();
    names.sort();
    Ok(names)
}

pub fn remove(root: &Path, name: &CorpusName) -> Result<(), CorpusError> {
    let folder = root.join(name.as_str());
    if !folder.is_dir() {
        let rest = finish_removal(root, name)?;
        return if rest { Ok(()) } else { Err(CorpusError::Unknown(name.to_string())) };
    }
    let _held = lock::take(root, name)?;
    // Renamed first: a removal that is cut short leaves no corpus that looks damaged.
    let gone = removed(root, name);
    let removed = clear(&gone)
        .and_then(|()| fs::rename(&folder, &gone))
        .and_then(|()| clear(&gone))
        .and_then(|()| sync_folder(root));
    removed.map_err(CorpusError::io(&folder))
}

/// Removes a corpus whose name will never be used again, and its lock file with it.
pub fn discard(root: &Path, name: &CorpusName) -> Result<(), CorpusError> {
    let folder = root.join(name.as_str());
    let held = lock::take(root, name)?;
    clear(&folder).map_err(CorpusError::io(&folder))?;
    lock::abolish(root, name, held);
    Ok(())
}

/// Removes what a removal that was cut short has left. Whether there was anything.
fn finish_removal(root: &Path, name: &CorpusName) -> Result<bool, CorpusError> {
    let gone = removed(root, name);
    // Looked at first: a lock must not make a store where there is none.
    if !gone.exists() {
        return Ok(false);
    }
    let _held = lock::take(root, name)?;
    clear(&gone).map_err(CorpusError::io(&gone))?;
    Ok(true)
}

/// Where a corpus lies while it is removed. No corpus can have its name.
fn removed(root: &Path, name: &CorpusName) -> PathBuf {
    root.join(format!(".removed-{name}"))
}

impl FileStore {
    /// Opens a corpus to read. A writer may be at work meanwhile: its last commit is seen.
    pub fn read_only(root: &Path, name: &CorpusName) -> Result<Self, CorpusError> {
        let folder = root.join(name.as_str());
        let mut looks = 0;
        loop {
            looks += 1;
            let manifest = CorpusManifest::read(&folder, name)?;
            let manifest = manifest.ok_or_else(|| CorpusError::Unknown(name.to_string()))?;
            match Self::load(&folder, name, manifest) {
                // Between the manifest and its files a rewrite may have come.
                Err(CorpusError::Io { .. }) if looks < LOOKS => {}
                loaded => return loaded,
            }
        }
    }

    /// Opens a corpus to write, and makes it where there is none.
    pub fn create(root: &Path, name: &CorpusName) -> Result<Self, CorpusError> {
        let folder = root.join(name.as_str());
        fs::create_dir_all(&folder).map_err(CorpusError::io(&folder))?;
        Self::hold(root, name, Some(CorpusManifest::first(name)))
    }

    pub fn write_to(root: &Path, name: &CorpusName) -> Result<Self, CorpusError> {
        if !root.join(name.as_str()).is_dir() {
            finish_removal(root, name)?;
            return Err(CorpusError::Unknown(name.to_string()));
        }
        Self::hold(root, name, None)
    }

    fn hold(
        root: &Path,
        name: &CorpusName,
        first: Option<CorpusManifest>,
    ) -> Result<Self, CorpusError> {
        let folder = root.join(name.as_str());
        let held = lock::take(root, name)?;
        let gone = removed(root, name);
        clear(&gone).map_err(CorpusError::io(&gone))?;
        let manifest = match (CorpusManifest::read(&folder, name)?, first) {
            (Some(manifest), _) => manifest,
            (None, Some(first)) => begin(&folder, first)?,
            (None, None) => return Err(CorpusError::Unknown(name.to_string())),
        };
        let mut store = Self::load(&folder, name, manifest)?;
        let (log, tail) = store.cut()?;
        store.writer = Some(CorpusWriter {
            _lock: held,
            log,
            tail,
            staged: Vec::new(),
            known: known(&store.entries),
            broken: false,
        });
        store.sweep();
        Ok(store)
    }

    pub(super) fn load(
        folder: &Path,
        name: &CorpusName,
        manifest: CorpusManifest,
    ) -> Result<Self, CorpusError> {
        let pack_path = manifest.pack(folder);
        let pack = File::open(&pack_path).map_err(CorpusError::io(&pack_path))?;
        let (bytes, frames, torn) = frames(&manifest.log(folder), name)?;
        let held = pack.metadata().map_err(CorpusError::io(&pack_path))?.len();
        let expected = frames.last().map_or(0, |frame| frame.pack);
        if held < expected {
            let missing = expected - held;
            let what = format!("{missing} bytes are missing at the end of its pack");
            return Err(CorpusError::damaged(name.as_str(), what));
        }
        let (mut entries, mut files) = (EntryTable::default(), BTreeMap::new());
        for frame in &frames {
            let changes = log::changes(&bytes, frame);
            for change in changes.map_err(|what| CorpusError::damaged(name.as_str(), what))? {
                apply(&mut entries, &mut files, change);
            }
        }
        Ok(Self {
            name: name.clone(),
            folder: folder.to_path_buf(),
            manifest,
            entries,
            files,
            marks: frames.iter().map(|frame| (frame.end as u64, frame.check)).collect(),
            pack: BlobPack::new(pack),
            pack_len: expected,
            writer: None,
            torn: torn as u64 + (held - expected),
        })
    }

    /// Cuts off what a killed writer left behind the last commit.
    pub(super) fn cut(&self) -> Result<(File, BlobPackAppender), CorpusError> {
        let open = |path: &Path| OpenOptions::new().read(true).write(true).open(path);
        let path = self.manifest.log(&self.folder);
        let log = open(&path).and_then(|file| {
            file.set_len(self.marks.last().map_or(0, |mark| mark.0))?;
            Ok(file)
        });
        let log = log.map_err(CorpusError::io(&path))?;
        let path = self.manifest.pack(&self.folder);
        let tail = open(&path).and_then(|file| BlobPackAppender::new(file, self.pack_len));
        Ok((log, tail.map_err(CorpusError::io(&path))?))
    }

    /// Removes files of other generations, which a rewrite that was cut short left behind.
    pub(super) fn sweep(&self) {
        let Ok(found) = fs::read_dir(&self.folder) else { return };
        for entry in found.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let of_another = ["log-", "pack-"].iter().any(|prefix| {
                let generation = name.strip_prefix(prefix);
                generation.is_some_and(|text| text != self.manifest.generation.to_string())
            });
            if of_another {
                // What cannot be removed now is tried again by the next writer.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Makes the files of a new corpus.
fn begin(folder: &Path, manifest: CorpusManifest) -> Result<CorpusManifest, CorpusError> {
    for path in [manifest.log(folder), manifest.pack(folder)] {
        let made = File::create(&path).and_then(|file| file.sync_all());
        made.map_err(CorpusError::io(&path))?;
    }
    manifest.write(folder)?;
    Ok(manifest)
}

fn frames(
    path: &Path,
    name: &CorpusName,
) -> Result<(Vec<u8>, Vec<CorpusLogFrame>, usize), CorpusError> {
    let bytes = fs::read(path).map_err(CorpusError::io(path))?;
    let scan = log::scan(&bytes).map_err(|what| CorpusError::damaged(name.as_str(), what))?;
    Ok((bytes, scan.frames, scan.torn))
}

/// Whether a blob is remembered, so that the same bytes are stored once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlobWorth {
    /// The map of a plain row is that of all of them.
    Always,
    /// To remember a short blob takes more than to store it again.
    IfLong,
}

impl BlobWorth {
    const LONG: u64 = 1 << 10;

    pub(super) const fn is_known(self, place: &BlobLocation) -> bool {
        matches!(self, Self::Always) || Self::LONG <= place.len
    }
}

pub(super) fn known(entries: &EntryTable) -> HashMap<Hash, BlobLocation> {
    let mut known = HashMap::new();
    for spot in entries.live() {
        let entry = entries.entry_at(spot);
        for (place, worth) in [
            (entry.bytes, BlobWorth::IfLong),
            (entry.text, BlobWorth::IfLong),
            (entry.map, BlobWorth::Always),
        ] {
            if worth.is_known(&place) {
                known.insert(place.hash, place);
            }
        }
    }
    known
}
