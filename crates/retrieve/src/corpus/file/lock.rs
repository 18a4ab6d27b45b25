//! One writer at a time: an OS file lock, freed by the death of its holder.
//!
//! Lock files lie beside the corpora and stay: removing one could let two writers in.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    path::Path,
};

use crate::corpus::{error::CorpusError, name::CorpusName};

/// The folder of the lock files. No corpus can have its name.
const FOLDER: &str = ".locks";

/// Held while it lives.
#[derive(Debug)]
pub(super) struct CorpusLock {
    // Closing the file frees the lock.
    _file: File,
}

/// Removes the file of a lock that we hold. Only for a name that nobody will take again.
pub(super) fn abolish(root: &Path, name: &CorpusName, held: CorpusLock) {
    // What cannot be removed is an empty file.
    let _ = fs::remove_file(root.join(FOLDER).join(name.as_str()));
    drop(held);
}

pub(super) fn take(root: &Path, name: &CorpusName) -> Result<CorpusLock, CorpusError> {
    let folder = root.join(FOLDER);
    let path = folder.join(name.as_str());
    fs::create_dir_all(&folder).map_err(CorpusError::io(&folder))?;
    let opened = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path);
    let file = opened.map_err(CorpusError::io(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(CorpusLock { _file: file }),
        Err(TryLockError::WouldBlock) => Err(CorpusError::Busy(name.to_string())),
        Err(TryLockError::Error(error)) => Err(CorpusError::io(&path)(error)),
    }
}
