//! Rewriting a corpus with only what is still in it, so that erased bytes are truly gone.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::Write,
};

use jurat_canon::Hash;

use super::{FileStore, log, pack::BlobPackAppender};
use crate::{
    corpus::{
        entry::{BlobLocation, CorpusChange},
        error::CorpusError,
        port::CorpusStore,
    },
    file_system::{if_there, sync_folder},
};

/// Says that sources are being erased, and that this is not done.
const ERASING: &str = "erasing";
/// Entries a batch of the new log.
const BATCH: usize = 4096;

impl FileStore {
    /// Notes, before sources are dropped, that their bytes are to go: whoever writes next finishes
    /// what a kill cuts short.
    pub fn begin_erasing(&mut self) -> Result<(), CorpusError> {
        self.writer()?;
        let path = self.folder.join(ERASING);
        let noted = File::create(&path).and_then(|file| file.sync_all());
        let noted = noted.and_then(|()| sync_folder(&self.folder));
        noted.map_err(CorpusError::io(&path))
    }

    /// Whether erasing began and did not come to its end.
    pub fn is_erasing(&self) -> bool {
        self.folder.join(ERASING).exists()
    }

    /// Notes that what was to be erased is gone, here and in all that is derived.
    pub fn end_erasing(&mut self) -> Result<(), CorpusError> {
        let path = self.folder.join(ERASING);
        if_there(fs::remove_file(&path))
            .map(drop)
            .map_err(CorpusError::io(&path))
    }

    /// Writes everything that is still there into new files and removes the old ones. Gives the
    /// number of bytes that this freed. What was derived from the corpus must be made anew.
    pub fn rewrite(&mut self) -> Result<u64, CorpusError> {
        self.commit()?;
        let before = self.stored_bytes();
        let old = [self.manifest.log(&self.folder), self.manifest.pack(&self.folder)];
        let mut manifest = self.manifest.clone();
        manifest.generation += 1;
        let paths = [manifest.log(&self.folder), manifest.pack(&self.folder)];
        self.copy(&paths)?;
        manifest.write(&self.folder)?;
        let mut fresh = Self::load(&self.folder, &self.name, manifest)?;
        let (log, tail) = fresh.cut()?;
        if let Some(mut writer) = self.writer.take() {
            (writer.log, writer.tail) = (log, tail);
            writer.known = super::open::known(&fresh.entries);
            fresh.writer = Some(writer);
        }
        for path in old {
            fs::remove_file(&path).map_err(CorpusError::io(&path))?;
        }
        *self = fresh;
        Ok(before.saturating_sub(self.stored_bytes()))
    }

    fn copy(&self, [log, pack]: &[std::path::PathBuf; 2]) -> Result<(), CorpusError> {
        let pack_error = CorpusError::io(pack);
        let mut tail = File::create(pack)
            .and_then(|file| BlobPackAppender::new(file, 0))
            .map_err(pack_error)?;
        let mut moved: HashMap<Hash, BlobLocation> = HashMap::new();
        let mut changes: Vec<CorpusChange> =
            self.files.values().cloned().map(CorpusChange::Read).collect();
        for mut entry in self.in_order() {
            for place in [&mut entry.bytes, &mut entry.text, &mut entry.map] {
                *place = match moved.get(&place.hash) {
                    Some(place) => *place,
                    None => tail.add(place.hash, &self.read(place)?).map_err(pack_error)?,
                };
                moved.insert(place.hash, *place);
            }
            changes.push(CorpusChange::Put(Box::new(entry)));
        }
        let length = tail.sync().map_err(pack_error)?;
        let framed = frames(&changes, length).map_err(|error| self.unwritable(&error))?;
        let written = File::create(log).and_then(|mut file| {
            file.write_all(&framed)?;
            file.sync_all()
        });
        written.map_err(CorpusError::io(log))
    }
}

fn frames(changes: &[CorpusChange], pack: u64) -> Result<Vec<u8>, serde_json::Error> {
    let mut all = Vec::new();
    let mut check = Hash::ZERO;
    for batch in changes.chunks(BATCH) {
        let (frame, next) = log::frame(batch, check, pack)?;
        all.extend(frame);
        check = next;
    }
    Ok(all)
}
