//! File locks: freed by the death of their holder, and needing no clock.

use std::{
    collections::BTreeSet,
    ffi::OsString,
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use jurat_engine::StoreError;

use super::{error::io_error, owner_only::open_file};

/// Waits between attempts: a holder that only looked (see [`is_held`]) is gone by the last.
const PATIENCE: [Duration; 3] =
    [Duration::from_millis(1), Duration::from_millis(2), Duration::from_millis(4)];

/// A lock file that goes away with its holder.
#[derive(Debug)]
pub(super) struct LockFileGuard {
    path: PathBuf,
    // Kept open: closing the file frees the lock.
    _file: File,
}

impl Drop for LockFileGuard {
    fn drop(&mut self) {
        // Still locked here: whoever has the old file open will find it gone and start again.
        let _ = fs::remove_file(&self.path);
    }
}

/// Waits for the lock at `path`, which stays there afterwards.
pub(super) fn wait(path: &Path) -> Result<File, StoreError> {
    let locked = open_file(path).and_then(|file| file.lock().map(|()| file));
    locked.map_err(|error| io_error(path, &error))
}

/// Takes the lock at `path`, or `None` while another holds it.
pub(super) fn take(path: &Path) -> Result<Option<LockFileGuard>, StoreError> {
    for pause in PATIENCE.into_iter().map(Some).chain([None]) {
        if let Some(held) = attempt(path).map_err(|error| io_error(path, &error))? {
            return Ok(Some(held));
        }
        if let Some(pause) = pause {
            thread::sleep(pause);
        }
    }
    Ok(None)
}

/// Whether someone holds the lock at `path`. A claim made in the same instant only waits a little.
pub(super) fn is_held(path: &Path) -> Result<bool, StoreError> {
    let probed = match File::open(path) {
        Ok(file) => would_block(file.try_lock_shared()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    };
    probed.map_err(|error| io_error(path, &error))
}

pub(super) fn names(folder: &Path) -> Result<BTreeSet<OsString>, StoreError> {
    let listed = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.file_name())).collect());
    listed.map_err(|error| io_error(folder, &error))
}

fn attempt(path: &Path) -> io::Result<Option<LockFileGuard>> {
    loop {
        let file = open_file(path)?;
        if would_block(file.try_lock())? {
            return Ok(None);
        }
        // The last holder may have removed the file between our opening and our locking it.
        if is_still_at(&file, path)? {
            return Ok(Some(LockFileGuard { path: path.into(), _file: file }));
        }
    }
}

fn would_block(tried: Result<(), TryLockError>) -> io::Result<bool> {
    match tried {
        Ok(()) => Ok(false),
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
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

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn a_lock_is_held_once_and_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.lock");
        assert!(!is_held(&path).unwrap());
        let held = take(&path).unwrap().unwrap();
        assert!(is_held(&path).unwrap());
        assert!(take(&path).unwrap().is_none());
        drop(held);
        assert!(!path.exists());
        assert!(take(&path).unwrap().is_some());
    }

    #[test]
    fn the_file_of_a_dead_holder_is_free() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.lock");
        File::create(&path).unwrap();
        assert!(!is_held(&path).unwrap());
        assert!(take(&path).unwrap().is_some());
    }

    #[test]
    fn a_look_does_not_cost_a_claim() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.lock");
        let looking = File::create(&path).unwrap();
        looking.lock_shared().unwrap();
        thread::scope(|scope| {
            let claim = scope.spawn(|| take(&path).unwrap().is_some());
            thread::sleep(PATIENCE[0]);
            drop(looking);
            assert!(claim.join().unwrap());
        });
    }

    #[test]
    fn taking_turns_never_lets_two_in() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.lock");
        let (inside, turns) = (AtomicU32::new(0), AtomicU32::new(0));
        let work = || {
            for _ in 0..300 {
                let Some(held) = attempt(&path).unwrap() else { continue };
                assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                turns.fetch_add(1, Ordering::SeqCst);
                inside.fetch_sub(1, Ordering::SeqCst);
                drop(held);
            }
        };
        thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
        assert!(0 < turns.load(Ordering::SeqCst));
    }
}
