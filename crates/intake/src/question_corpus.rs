//! A corpus that is there for one question.
//!
//! A lock file beside the corpora says that the process which asks is alive. The system frees the
//! lock whatever becomes of the process, so that the next one can remove what a kill has left.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use jurat_retrieve::{CorpusName, discard};

use crate::IntakeError;

/// The folder of the lock files. No corpus can have its name.
const FOLDER: &str = ".questions";

/// A corpus that is gone when this is dropped.
pub struct QuestionCorpus {
    pub name: CorpusName,
    corpora: PathBuf,
    // Closing the file frees the lock.
    _held: File,
}

impl QuestionCorpus {
    /// Makes the folder of a corpus under a name that nobody has, for this process alone.
    pub(crate) fn claim(corpora: &Path, name: CorpusName) -> Result<Self, IntakeError> {
        let folder = corpora.join(name.as_str());
        let held = claimed(corpora, &name, &folder)
            .map_err(|why| IntakeError::Claim { folder, why })?;
        Ok(Self { name, corpora: corpora.to_path_buf(), _held: held })
    }
}

/// The lock comes first, so that no folder is ever left that cannot be swept.
fn claimed(corpora: &Path, name: &CorpusName, folder: &Path) -> io::Result<File> {
    // A name that is taken must never have a lock: it would be swept with it.
    if folder.try_exists()? {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::create_dir_all(corpora)?;
    let path = lock_path(corpora, name);
    let held = lock(&path)?;
    if let Err(error) = private_folder(folder) {
        let _ = fs::remove_file(&path);
        return Err(error);
    }
    Ok(held)
}

impl Drop for QuestionCorpus {
    fn drop(&mut self) {
        // What cannot be removed now is swept by whoever comes next.
        remove_with_lock(&self.corpora, &self.name);
    }
}

/// Whether a corpus is there for one question alone.
pub fn is_for_question(corpora: &Path, name: &CorpusName) -> bool {
    lock_path(corpora, name).exists()
}

/// Removes what questions that were killed have left; those of a process that lives stay.
pub fn sweep_questions(corpora: &Path) {
    let Ok(found) = fs::read_dir(corpora.join(FOLDER)) else { return };
    for path in found.flatten().map(|entry| entry.path()) {
        let name = path.file_name().and_then(|name| name.to_str()?.parse().ok());
        let Some(name) = name else { continue };
        let Ok(file) = File::open(&path) else { continue };
        if file.try_lock().is_ok() && is_still_at(&file, &path).unwrap_or(false) {
            remove_with_lock(corpora, &name);
        }
    }
}

/// Shuts others out of all that is in a folder.
pub(crate) fn make_private(folder: &Path) {
    let Ok(found) = fs::read_dir(folder) else { return };
    for path in found.flatten().map(|entry| entry.path()) {
        // The folder around it is shut already: this is a second door.
        if path.is_dir() {
            let _ = set_mode(&path, 0o700);
            make_private(&path);
        } else {
            let _ = set_mode(&path, 0o600);
        }
    }
}

/// Removes a corpus and then its lock file, which we hold: in this order a kill leaves nothing that
/// cannot be found.
fn remove_with_lock(corpora: &Path, name: &CorpusName) {
    if discard(corpora, name).is_ok() {
        let _ = fs::remove_file(lock_path(corpora, name));
    }
}

fn lock_path(corpora: &Path, name: &CorpusName) -> PathBuf {
    corpora.join(FOLDER).join(name.as_str())
}

fn lock(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        match private_folder(folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    loop {
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path)?;
        file.lock()?;
        // Between our opening and our locking it, someone may have swept it.
        if is_still_at(&file, path)? {
            return Ok(file);
        }
    }
}

fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

/// Elsewhere rights come from the folder.
#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn is_still_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    match fs::metadata(path) {
        Ok(there) => {
            let ours = file.metadata()?;
            Ok((there.dev(), there.ino()) == (ours.dev(), ours.ino()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Elsewhere an open file cannot be removed, so it is always the one at its path.
#[cfg(not(unix))]
fn is_still_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}
