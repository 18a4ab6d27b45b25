//! Which files there are: folders turned into a list, each file with its name and size or the
//! reason why it will not be read.

use std::{
    fs,
    path::{Path, PathBuf},
};

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
/// files and the folders of version control are passed over; links are followed only where
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
            Err(fault) => self.unreadable(root, name_of(root), &fault),
        }
    }

    fn folder(&mut self, root: &Path) -> bool {
        let real_root = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
        let mut folders = vec![(root.to_owned(), 0u32)];
        while let Some((folder, depth)) = folders.pop() {
            let children = match children(&folder) {
                Ok(children) => children,
                Err(fault) => {
                    if !self.unreadable(&folder, below(root, &folder), &fault) {
                        return false;
                    }
                    continue;
                }
            };
            let mut inner = Vec::new();
            for child in children {
                match self.child(root, &real_root, &child, depth) {
                    WalkOutcome::Folder => inner.push((child, depth + 1)),
                    WalkOutcome::Counted => {}
                    WalkOutcome::TooMany => return false,
                }
            }
            // The last comes off first.
            folders.extend(inner.into_iter().rev());
        }
        true
    }

    fn child(
        &mut self,
        root: &Path,
        real_root: &Path,
        child: &Path,
        depth: u32,
    ) -> WalkOutcome {
        let name = below(root, child);
        let counted = |room| if room { WalkOutcome::Counted } else { WalkOutcome::TooMany };
        let about = match fs::symlink_metadata(child) {
            Ok(about) if about.is_symlink() => match inside(real_root, child) {
                Ok(about) => about,
                Err(refusal) => return counted(self.push(child, name, Err(refusal))),
            },
            Ok(about) if about.is_dir() && depth < self.limits.depth => {
                return WalkOutcome::Folder;
            }
            Ok(about) if about.is_dir() => {
                let message = format!("folders lie deeper than {} levels", self.limits.depth);
                return counted(self.refuse(child, name, RefusalKind::TooLarge, message));
            }
            Ok(about) => about,
            Err(fault) => return counted(self.unreadable(child, name, &fault)),
        };
        counted(self.file(child, name, &about))
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

    fn unreadable(&mut self, path: &Path, name: String, fault: &std::io::Error) -> bool {
        self.refuse(path, name, RefusalKind::Unreadable, format!("cannot read it: {fault}"))
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

enum WalkOutcome {
    Folder,
    Counted,
    TooMany,
}

/// What is in a folder and not hidden, by name.
fn children(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut children = Vec::new();
    for child in fs::read_dir(folder)? {
        let child = child?;
        let name = child.file_name();
        let name = name.to_string_lossy();
        if !name.starts_with('.') && !matches!(name.as_ref(), "CVS" | "_darcs") {
            children.push(child.path());
        }
    }
    children.sort();
    Ok(children)
}

/// What a link points to, if that is a file below the root. A folder is not entered: it is
/// there under its own name, or it would go round in circles.
fn inside(real_root: &Path, link: &Path) -> Result<fs::Metadata, ReadRefusal> {
    let unreadable = |fault: std::io::Error| {
        ReadRefusal::new(RefusalKind::Unreadable, format!("a link that leads nowhere: {fault}"))
    };
    let target = fs::canonicalize(link).map_err(unreadable)?;
    let about = fs::metadata(&target).map_err(unreadable)?;
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
        for path in ["b/z.txt", "b/a.txt", "a.txt", ".hidden", ".git/x", "c/d/e/f.txt"] {
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
