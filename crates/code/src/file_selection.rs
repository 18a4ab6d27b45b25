//! Which files are looked into: text that is not too long, code before data where not all fit.

use super::{RepoLimits, syntax, tree::TreeEntry};
use crate::facts::{FileFact, FileMode, FileRole, SkippedFile};

/// What never is text, by the ending of its name.
const BINARY: [&str; 60] = [
    "7z", "a", "avi", "bin", "bmp", "bz2", "class", "db", "dll", "doc", "docx", "dylib", "eot",
    "exe", "flac", "gif", "gz", "h5", "ico", "jar", "jpeg", "jpg", "lib", "mdb", "mmdb", "mo",
    "mov", "mp3", "mp4", "npy", "npz", "o", "obj", "ogg", "onnx", "otf", "parquet", "pb",
    "pdf", "pickle", "pkl", "png", "ppt", "pptx", "pt", "pyc", "rar", "so", "sqlite",
    "sqlite3", "tar", "tgz", "tif", "tiff", "ttf", "wasm", "wav", "webp", "woff", "woff2",
];
/// Code in languages that we read, and what tells of it.
const CODE: [&str; 22] = [
    "py", "pyi", "rs", "ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "go", "java",
    "md", "toml", "yaml", "yml", "prompt", "j2", "jinja", "jinja2", "ipynb",
];
/// How a pointer to large-file storage begins, and how long it may be.
const LFS: &[u8] = b"version https://git-lfs.github.com/spec/v1\n";
const LFS_LONGEST: usize = 1024;

/// Why a text in UTF-16 is not looked into.
const ONLY_COUNTED: &str =
    "it is text in UTF-16, of which only the lines were counted; save it as UTF-8";

/// Whether a file's bytes are wanted, or why not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FileSelection {
    Yes,
    /// No words are lost about it.
    Silently,
    No(String),
}

/// Files and whether their bytes are wanted, in the same order.
pub(super) fn choose(entries: &[TreeEntry], limits: &RepoLimits) -> Vec<FileSelection> {
    let mut wanted: Vec<FileSelection> =
        entries.iter().map(|entry| by_looks(entry, limits)).collect();
    let mut order: Vec<usize> = (0..entries.len())
        .filter(|at| wanted[*at] == FileSelection::Yes)
        .collect();
    order.sort_by_key(|at| !CODE.contains(&ending(&entries[*at].path).as_str()));
    let mut room = limits.source_bytes;
    for at in order {
        if let Some(left) = room.checked_sub(entries[at].size) {
            room = left;
        } else {
            let most = limits.source_bytes;
            let why = format!("all files together have more than {most} bytes");
            wanted[at] = FileSelection::No(why);
        }
    }
    wanted
}

fn by_looks(entry: &TreeEntry, limits: &RepoLimits) -> FileSelection {
    match entry.mode {
        FileMode::Symlink => {
            return FileSelection::No("it is a link, which is never followed".to_owned());
        }
        FileMode::Submodule => {
            return FileSelection::No(
                "it is another repository, which is never fetched".to_owned(),
            );
        }
        FileMode::Regular | FileMode::Executable => {}
    }
    if BINARY.binary_search(&ending(&entry.path).as_str()).is_ok() {
        return FileSelection::Silently;
    }
    if limits.blob_bytes < entry.size {
        let (size, most) = (entry.size, limits.blob_bytes);
        return FileSelection::No(format!("it has {size} bytes, more than {most}"));
    }
    FileSelection::Yes
}

/// Whether bytes are text that can be looked into, or why not.
pub(super) fn by_bytes(path: &str, bytes: &[u8]) -> FileSelection {
    if bytes.len() <= LFS_LONGEST && bytes.starts_with(LFS) {
        let why = "it is a pointer to large-file storage, which is never fetched";
        return FileSelection::No(why.to_owned());
    }
    if utf16(bytes).is_some() {
        return FileSelection::No(ONLY_COUNTED.to_owned());
    }
    if bytes.contains(&0) {
        return match syntax::language_of(path) {
            Some(_) => FileSelection::No("it holds NUL bytes".to_owned()),
            None => FileSelection::Silently,
        };
    }
    match std::str::from_utf8(bytes) {
        Ok(_) => FileSelection::Yes,
        Err(_) => FileSelection::No("it is no UTF-8 text".to_owned()),
    }
}

/// The text of bytes that begin with the mark of UTF-16.
fn utf16(bytes: &[u8]) -> Option<String> {
    let (mark, rest) = bytes.split_at_checked(2)?;
    let unit: fn([u8; 2]) -> u16 = match mark {
        [0xFF, 0xFE] => u16::from_le_bytes,
        [0xFE, 0xFF] => u16::from_be_bytes,
        _ => return None,
    };
    let units = rest.as_chunks::<2>().0.iter().map(|pair| unit(*pair));
    char::decode_utf16(units).collect::<Result<String, _>>().ok()
}

