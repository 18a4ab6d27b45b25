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
use jurat_model::court::{FileMode, Skipped};
use rustix::fs::OFlags;

use super::{
    RepoLimits, names,
    select::{self, Wanted},
    tree::{Entry, Room},
};
use crate::{Refusal, RefusalKind};

/// Folders that hold no source: version control, and packages of others that were installed.
const PASSED_OVER: [&str; 8] =
    [".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__", ".tox"];
/// Folders within folders.
const DEPTH: usize = 128;
/// An id of git's default kind, for the length of it.
pub(super) const LIKE: &str = "0000000000000000000000000000000000000000";

/// Files with those bytes that are wanted, and what was passed over, in words.
pub(super) struct Gathered {
    pub(super) entries: Vec<Entry>,
    /// One for each entry.
    pub(super) wanted: Vec<Wanted>,
    pub(super) bytes: Vec<Option<Vec<u8>>>,
    /// What is no entry because it could not be taken in.
    pub(super) skipped: Vec<Skipped>,
    pub(super) cut: Vec<String>,
}

/// Gathers the files of a folder.
pub(super) fn gather(root: &Path, limits: &RepoLimits) -> Result<Gathered, Refusal> {
    let (all, skipped, cut) = (Vec::new(), Vec::new(), Vec::new());
    let mut found = Found { all, skipped, cut, limits, room: Room::whole() };
    found.below(root)?;
    // By their names as they are shown, like those of a commit.
    found.all.sort_by(|(one, _), (two, _)| one.path.cmp(&two.path));
    let (mut entries, paths): (Vec<Entry>, Vec<PathBuf>) =
        std::mem::take(&mut found.all).into_iter().unzip();
    let mut wanted = select::choose(&entries, limits);
    let mut bytes = Vec::with_capacity(entries.len());
    for ((entry, path), wanted) in entries.iter_mut().zip(&paths).zip(&mut wanted) {
        let read = match wanted {
            Wanted::Yes => read(path, limits.blob_bytes),
            _ => Ok(None),
        };
        let read = read.unwrap_or_else(|why| {
            *wanted = Wanted::No(why);
            None
        });
        if let Some(read) = &read {
            entry.size = read.len() as u64;
            entry.blob = git_blob_id(read, LIKE).unwrap_or_default();
        }
        bytes.push(read);
    }
    let Found { skipped, cut, .. } = found;
    Ok(Gathered { entries, wanted, bytes, skipped, cut })
}

struct Found<'a> {
    all: Vec<(Entry, PathBuf)>,
    skipped: Vec<Skipped>,
    cut: Vec<String>,
    limits: &'a RepoLimits,
    room: Room,
}

impl Found<'_> {
    fn below(&mut self, root: &Path) -> Result<(), Refusal> {
        let mut folders = vec![(root.to_owned(), 0)];
        while let Some((folder, depth)) = folders.pop() {
            let children = fs::read_dir(&folder).map_err(|error| {
                let shown = names::shown(folder.as_os_str().as_bytes());
                let message = format!("cannot read the folder {shown}: {error}");
                Refusal::new(RefusalKind::Unreadable, message)
            })?;
            for child in children {
                let Ok(child) = child else {
                    let shown = below(root, &folder);
                    let why =
                        format!("files of code may lie in `{shown}`: it cannot be listed");
                    self.unread(String::new(), &why);
                    break;
                };
                let path = child.path();
                let Ok(about) = fs::symlink_metadata(&path) else {
                    self.unread(below(root, &path), "it cannot be looked at");
                    continue;
                };
                if !about.is_dir() {
                    self.file(root, path, &about)?;
                } else if PASSED_OVER.iter().any(|name| child.file_name() == *name) {
                    self.cut
                        .push(format!("the folder {} was passed over", below(root, &path)));
                } else if depth < DEPTH {
                    folders.push((path, depth + 1));
                } else {
                    let message = format!("folders lie more than {DEPTH} deep");
                    return Err(Refusal::new(RefusalKind::TooLarge, message));
                }
            }
        }
        self.cut.sort();
        Ok(())
    }

    fn unread(&mut self, path: String, why: &str) {
        self.skipped.push(Skipped { path, why: why.to_owned() });
    }

    fn file(
        &mut self,
        root: &Path,
        path: PathBuf,
        about: &fs::Metadata,
    ) -> Result<(), Refusal> {
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
            return Err(Room::refusal());
        }
        let blob = String::new();
        self.all
            .push((Entry { path: shown, blob, size: about.len(), mode }, path));
        if self.limits.tree_entries < self.all.len() as u64 {
            let message = format!("it has more than {} paths", self.limits.tree_entries);
            return Err(Refusal::new(RefusalKind::TooLarge, message));
        }
        Ok(())
    }
}

fn below(root: &Path, path: &Path) -> String {
    names::shown(path.strip_prefix(root).unwrap_or(path).as_os_str().as_bytes())
}

/// A file may be exchanged for something else while we look: neither a link is followed nor a pipe
/// waited for.
fn read(path: &Path, most: u64) -> Result<Option<Vec<u8>>, String> {
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
