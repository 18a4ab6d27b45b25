//! Some room that is set aside: to forget runs takes room, and a full disk has none.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::Path,
};

use super::{store::SqliteStore, store_paths::StorePaths};

/// As much as the write-ahead log needs to forget some runs.
pub(super) const RESERVED: usize = 4 << 20;

/// Frees what is set aside in the store in `dir`. To be called before the store is opened: on a
/// full disk even that needs some room.
pub fn release_reserve(dir: &Path) {
    // Where it cannot be removed it was not there, or the store cannot be written either.
    let _ = fs::remove_file(StorePaths::at(dir).reserve());
}

impl SqliteStore {
    /// Sets the room aside, where it is not and the disk still has it.
    pub fn keep_reserve(&self) {
        let path = self.files().reserve();
        let is_there = fs::metadata(&path).is_ok_and(|found| found.len() == RESERVED as u64);
        if !is_there && fill(&path).is_err() {
            // A part of it would only take room away.
            let _ = fs::remove_file(&path);
        }
    }
}

/// Writes every byte: a file with holes sets nothing aside.
fn fill(path: &Path) -> io::Result<()> {
    let zeros = vec![0; 64 << 10];
    let mut file = created(path)?;
    for _ in 0..RESERVED / zeros.len() {
        file.write_all(&zeros)?;
    }
    Ok(())
}

fn created(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
