//! A plain folder without a history: its files, links never followed.

use std::{
    fs::{self, File, OpenOptions},
    io::Read,
    os::unix::{
        ffi::OsStrExt,
        fs::{OpenOptionsExt, PermissionsExt},
    },
    path::{Path, PathBuf},
};

use jurat_canon::git_blob_id;
use jurat_ingest::{ReadRefusal, RefusalKind};
use rustix::fs::OFlags;
use walkdir::WalkDir;

use super::{
    RepoLimits, escaped_names,
    file_selection::{self, FileSelection},
    tree::{PathBudget, TreeEntry},
};
use crate::facts::{FileMode, SkippedFile};

/// Folders that hold no source: version control, and packages of others that were installed.
const PASSED_OVER: [&str; 8] =
    [".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__", ".tox"];
const DEPTH: usize = 128;
/// An id of git's default kind, for the length of it.
pub(super) const LIKE: &str = "0000000000000000000000000000000000000000";

/// Files with those bytes that are wanted, and what was passed over, in words.
pub(super) struct FolderFiles {
    pub(super) entries: Vec<TreeEntry>,
    /// One for each entry.
    pub(super) wanted: Vec<FileSelection>,
    pub(super) bytes: Vec<Option<Vec<u8>>>,
    /// What is no entry because it could not be taken in.
    pub(super) skipped: Vec<SkippedFile>,
    pub(super) cut: Vec<String>,
}

pub(super) fn gather(root: &Path, limits: &RepoLimits) -> Result<FolderFiles, ReadRefusal> {
    let (all, skipped, cut) = (Vec::new(), Vec::new(), Vec::new());
    let mut found = FolderListing {
        all,
        skipped,
        cut,
        limits,
        room: PathBudget::whole(),
    };
    found.below(root)?;
    // By their names as they are shown, like those of a commit.
    found.all.sort_by(|(one, _), (two, _)| one.path.cmp(&two.path));
    let (mut entries, paths): (Vec<TreeEntry>, Vec<PathBuf>) =
        std::mem::take(&mut found.all).into_iter().unzip();
    let mut wanted = file_selection::choose(&entries, limits);
    let mut bytes = Vec::with_capacity(entries.len());
    for ((entry, path), wanted) in entries.iter_mut().zip(&paths).zip(&mut wanted) {
        let read = match wanted {
            FileSelection::Yes => read_plain_file(path, limits.blob_bytes),
            _ => Ok(None),
        };
        let read = read.unwrap_or_else(|why| {
            *wanted = FileSelection::No(why);
            None
        });
        if let Some(read) = &read {
            entry.size = read.len() as u64;
            entry.blob = git_blob_id(read, LIKE).unwrap_or_default();
        }
        bytes.push(read);
    }
    let FolderListing { skipped, cut, .. } = found;
    Ok(FolderFiles { entries, wanted, bytes, skipped, cut })
}

struct FolderListing<'a> {
    all: Vec<(TreeEntry, PathBuf)>,
    skipped: Vec<SkippedFile>,
    cut: Vec<String>,
    limits: &'a RepoLimits,
    room: PathBudget,
}

impl FolderListing<'_> {
    fn below(&mut self, root: &Path) -> Result<(), ReadRefusal> {
        let mut found = WalkDir::new(root).min_depth(1).into_iter();
        while let Some(child) = found.next() {
            let child = match child {
                Ok(child) => child,
                Err(error) => {
                    self.unlisted(root, &error)?;
                    continue;
                }
            };
            let Ok(about) = child.metadata() else {
                self.unread(below(root, child.path()), "it cannot be looked at");
                continue;
            };
            if !about.is_dir() {
                self.file(root, child.into_path(), &about)?;
            } else if PASSED_OVER.iter().any(|name| child.file_name() == *name) {
                let shown = below(root, child.path());
                self.cut.push(format!("the folder {shown} was passed over"));
                found.skip_current_dir();
            } else if DEPTH < child.depth() {
                let message = format!("folders lie more than {DEPTH} deep");
                return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
            }
        }
        self.cut.sort();
        Ok(())
    }

    /// A folder that does not open is refused; what goes wrong within one is said.
    fn unlisted(&mut self, root: &Path, error: &walkdir::Error) -> Result<(), ReadRefusal> {
        match error.path() {
            Some(path) if error.depth() == 0 || path.is_dir() => {
                let shown = escaped_names::shown(path.as_os_str().as_bytes());
                let why = error.io_error().map(ToString::to_string).unwrap_or_default();
                let message = format!("cannot read the folder {shown}: {why}");
                return Err(ReadRefusal::new(RefusalKind::Unreadable, message));
            }
            Some(path) => self.unread(below(root, path), "it cannot be looked at"),
            None => {
                let why = "files of code may lie in a folder that cannot be listed to its end";
                self.unread(String::new(), why);
            }
        }
        Ok(())
    }

    fn unread(&mut self, path: String, why: &str) {
        self.skipped.push(SkippedFile { path, why: why.to_owned() });
    }

    fn file(
        &mut self,
        root: &Path,
        path: PathBuf,
        about: &fs::Metadata,
    ) -> Result<(), ReadRefusal> {
        let shown = below(root, &path);
        let mode = if about.is_symlink() {
            FileMode::Symlink
        } else if !about.is_file() {
            self.cut.push(format!("{shown} is a pipe, a socket or a device"));
            return Ok(());
        } else if about.permissions().mode() & 0o100 == 0 {
            FileMode::Regular
        } else {
            FileMode::Executable
        };
        if !self.room.take(&shown) {
            return Err(PathBudget::refusal());
        }
        let blob = String::new();
        self.all
            .push((TreeEntry { path: shown, blob, size: about.len(), mode }, path));
        if self.limits.tree_entries < self.all.len() as u64 {
            let message = format!("it has more than {} paths", self.limits.tree_entries);
            return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
        }
        Ok(())
    }
}

fn below(root: &Path, path: &Path) -> String {
    escaped_names::shown(path.strip_prefix(root).unwrap_or(path).as_os_str().as_bytes())
}

/// A file may be exchanged for something else while we look: neither a link is followed nor a pipe
/// waited for.
fn read_plain_file(path: &Path, most: u64) -> Result<Option<Vec<u8>>, String> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let flags = i32::try_from(flags.bits()).unwrap_or_default();
    let open = OpenOptions::new().read(true).custom_flags(flags).open(path);
    let file: File = open.map_err(|error| format!("it cannot be read: {error}"))?;
    if !file.metadata().is_ok_and(|about| about.is_file()) {
        return Err("it is no plain file any more".to_owned());
    }
    let mut bytes = Vec::new();
    let read = file.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| format!("it cannot be read: {error}"))?;
    if most < bytes.len() as u64 {
        return Err(format!("it has more than {most} bytes"));
    }
    Ok(Some(bytes))
}
