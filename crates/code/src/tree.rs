//! Every path of a commit, as git lists them, up to a limit: a tree of 200 KB can have 10^10.

use jurat_ingest::{ReadRefusal, RefusalKind, sandbox::KillReason};

use super::{escaped_names, git::GitRunner};
use crate::{facts::FileMode, git_refusal};

/// The longest line of the list: a path, and what stands before it.
const LONGEST: usize = LONGEST_PATH + 256;
/// Bytes of one path, folders within folders, bytes of all paths as they are shown.
const LONGEST_PATH: usize = 4096;
const DEEPEST: usize = 128;
const ALL_PATHS: usize = 64 << 20;

/// How much paths may still take: every part that looks at a repository holds all of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct PathBudget(usize);

impl PathBudget {
    pub(super) const fn whole() -> Self {
        Self(ALL_PATHS)
    }

    /// Whether a path has room.
    #[must_use]
    pub(super) fn take(&mut self, path: &str) -> bool {
        let left = self.0.checked_sub(path.len());
        self.0 = left.unwrap_or(0);
        // What is shown of a byte has up to four.
        left.is_some()
            && path.len() <= 4 * LONGEST_PATH
            && path.bytes().filter(|byte| *byte == b'/').count() <= DEEPEST
    }

    pub(super) fn refusal() -> ReadRefusal {
        let message = format!(
            "its paths are too long (more than {LONGEST_PATH} bytes), too deep (more than \
             {DEEPEST} folders), or have more than {ALL_PATHS} bytes together"
        );
        ReadRefusal::new(RefusalKind::TooLarge, message)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TreeEntry {
    /// As it is shown.
    pub(super) path: String,
    /// Empty where it was not told.
    pub(super) blob: String,
    pub(super) size: u64,
    pub(super) mode: FileMode,
}

pub(super) fn list(git: &GitRunner<'_>, commit: &str) -> Result<Vec<TreeEntry>, ReadRefusal> {
    let limits = &git.intake.limits;
    let args = ["ls-tree", "-r", "-z", "-l", "--full-tree", "--end-of-options", commit];
    let call = git.reading(&args, limits.log_seconds);
    let most = usize::try_from(limits.tree_entries).unwrap_or(usize::MAX);
    let mut list = TreeListParser::new(most);
    let said = git.stream(&call, &mut |chunk| list.take(chunk))?;
    match git_refusal::refusal_of(&said) {
        Some(_) if list.is_long => Err(PathBudget::refusal()),
        Some(refusal) if refusal.kind == RefusalKind::TooLarge => {
            let message = format!("it has more than {} paths", limits.tree_entries);
            Err(ReadRefusal::new(RefusalKind::TooLarge, message))
        }
        Some(refusal) => Err(refusal),
        None => Ok(list.entries),
    }
}

struct TreeListParser {
    entries: Vec<TreeEntry>,
    rest: Vec<u8>,
    most: usize,
    room: PathBudget,
    /// Whether a path had no room.
    is_long: bool,
}

impl TreeListParser {
    const fn new(most: usize) -> Self {
        Self {
            entries: Vec::new(),
            rest: Vec::new(),
            most,
            room: PathBudget::whole(),
            is_long: false,
        }
    }

    fn take(&mut self, chunk: &[u8]) -> Result<(), KillReason> {
        let mut parts = chunk.split(|byte| *byte == 0);
        let last = parts.next_back().unwrap_or_default();
        for part in parts {
            self.rest.extend_from_slice(part);
            let entry = entry(&self.rest).ok_or(KillReason::Babble)?;
            self.is_long |= LONGEST < self.rest.len() || !self.room.take(&entry.path);
            self.rest.clear();
            self.entries.push(entry);
            if self.is_long || self.most < self.entries.len() {
                return Err(KillReason::TooMuch);
            }
        }
        self.rest.extend_from_slice(last);
        self.is_long |= LONGEST < self.rest.len();
        if self.is_long {
            return Err(KillReason::TooMuch);
        }
        Ok(())
    }
}

/// `100644 blob <id>    1234\tpath`; a submodule has `-` for its size.
fn entry(line: &[u8]) -> Option<TreeEntry> {
    let tab = line.iter().position(|byte| *byte == b'\t')?;
    let mut fields = std::str::from_utf8(&line[..tab]).ok()?.split_ascii_whitespace();
    let mode = match fields.next()? {
        "120000" => FileMode::Symlink,
        "160000" => FileMode::Submodule,
        "100755" => FileMode::Executable,
        _ => FileMode::Regular,
    };
    let blob = fields.nth(1)?.to_owned();
    let size = fields.next()?.parse().unwrap_or_default();
    Some(TreeEntry {
        path: escaped_names::shown(&line[tab + 1..]),
        blob,
        size,
        mode,
    })
}

#[cfg(test)]
mod tests {
    use jurat_ingest::sandbox::KillReason;

    use super::{TreeListParser, entry};
    use crate::facts::FileMode;

    #[test]
    fn lines_come_in_any_pieces() {
        let whole = b"100755 blob 00ff      12\ta b\tc\n\x00160000 commit 00ee       -\tsub\0";
        for size in 1..whole.len() {
            let mut list = TreeListParser::new(9);
            assert!(whole.chunks(size).all(|chunk| list.take(chunk).is_ok()), "{size}");
            let seen: Vec<_> = list
                .entries
                .iter()
                .map(|entry| (&*entry.path, entry.size, entry.mode))
                .collect();
            let first = ("a b\tc\n".replace('\t', "\\x09").replace('\n', "\\x0a"), 12);
            assert_eq!(
                seen,
                [(&*first.0, 12, FileMode::Executable), ("sub", 0, FileMode::Submodule)]
            );
        }
    }

    #[test]
    fn more_than_the_limit_is_too_much() {
        let mut list = TreeListParser::new(1);
        let line = b"100644 blob 00ff 1\ta\0";
        assert_eq!(list.take(line), Ok(()));
        assert_eq!(list.take(line), Err(KillReason::TooMuch));
        assert_eq!(entry(b"nonsense"), None);
    }

    #[track_caller]
    fn check(path: &str, times: usize, fits: bool) {
        let line = format!("100644 blob 00ff 1\t{path}\0");
        let mut list = TreeListParser::new(usize::MAX);
        let all = (0..times).all(|_| list.take(line.as_bytes()).is_ok());
        assert_eq!((all, list.is_long), (fits, !fits), "{} bytes", path.len());
    }

    #[test]
    fn paths_that_are_long_or_deep_or_many_bytes_together_are_too_much() {
        check(&"a".repeat(4096), 1, true);
        check(&"a".repeat(5000), 1, false);
        check(&"a/".repeat(100), 1, true);
        check(&"a/".repeat(200), 1, false);
        check(&"a".repeat(4096), 16_384, true);
        check(&"a".repeat(4096), 16_385, false);
    }
}
