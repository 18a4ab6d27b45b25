//! What the files of a folder look like from outside: the same stamp, and nobody has written there.

use std::{fs, io, path::Path, time::SystemTime};

/// Folders below a corpus that hold what is derived from it: its index, its vectors.
const DEPTH: usize = 2;

/// The files of a folder with their lengths and when they were last written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FolderStamp(Vec<(String, u64, Option<SystemTime>)>);

impl FolderStamp {
    pub(super) fn of(folder: &Path) -> io::Result<Self> {
        let mut files = Vec::new();
        list(folder, "", DEPTH, &mut files)?;
        files.sort_unstable();
        Ok(Self(files))
    }
}

fn list(
    folder: &Path,
    above: &str,
    depth: usize,
    files: &mut Vec<(String, u64, Option<SystemTime>)>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{above}{}", entry.file_name().to_string_lossy());
        let about = entry.metadata()?;
        if !about.is_dir() {
            files.push((name, about.len(), about.modified().ok()));
        } else if 0 < depth {
            list(&entry.path(), &format!("{name}/"), depth - 1, files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use std::fs;

    use super::FolderStamp;

    #[test]
    fn a_file_that_grows_below_a_folder_changes_its_stamp() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("index")).unwrap();
        let file = folder.path().join("index/meta");
        fs::write(&file, "one").unwrap();
        let before = FolderStamp::of(folder.path()).unwrap();
        assert_eq!(before, FolderStamp::of(folder.path()).unwrap());
        fs::write(&file, "one more").unwrap();
        assert_ne!(before, FolderStamp::of(folder.path()).unwrap());
    }
}
