//! The folder of installed weights: whole or not at all.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use super::{FetchError, PinnedWeights};

#[derive(Debug, Clone)]
pub struct ModelStore {
    folder: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstallState {
    /// All files, with their lengths.
    Installed,
    /// Some files are missing or have another length.
    Damaged,
    Absent,
}

impl ModelStore {
    /// The store in this folder, which need not be there yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    pub fn path(&self, weights: &PinnedWeights) -> PathBuf {
        self.folder.join(weights.name)
    }

    /// Whether they are there. Sums are checked when weights come in, and named when they are used.
    pub fn state(&self, weights: &PinnedWeights) -> InstallState {
        let folder = self.path(weights);
        if !folder.exists() {
            return InstallState::Absent;
        }
        let whole = weights.members.iter().all(|member| {
            fs::metadata(folder.join(member.file)).is_ok_and(|m| m.len() == member.bytes)
        });
        if whole { InstallState::Installed } else { InstallState::Damaged }
    }

    /// Removes them; says whether there were any.
    pub fn remove(&self, weights: &PinnedWeights) -> Result<bool, FetchError> {
        if self.state(weights) == InstallState::Absent {
            return Ok(false);
        }
        let _lock = self.lock(weights)?;
        clear(&self.hidden(weights, "old"))?;
        self.set_aside(weights)?;
        clear(&self.hidden(weights, "old"))?;
        Ok(true)
    }

    /// Lets `fill` write the files into an empty folder, then puts it in place.
    pub(super) fn install(
        &self,
        weights: &PinnedWeights,
        fill: impl FnOnce(&Path) -> Result<(), FetchError>,
    ) -> Result<(), FetchError> {
        fs::create_dir_all(&self.folder).map_err(FetchError::file("make", &self.folder))?;
        let _lock = self.lock(weights)?;
        let part = self.hidden(weights, "part");
        // What a killed fetch left behind.
        clear(&part)?;
        clear(&self.hidden(weights, "old"))?;
        fs::create_dir(&part).map_err(FetchError::file("make", &part))?;
        let filled = fill(&part).and_then(|()| self.put_in_place(weights, &part));
        if filled.is_err() {
            // The first failure is the one to tell.
            let _ = clear(&part);
        }
        filled
    }

    fn put_in_place(&self, weights: &PinnedWeights, part: &Path) -> Result<(), FetchError> {
        self.set_aside(weights)?;
        let path = self.path(weights);
        fs::rename(part, &path).map_err(|error| {
            // What was installed before is better than nothing; the first failure is told.
            let _ = fs::rename(self.hidden(weights, "old"), &path);
            FetchError::file("write", &path)(error)
        })?;
        // Not every system can sync a folder; the files themselves are synced.
        let _ = File::open(&self.folder).and_then(|folder| folder.sync_all());
        clear(&self.hidden(weights, "old"))
    }

    fn set_aside(&self, weights: &PinnedWeights) -> Result<(), FetchError> {
        let path = self.path(weights);
        match fs::rename(&path, self.hidden(weights, "old")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(FetchError::file("remove", &path)(error))
            }
            _ => Ok(()),
        }
    }

    fn hidden(&self, weights: &PinnedWeights, what: &str) -> PathBuf {
        self.folder.join(format!(".{}.{what}", weights.name))
    }

    /// Held until dropped; the end of the process frees it too.
    fn lock(&self, weights: &PinnedWeights) -> Result<File, FetchError> {
        let path = self.hidden(weights, "lock");
        let file = File::create(&path).map_err(FetchError::file("write", &path))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => {
                Err(FetchError::Busy { name: weights.name.into() })
            }
            Err(TryLockError::Error(error)) => Err(FetchError::file("lock", &path)(error)),
        }
    }
}

fn clear(folder: &Path) -> Result<(), FetchError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(FetchError::file("remove", folder)(error))
        }
        _ => Ok(()),
    }
}
