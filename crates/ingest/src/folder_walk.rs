//! Which files there are: folders turned into a list, each file with its name and size or the
//! reason why it will not be read.

use std::{
    cmp::Ordering,
    fs, io,
    path::{Path, PathBuf},
};

use walkdir::{DirEntry, WalkDir};

use crate::{FileLimits, ReadRefusal, RefusalKind};

/// One file to read, or one that cannot be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderEntry {
    pub path: PathBuf,
    /// What it is called: its path below the folder that was given, with forward slashes.
    pub name: String,
    /// Its bytes, or why it is left out.
    pub size: Result<u64, ReadRefusal>,
}

/// The files of all paths: those of a folder in order of their names, folders in turn. Hidden
/// files, the folders of version control and what systems leave for themselves are passed over; links are followed only where
/// they stay below the folder that was given.
pub fn walk(paths: &[PathBuf], limits: &FileLimits) -> Vec<FolderEntry> {
    let mut walk = FolderWalk { entries: Vec::new(), limits };
    let mut room = true;
    for path in paths {
        room = room && walk.root(path);
        // Said of every path that was not seen whole: who prunes must know where we were blind.
        if !room {
            let message = format!("there are more than {} files", limits.count);
            walk.refuse(path, name_of(path), RefusalKind::TooLarge, message);
        }
    }
    walk.entries
}

struct FolderWalk<'a> {
    entries: Vec<FolderEntry>,
    limits: &'a FileLimits,
}

impl FolderWalk<'_> {
    /// Whether there was room for all of it.
    fn root(&mut self, root: &Path) -> bool {
        match fs::metadata(root) {
            Ok(about) if about.is_dir() => self.folder(root),
            Ok(about) => self.file(root, name_of(root), &about),
            Err(fault) => self.push(root, name_of(root), Err(unreadable(&fault))),
        }
    }

    fn folder(&mut self, root: &Path) -> bool {
        let real_root = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
        let deepest = usize::try_from(self.limits.depth).unwrap_or(usize::MAX);
        WalkDir::new(root)
            .min_depth(1)
            .max_depth(deepest.saturating_add(1))
            .sort_by(files_first)
            .into_iter()
            .filter_entry(|child| !is_hidden(child))
            .all(|child| match child {
                Ok(child) if child.file_type().is_dir() && child.depth() <= deepest => true,
                Ok(child) => self.child(root, &real_root, &child),
                Err(fault) => {
                    let path = fault.path().unwrap_or(root).to_owned();
                    self.push(&path, below(root, &path), Err(unlisted(&fault)))
                }
            })
    }

    fn child(&mut self, root: &Path, real_root: &Path, child: &DirEntry) -> bool {
        let (path, name) = (child.path(), below(root, child.path()));
        if child.file_type().is_dir() {
            let message = format!("folders lie deeper than {} levels", self.limits.depth);
            return self.refuse(path, name, RefusalKind::TooLarge, message);
        }
        let about = if child.path_is_symlink() {
            inside(real_root, path)
        } else {
            child.metadata().map_err(|fault| unlisted(&fault))
        };
        match about {
            Ok(about) => self.file(path, name, &about),
            Err(refusal) => self.push(path, name, Err(refusal)),
        }
    }

    fn file(&mut self, path: &Path, name: String, about: &fs::Metadata) -> bool {
        if !about.is_file() {
            let message = "it is no plain file: a pipe, a socket or a device";
            return self.refuse(path, name, RefusalKind::Unsafe, message.to_owned());
        }
        if self.limits.bytes < about.len() {
            let message =
                format!("it has {} bytes, more than {}", about.len(), self.limits.bytes);
            return self.refuse(path, name, RefusalKind::TooLarge, message);
        }
        self.push(path, name, Ok(about.len()))
    }

    fn refuse(
        &mut self,
        path: &Path,
        name: String,
        kind: RefusalKind,
        message: String,
    ) -> bool {
        self.push(path, name, Err(ReadRefusal::new(kind, message)))
    }

    fn push(&mut self, path: &Path, name: String, size: Result<u64, ReadRefusal>) -> bool {
        self.entries.push(FolderEntry { path: path.to_owned(), name, size });
        u64::try_from(self.entries.len()).unwrap_or(u64::MAX) <= self.limits.count
    }
}

/// The files of a folder by name, then the folders in it.
fn files_first(one: &DirEntry, two: &DirEntry) -> Ordering {
    let key = |entry: &DirEntry| entry.file_type().is_dir();
    key(one)
        .cmp(&key(two))
        .then_with(|| one.file_name().cmp(two.file_name()))
}

fn is_hidden(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    name.starts_with('.') || matches!(name.as_ref(), "CVS" | "_darcs") || is_litter(&name)
}

