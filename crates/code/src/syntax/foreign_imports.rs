//! Which imports are of what others made: neither the language's own library nor this repository.

use std::{collections::BTreeSet, sync::LazyLock};

/// Modules that come with Python, and with Node.
static PYTHON: LazyLock<BTreeSet<&str>> =
    LazyLock::new(|| listed(include_str!("../../data/standard_library/python.json")));
static JAVASCRIPT: LazyLock<BTreeSet<&str>> =
    LazyLock::new(|| listed(include_str!("../../data/standard_library/javascript.json")));

/// Names of folders and files that are kept.
const MOST_NAMES: usize = 100_000;

fn listed(names: &'static str) -> BTreeSet<&'static str> {
    // A test reads the same files: they can always be read.
    serde_json::from_str(names).unwrap_or_default()
}

/// Folders and files of the repository, by their names and by the names of two that follow.
#[derive(Debug, Default)]
pub(super) struct RepositoryNames(BTreeSet<String>);

impl RepositoryNames {
    pub(super) fn add(&mut self, path: &str) {
        let mut before = "";
        for part in path.split('/') {
            if MOST_NAMES <= self.0.len() {
                return;
            }
            let name = part.split('.').next().unwrap_or(part);
            self.0.insert(name.replace('-', "_"));
            if !before.is_empty() {
                self.0.insert(format!("{before}/{name}"));
            }
            before = name;
        }
    }

    /// Whether a library, as [`library`] names it, is a part of the repository.
    pub(super) fn hold(&self, library: &str) -> bool {
        let last = library.rsplit('/').next().unwrap_or(library);
        // `example.org/tides/gauge` is a folder of this module of Go; `com/example` are two folders.
        let folder = if library.contains('.') { last } else { library };
        self.0.contains(&folder.replace('-', "_")) || self.0.contains(folder)
    }
}

/// The library that an import is of; none where it comes with the language or is of the file's own
/// package.
pub(super) fn library(language: &str, full: &str) -> Option<String> {
    let first = |separator: &str| full.split(separator).next().unwrap_or(full);
    match language {
        "python" => named(first("."), &PYTHON),
        "typescript" | "javascript" => {
            let module = full.strip_prefix("node:").unwrap_or(full);
            let name = module.split('.').next().unwrap_or(module);
            let root = name.split('/').next().unwrap_or(name);
            // `./x` and the signs that stand for one's own folders.
            let own = root.is_empty() || matches!(root, "@" | "~" | "#");
            (!own && !JAVASCRIPT.contains(root)).then(|| name.to_owned())
        }
        "rust" => {
            let root = first("::").trim_start_matches("r#");
            let own = ["std", "core", "alloc", "crate", "self", "super", "proc_macro", "test"];
            (!root.is_empty() && !own.contains(&root)).then(|| root.to_owned())
        }
        "go" => first("/").contains('.').then(|| full.to_owned()),
        "java" => {
            let own = ["java", "javax", "jdk"].contains(&first("."));
            let parts: Vec<&str> = full.split('.').take(2).collect();
            (!own).then(|| parts.join("/"))
        }
        _ => None,
    }
}

fn named(root: &str, own: &BTreeSet<&str>) -> Option<String> {
    let private = root.starts_with('_');
    (!root.is_empty() && !private && !own.contains(root)).then(|| root.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{JAVASCRIPT, PYTHON, RepositoryNames, library};

    #[track_caller]
    fn check(language: &str, full: &str, foreign: bool) {
        let mut names = RepositoryNames::default();
        for path in ["src/tides/gauge.py", "weir-core/src/lib.rs", "java/org/example/Weir.java"]
        {
            names.add(path);
        }
        let found = library(language, full).filter(|library| !names.hold(library));
        assert_eq!(found.is_some(), foreign, "{language} {full}: {found:?}");
    }

    #[test]
    fn what_others_made_is_told_from_what_comes_with_the_language_and_from_our_own() {
        assert!(PYTHON.contains("sqlite3") && JAVASCRIPT.contains("fs"));
        for (language, full, foreign) in [
            ("python", "os.path", false),
            ("python", "__future__.annotations", false),
            ("python", "..gauge.level", false),
            ("python", "tides.gauge", false),
            ("python", "gauge.level", false),
            ("python", "numpy", true),
            ("typescript", "./gauge.level", false),
            ("typescript", "@/tides.level", false),
            ("javascript", "node:fs", false),
            ("javascript", "fs/promises.readFile", false),
            ("typescript", "zod.z", true),
            ("typescript", "@langchain/core.Tool", true),
            ("rust", "std::fs", false),
            ("rust", "crate::gauge", false),
            ("rust", "weir_core::Weir", false),
            ("rust", "serde::Deserialize", true),
            ("go", "net/http", false),
            ("go", "example.org/harbour/tides", false),
            ("go", "github.com/spf13/cobra", true),
            ("java", "java.util.List", false),
            ("java", "org.example.Weir", false),
            ("java", "org.junit.Test", true),
        ] {
            check(language, full, foreign);
        }
    }
}
