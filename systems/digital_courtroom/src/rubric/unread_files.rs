//! Files that nobody looked into: what they hold is neither there nor absent.

use std::collections::BTreeSet;

use jurat_code::facts::{FileFact, FileMode, FileRole, SkippedFile};

use super::pattern::fits_any_or_all;
use crate::model::RepoIndex;

/// Pictures, papers and data: to be there is all that can be asked of them.
const PLAIN_DATA: &[&str] = &[
    "7z", "a", "avi", "bin", "bmp", "bz2", "class", "csv", "dat", "db", "dll", "doc", "docx",
    "dylib", "eot", "exe", "flac", "gif", "gz", "h5", "ico", "jar", "jpeg", "jpg", "jsonl",
    "lib", "mdb", "mmdb", "mo", "mov", "mp3", "mp4", "npy", "npz", "o", "obj", "ogg", "onnx",
    "otf", "parquet", "pb", "pdf", "pickle", "pkl", "png", "ppt", "pptx", "pt", "pyc", "rar",
    "so", "sqlite", "sqlite3", "svg", "tar", "tgz", "tif", "tiff", "tsv", "ttf", "wasm", "wav",
    "webp", "woff", "woff2", "xlsx", "zip",
];

/// What only some facts are cut short of, as the first word of the reason.
const GRAPHS: &str = "graphs:";
const FINDINGS: &str = "security findings:";
/// What is cut short and no code.
const ORDERS: &str = "texts that give orders:";

/// What is said where a folder could not be listed.
const UNLISTED: &str = "cannot be listed";

/// The language of a path by its ending, in letters of any case.
pub fn language_of(path: &str) -> Option<&'static str> {
    jurat_code::language_of(&path.to_lowercase())
}

fn ending(path: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase())
}

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodeSearchKind {
    Code,
    Graphs,
    Findings,
}

/// Files that nobody looked into.
pub(crate) struct UnreadFiles<'a> {
    /// What was not looked into, and whether it would count as the product.
    all: Vec<(&'a SkippedFile, bool)>,
    paths: BTreeSet<&'a str>,
}

impl<'a> UnreadFiles<'a> {
    pub(crate) fn of(index: &'a RepoIndex) -> Self {
        let paths: BTreeSet<&str> = index.unread.iter().map(|one| one.path.as_str()).collect();
        let aside: BTreeSet<&str> = index
            .files
            .iter()
            .filter(|file| paths.contains(file.path.as_str()) && is_aside(file.role))
            .map(|file| file.path.as_str())
            .collect();
        let counts = |one: &'a SkippedFile| (one, !aside.contains(one.path.as_str()));
        Self {
            all: index.unread.iter().map(counts).collect(),
            paths,
        }
    }

    /// Why code in one of these languages, in a file like one of these, may have been overlooked;
    /// none asks for any.
    pub(crate) fn code(
        &self,
        sought: CodeSearchKind,
        languages: &[String],
        paths: &[String],
        everywhere: bool,
    ) -> Option<String> {
        let (of_language, at) = (fits_any_or_all(languages), fits_any_or_all(paths));
        let may = |(one, product): &&(&SkippedFile, bool)| {
            if one.path.is_empty() {
                return concerns(&one.why, sought);
            }
            let language = language_of(&one.path);
            (*product || everywhere) && language.is_some_and(&of_language) && at(&one.path)
        };
        told(self.all.iter().filter(may).map(|(one, _)| *one))
    }

    /// Why what these files do may have been overlooked.
    pub(crate) fn files(&self, files: &[&FileFact]) -> Option<String> {
        let mut unread = files.iter().filter(|file| self.holds(file));
        let first = unread.next()?;
        let words = format!("{} was not looked into", first.path);
        Some(and_more(words, unread.count()))
    }

    /// Whether a path in small letters may be that of something that could not be listed.
    pub(crate) fn may_be(&self, small: &str) -> bool {
        self.all.iter().any(|(one, _)| {
            let path = one.path.to_lowercase();
            let end = path.strip_suffix(small);
            let within = path.strip_prefix(small).is_some_and(|rest| rest.starts_with('/'));
            let unlisted = path.is_empty() && one.why.contains(UNLISTED);
            let is = !path.is_empty()
                && end.is_some_and(|front| front.is_empty() || front.ends_with('/'));
            is || within || unlisted
        })
    }

    /// Whether code that was not looked into may define a name. Where a file is named beside it,
    /// only code in the language of that file may.
    pub(crate) fn may_define(&self, within: Option<&str>) -> bool {
        let language = within.and_then(language_of);
        let languages: Vec<String> = language.map(str::to_owned).into_iter().collect();
        self.code(CodeSearchKind::Code, &languages, &[], true).is_some()
    }

    /// Whether facts of files that were looked into were left out, and nobody knows of which.
    pub(crate) fn is_cut(&self) -> bool {
        let nameless = |(one, _): &(&SkippedFile, bool)| one.path.is_empty();
        self.all
            .iter()
            .filter(|one| nameless(one))
            .any(|(one, _)| concerns(&one.why, CodeSearchKind::Code))
    }

    /// Whether nobody knows what a file does, though it could do something.
    pub(crate) fn holds(&self, file: &FileFact) -> bool {
        if !matches!(file.mode, FileMode::Regular | FileMode::Executable) {
            return false;
        }
        let data = || ending(&file.path).is_some_and(|is| PLAIN_DATA.contains(&is.as_str()));
        self.paths.contains(file.path.as_str()) || (file.role == FileRole::Binary && !data())
    }
}

fn concerns(why: &str, sought: CodeSearchKind) -> bool {
    if why.starts_with(ORDERS) {
        return false;
    }
    let graphs = why.starts_with(GRAPHS);
    let findings = why.starts_with(FINDINGS);
    match sought {
        CodeSearchKind::Graphs => !findings,
        CodeSearchKind::Findings => !graphs,
        CodeSearchKind::Code => !graphs && !findings,
    }
}

/// Files of these kinds do not count as the product, read or not.
const fn is_aside(role: FileRole) -> bool {
    matches!(
        role,
        FileRole::Test
            | FileRole::Example
            | FileRole::Vendored
            | FileRole::Docs
            | FileRole::Generated
    )
}

/// The first of them in words, and how many more there are.
fn told<'s>(mut found: impl Iterator<Item = &'s SkippedFile>) -> Option<String> {
    let first = found.next()?;
    let words = if first.path.is_empty() {
        first.why.clone()
    } else {
        format!("{} was not looked into: {}", first.path, first.why)
    };
    Some(and_more(words, found.count()))
}

fn and_more(words: String, more: usize) -> String {
    if more == 0 { words } else { format!("{words} (and {more} more)") }
}