/// Whether a system or program left a file of this name for itself: previews, looks of a folder, locks.
pub(crate) fn is_litter(name: &str) -> bool {
    let own = ["thumbs.db", "desktop.ini", ".ds_store", "__macosx"];
    name.starts_with("~$") || own.iter().any(|own| name.eq_ignore_ascii_case(own))
}

fn unlisted(fault: &walkdir::Error) -> ReadRefusal {
    // Its own words name the path, which stands beside them already.
    fault
        .io_error()
        .map_or_else(|| unreadable(fault), |fault| unreadable(fault))
}

fn unreadable(fault: &dyn std::error::Error) -> ReadRefusal {
    ReadRefusal::new(RefusalKind::Unreadable, format!("cannot read it: {fault}"))
}

/// What a link points to, if that is a file below the root. A folder is not entered: it is
/// there under its own name, or it would go round in circles.
fn inside(real_root: &Path, link: &Path) -> Result<fs::Metadata, ReadRefusal> {
    let nowhere = |fault: io::Error| {
        ReadRefusal::new(RefusalKind::Unreadable, format!("a link that leads nowhere: {fault}"))
    };
    let target = fs::canonicalize(link).map_err(nowhere)?;
    let about = fs::metadata(&target).map_err(nowhere)?;
    if !target.starts_with(real_root) || about.is_dir() {
        let message = "a link to a folder, or to a place outside the folder that was given";
        return Err(ReadRefusal::new(RefusalKind::Unsafe, message));
    }
    Ok(about)
}

fn below(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    let steps: Vec<_> = below.iter().map(|step| step.to_string_lossy()).collect();
    if steps.is_empty() { name_of(path) } else { steps.join("/") }
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

#[cfg(all(test, unix))]
mod tests {
    #![expect(clippy::unwrap_used)]

    use std::{fs, os::unix::fs::symlink, path::PathBuf};

    use super::walk;
    use crate::{FileLimits, RefusalKind};

    #[track_caller]
    fn check(limits: &FileLimits, expected: &[(&str, Result<u64, RefusalKind>)]) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root");
        let litter = ["b/Thumbs.db", "~$a.docx"];
        for path in ["b/z.txt", "b/a.txt", "a.txt", ".hidden", ".git/x", "c/d/e/f.txt"]
            .into_iter()
            .chain(litter)
        {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "words").unwrap();
        }
        fs::write(folder.path().join("outside"), "secret").unwrap();
        symlink(folder.path().join("outside"), root.join("l1")).unwrap();
        symlink(root.join("a.txt"), root.join("l2")).unwrap();
        symlink(&root, root.join("l3")).unwrap();
        symlink(root.join("nowhere"), root.join("l4")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(root.join("s")).unwrap();
        let paths = [root, PathBuf::from("/no/such/file")];
        let seen = walk(&paths, limits);
        let seen: Vec<_> = seen
            .iter()
            .map(|entry| {
                (
                    entry.name.as_str(),
                    entry.size.as_ref().copied().map_err(|refusal| refusal.kind),
                )
            })
            .collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn files_come_in_order_and_links_stay_inside() {
        check(
            &FileLimits::default(),
            &[
                ("a.txt", Ok(5)),
                ("l1", Err(RefusalKind::Unsafe)),
                ("l2", Ok(5)),
                ("l3", Err(RefusalKind::Unsafe)),
                ("l4", Err(RefusalKind::Unreadable)),
                ("s", Err(RefusalKind::Unsafe)),
                ("b/a.txt", Ok(5)),
                ("b/z.txt", Ok(5)),
                ("c/d/e/f.txt", Ok(5)),
                ("file", Err(RefusalKind::Unreadable)),
            ],
        );
    }

    #[test]
    fn limits_on_count_size_and_depth_are_refusals() {
        let limits = FileLimits { bytes: 4, count: 1, ..FileLimits::default() };
        check(
            &limits,
            &[
                ("a.txt", Err(RefusalKind::TooLarge)),
                ("l1", Err(RefusalKind::Unsafe)),
                ("root", Err(RefusalKind::TooLarge)),
                ("file", Err(RefusalKind::TooLarge)),
            ],
        );
        let limits = FileLimits { depth: 2, count: 20, ..FileLimits::default() };
        let all = [
            ("a.txt", Ok(5)),
            ("l1", Err(RefusalKind::Unsafe)),
            ("l2", Ok(5)),
            ("l3", Err(RefusalKind::Unsafe)),
            ("l4", Err(RefusalKind::Unreadable)),
            ("s", Err(RefusalKind::Unsafe)),
            ("b/a.txt", Ok(5)),
            ("b/z.txt", Ok(5)),
            ("c/d/e", Err(RefusalKind::TooLarge)),
            ("file", Err(RefusalKind::Unreadable)),
        ];
        check(&limits, &all);
    }
}