/// What a text in UTF-16 is for, and how many of its lines say something: pointers into it would name
/// other bytes than its own, so no more is taken from it.
pub(super) fn count_utf16(fact: &mut FileFact, bytes: &[u8]) {
    let Some(text) = utf16(bytes) else { return };
    fact.role = syntax::role_apart(&fact.path);
    if syntax::language_of(&fact.path).is_none() {
        fact.role = syntax::role_of_path(&fact.path);
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    fact.code_lines = u32::try_from(lines).unwrap_or(u32::MAX);
    fact.hollow = lines == 0;
}

/// What is said of a file before anybody looked into it: nothing that could count in its favour.
pub(super) fn unseen(entry: &TreeEntry) -> FileFact {
    let role = match entry.mode {
        FileMode::Submodule => FileRole::Vendored,
        FileMode::Symlink => FileRole::Binary,
        FileMode::Regular | FileMode::Executable => syntax::role_apart(&entry.path),
    };
    FileFact {
        path: entry.path.clone(),
        blob: entry.blob.clone(),
        size: entry.size,
        role,
        mode: entry.mode,
        language: None,
        code_lines: 0,
        // A picture of no bytes is claimed and shows nothing.
        hollow: entry.size == 0
            && matches!(entry.mode, FileMode::Regular | FileMode::Executable),
        unchecked: None,
    }
}

/// The reasons in words, for those files that have one.
pub(super) fn skipped(path: &str, wanted: &FileSelection) -> Option<SkippedFile> {
    match wanted {
        FileSelection::No(why) => Some(SkippedFile { path: path.to_owned(), why: why.clone() }),
        FileSelection::Yes | FileSelection::Silently => None,
    }
}

fn ending(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.')
        .map(|(_, ending)| ending.to_lowercase())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{BINARY, FileSelection, by_bytes, choose, count_utf16, unseen};
    use crate::{
        RepoLimits,
        facts::{FileMode, FileRole},
        tree::TreeEntry,
    };

    fn entry(path: &str, size: u64, mode: FileMode) -> TreeEntry {
        TreeEntry {
            path: path.to_owned(),
            blob: String::new(),
            size,
            mode,
        }
    }

    #[test]
    fn endings_are_in_order() {
        assert!(BINARY.is_sorted());
    }

    #[test]
    fn code_comes_before_data_where_not_all_fit() {
        let limits = RepoLimits {
            source_bytes: 10,
            blob_bytes: 8,
            ..RepoLimits::default()
        };
        let of = |path, size| entry(path, size, FileMode::Regular);
        let entries =
            [of("a.csv", 6), of("b.py", 6), of("c.PNG", 2), of("d.py", 9), of("e", 4)];
        let seen: Vec<bool> = choose(&entries, &limits)
            .iter()
            .map(|wanted| *wanted == FileSelection::Yes)
            .collect();
        assert_eq!(seen, [false, true, false, false, true]);
    }

    #[test]
    fn links_and_submodules_are_named_and_left_alone() {
        let entries = [entry("l", 9, FileMode::Symlink), entry("sub", 0, FileMode::Submodule)];
        let seen = choose(&entries, &RepoLimits::default());
        assert!(seen.iter().all(|wanted| matches!(wanted, FileSelection::No(_))), "{seen:?}");
    }

    #[test]
    fn bytes_tell_what_a_name_does_not() {
        assert_eq!(by_bytes("a.py", b"words"), FileSelection::Yes);
        for text in [&b"\xff\xfea\0\n\0\n\0b\0"[..], b"\xfe\xff\0a\0\n\0\n\0b"] {
            let said = by_bytes("requirements.txt", text);
            assert!(matches!(said, FileSelection::No(why) if why.contains("UTF-16")));
            let mut fact = unseen(&entry("requirements.txt", 10, FileMode::Regular));
            count_utf16(&mut fact, text);
            assert_eq!((fact.code_lines, fact.role), (2, FileRole::Config));
        }
        // Half a letter after the mark, and no mark at all, are no such text.
        for bytes in [&b"\xff\xfe\x00\xd8a\0"[..], b"a\0b\0"] {
            assert_eq!(by_bytes("requirements.txt", bytes), FileSelection::Silently);
        }
        assert_eq!(by_bytes("picture", b"\x89PNG\0"), FileSelection::Silently);
        assert!(
            matches!(by_bytes("a.py", b"x\0"), FileSelection::No(why) if why.contains("NUL"))
        );
        assert!(matches!(by_bytes("a.py", b"caf\xe9"), FileSelection::No(_)));
        let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n";
        assert!(
            matches!(by_bytes("a.py", pointer), FileSelection::No(why) if why.contains("large-file"))
        );
    }
}
