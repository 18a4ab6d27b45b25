//! A folder of our own for the time of a survey, gone at its end however that comes.

use std::{
    fs, io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use jurat_ingest::{ReadRefusal, RefusalKind};
use walkdir::WalkDir;

/// Its name below the folder that the caller gives.
const NAME: &str = "jurat-intake";
/// Nobody else may look in.
const MODE: u32 = 0o700;

/// A fresh folder. What was there before under its name is replaced.
#[derive(Debug)]
pub(super) struct ScratchFolder {
    path: PathBuf,
}

impl ScratchFolder {
    pub(super) fn fresh(parent: &Path) -> Result<Self, ReadRefusal> {
        let cannot = |error: io::Error| {
            let message = format!("cannot use {} to work in: {error}", parent.display());
            ReadRefusal::new(RefusalKind::Unreadable, message)
        };
        // Rules of the kernel and paths in git's files must name the same place.
        let path = fs::canonicalize(parent).map_err(cannot)?.join(NAME);
        remove(&path).map_err(cannot)?;
        fs::DirBuilder::new().mode(MODE).create(&path).map_err(cannot)?;
        Ok(Self { path })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn repository(&self) -> PathBuf {
        self.path.join("repo.git")
    }

    /// Bytes of all that is in it. Links are not followed.
    pub(super) fn bytes(&self) -> u64 {
        // It changes while we look; what is gone by then takes no room.
        let found = WalkDir::new(&self.path).into_iter().flatten();
        let about = found.filter_map(|entry| entry.metadata().ok());
        about.filter(|about| !about.is_dir()).map(|about| about.len()).sum()
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // Nobody is left to tell.
        let _ = remove(&self.path);
    }
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(about) if about.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use std::{fs, os::unix::fs::symlink};

    use super::ScratchFolder;

    #[test]
    fn what_was_there_is_replaced_and_all_is_gone_at_the_end() {
        let parent = tempfile::tempdir().unwrap();
        let old = parent.path().join("jurat-intake");
        fs::create_dir_all(old.join("a/b")).unwrap();
        let scratch = ScratchFolder::fresh(parent.path()).unwrap();
        assert_eq!((fs::read_dir(scratch.path()).unwrap().count(), scratch.bytes()), (0, 0));
        fs::write(scratch.path().join("x"), "12345").unwrap();
        assert_eq!(scratch.bytes(), 5);
        drop(scratch);
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_link_under_its_name_is_not_followed() {
        let parent = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("keep"), "x").unwrap();
        symlink(elsewhere.path(), parent.path().join("jurat-intake")).unwrap();
        drop(ScratchFolder::fresh(parent.path()).unwrap());
        assert!(elsewhere.path().join("keep").is_file());
    }
}
